import type { Part } from './arguments.js';
import { commandVariable } from './assignments.js';
import { inputsOf } from './code-places.js';
import type { SimpleCommand } from './command-tree.js';
import type { Language } from './programs/program.js';
import { readText } from './read-text.js';
import { type Run, runsOf } from './runs.js';
import { simpleCommands } from './simple-commands.js';
import type { Word } from './tokens.js';
import { joined } from './word.js';

/** A program that shell text runs, and its arguments. */
export interface ShellCommand {
  readonly words: readonly Word[];
  /** More arguments may follow than are written. */
  readonly open: boolean;
}

export interface ShellCommands {
  readonly commands: readonly ShellCommand[];
  /** The commands as they are written, with all that is around their words. */
  readonly written: readonly string[];
  /** Something of it depends on variables or on what commands print. */
  readonly expands: boolean;
  /** Why it may run commands that were not found. */
  readonly unsure: readonly string[];
}

/**
 * What shell text runs: its own commands, those that programs such as `timeout` and `xargs` are given, and what is in code for
 * a shell. Bounded, because a model may have written the text.
 */
export function commandsOf(text: string): ShellCommands {
  const found: Found = { commands: [], written: [], expands: false, unsure: [], left: 2 * LONGEST };
  addCommands(text, found, { depth: 0, isBody: false, open: false });
  return found;
}

interface Found {
  readonly commands: ShellCommand[];
  readonly written: string[];
  expands: boolean;
  readonly unsure: string[];
  /** So many characters more are read, code in code counted again. */
  left: number;
}

interface Way {
  readonly depth: number;
  readonly isBody: boolean;
  /** More words may follow the text. */
  readonly open: boolean;
}

const LONGEST = 100_000;
const MOST_TOKENS = 20_000;
const DEEPEST = 5;
const DEEPEST_WITHIN = 30;

function addCommands(text: string, found: Found, way: Way): void {
  found.left -= text.length;
  if (text.length > LONGEST || found.left < 0 || way.depth > DEEPEST) {
    found.unsure.push('it is too long, or nests too deep');
    return;
  }
  const scan = readText(text, [], way.isBody);
  found.expands ||= scan.expands;
  found.unsure.push(...scan.unsure);
  if (scan.unclosed !== undefined) found.unsure.push(`it holds ${scan.unclosed} that is never closed`);
  if (scan.depth > DEEPEST_WITHIN) found.unsure.push('it nests too deep');
  if (text.includes('\0')) found.unsure.push('it holds a NUL character');
  for (const inner of scan.inner)
    addCommands(inner.text, found, { depth: way.depth + 1, isBody: inner.isBody, open: false });
  if (scan.levels.reduce((sum, { tokens }) => sum + tokens.length, 0) > MOST_TOKENS) {
    found.unsure.push('it has more commands than anybody writes');
    return;
  }
  for (const command of simpleCommands(scan.levels)) {
    found.written.push(text.slice(command.start, command.end));
    addCommand(command, found, way);
  }
}

function addCommand(command: SimpleCommand, found: Found, way: Way): void {
  for (const { text, known } of command.assignments) {
    if (!commandVariable.test(text)) continue;
    const start = text.indexOf('=') + 1;
    addCode({ text: text.slice(start), known: known - start }, 'shell', false, found, way);
  }
  const { runs, isWhole } = runsOf(command.words);
  if (!isWhole) found.unsure.push('one of its commands runs too many others');
  for (const run of runs) addRun(run, command, found, way);
}

function addRun(run: Run, command: SimpleCommand, found: Found, way: Way): void {
  const { words, from, to, parts } = run;
  const isLast = way.open && to === words.length;
  if (words[from]!.known < Number.POSITIVE_INFINITY)
    found.unsure.push('a program in it depends on variables, or on names of files');
  found.commands.push({ words: words.slice(from, to), open: run.open || isLast });
  for (const part of parts) {
    if (part.kind === 'code') addCode(codeOf(words, part), part.language, part.open, found, way);
    else if (part.kind === 'input') addInput(command, part.language, found, way);
    else if (part.kind === 'file' && words[part.at]!.isFile)
      found.unsure.push(`${run.name} runs what a command prints`);
  }
}

type Code = Pick<Word, 'text' | 'known'>;

function codeOf(words: readonly Word[], { from, to, skip }: Extract<Part, { kind: 'code' }>): Code {
  const { text, known } = joined(words.slice(from, to));
  return { text: text.slice(skip), known: known - skip };
}

function addCode({ text, known }: Code, language: Language, open: boolean, found: Found, way: Way): void {
  if (language !== 'shell' && language !== 'posix' && language !== 'fish') {
    if (known < Number.POSITIVE_INFINITY || mayStartPrograms(text, language))
      found.unsure.push('code in it may start programs');
    return;
  }
  if (known < Number.POSITIVE_INFINITY) found.unsure.push('code in it depends on variables');
  if (unlike[language]?.test(text)) found.unsure.push(`${language} reads code in it in another way`);
  addCommands(text, found, { depth: way.depth + 1, isBody: false, open });
}

/** Where a shell reads its code in another way than this reader does. */
const unlike: Readonly<Partial<Record<Language, RegExp>>> = {
  posix: /\[\[/,
  fish: /=\(|\\['"]/,
};

function addInput(command: SimpleCommand, language: Language, found: Found, way: Way): void {
  const inputs = inputsOf(command);
  const isShell = language === 'shell' || language === 'posix' || language === 'fish';
  if (
    inputs.length === 0 ? isShell : inputs.some(({ text, from }) => text === undefined && (isShell || from !== 'file'))
  ) {
    found.unsure.push('a command reads code from elsewhere');
  }
  for (const { text } of inputs)
    if (text !== undefined) addCode({ text, known: Number.POSITIVE_INFINITY }, language, false, found, way);
}

/**
 * May code in a language other than the shell's start programs? Seen by the words that do so; code that hides them is not
 * followed, as code in a file is not.
 */
function mayStartPrograms(code: string, language: Language): boolean {
  return (starting[language] ?? /$/).test(code) || alsoStarting[language]?.(code) === true;
}

const starting: Readonly<Partial<Record<Language, RegExp>>> = {
  names: /\$\(|`/,
  awk: /system|\||@/,
  /** The command `e`. */
  sed: /(?:^|[;{}\n\d$/!,])[^\S\n]*e(?![\w/])/,
  foreign: /\S/,
  make: /^\t|;|\$\(|!=/m,
  other:
    /system|exec|eval|spawn|popen|fork|passthru|pcntl|subprocess|child_process|importlib|__import__|getattr|builtins|globals|ctypes|open3|shell|constructor|Function|syscall|cmd|`|%x|qx|\bos\b|\bpty\b|\bBun\b|\bDeno\b|\bdo\b|\brun\b|\\!|^\s*[!:]|require\s*\(\s*[^'"\s]|\bsh\b/,
};

/** What one expression could only say by looking at the same text again and again. */
const alsoStarting: Readonly<Partial<Record<Language, (code: string) => boolean>>> = {
  /** `e` among the flags of `s`. */
  sed: (code) => [...code.matchAll(/[^\w\s\\](\w+)\s*(?:[;}\n]|$)/g)].some(([, flags]) => flags!.includes('e')),
  /** A pipe in the name of a file to open. */
  other: (code) => code.includes('open') && code.includes('|'),
};
