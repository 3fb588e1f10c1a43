import type { Part } from './argument-parts.js';
import { commandVariable } from './assignments.js';
import { inputsOf } from './code-places.js';
import type { SimpleCommand } from './command-tree.js';
import { mayStartPrograms } from './other-languages.js';
import type { Language } from './programs/program.js';
import { readText } from './read-text.js';
import { type ProgramRun, runsOf } from './runs.js';
import { type ShellSetting, settingsIn, settingsInExpansions, settingsOf, settingsOfLoops } from './settings.js';
import { shownText } from './shown-text.js';
import { simpleCommands } from './simple-commands.js';
import type { Word } from './tokens.js';
import { joined } from './word.js';

/** A program that shell text runs, and its arguments, without quotes. */
export interface ShellCommand {
  /** By its last path part: `terraform` for `/usr/bin/terraform`. */
  readonly program: string;
  /** `$NAME` is as it is written, other expansions are left out; `words` says what of each is certain. */
  readonly args: readonly string[];
  /** The program as it is written, and the arguments. */
  readonly words: readonly Word[];
  /** More arguments may follow than are written. */
  readonly open: boolean;
  /** The whole command that runs it, as it is written: of `sudo sh -c 'a; b' >log` for all three. */
  readonly within: string;
}

export interface ShellCommands {
  /** A program that runs another one is before it. */
  readonly commands: readonly ShellCommand[];
  /** What images are given that may have a program of their own. */
  readonly forImages: readonly ImageArguments[];
  /** Variables that it sets, each time that it does, in their order but for loops. */
  readonly settings: readonly ShellSetting[];
  /** The commands as they are written, with all that is around their words; those in code for a shell too. */
  readonly written: readonly string[];
  /** Something of it depends on variables or on what commands print. */
  readonly expands: boolean;
  /** Why it may run commands that were not found. */
  readonly unsure: readonly Unsure[];
}

export interface ImageArguments {
  /** What the image is called, without folders and version; `undefined` where nothing of that is known. */
  readonly image: string | undefined;
  readonly words: readonly Word[];
  /** The whole command, as it is written. */
  readonly within: string;
}

export interface Unsure {
  readonly kind: /** Which program it is depends on something. */
    | 'program'
    /** Code that depends on something, comes from elsewhere, or is in a language that is not followed. */
    | 'code'
    /** Code for a shell in a file, by a name that the text has. */
    | 'file'
    /** Shells disagree about the text, or it is no shell text, or too much of it. */
    | 'text';
  readonly reason: string;
  /** The command that it is about, as it is written. */
  readonly within: string | undefined;
  /** The program that runs a file, and the file's name. */
  readonly file?: { readonly reader: string; readonly path: string };
}

/**
 * What shell text runs: its own commands, those that programs such as `timeout` and `xargs` are given, and what is in code for
 * a shell. Whether a command is ever reached is not asked, and what is in functions counts as run. Bounded, because a model may
 * have written the text.
 */
export function commandsOf(script: string): ShellCommands {
  const found: Found = {
    commands: [],
    forImages: [],
    settings: [],
    written: [],
    expands: false,
    unsure: [],
    left: 2 * longest,
  };
  addCommands(script, found, { depth: 0, isBody: false, open: false, within: undefined });
  return found;
}

interface Found {
  readonly commands: ShellCommand[];
  readonly forImages: ImageArguments[];
  readonly settings: ShellSetting[];
  readonly written: string[];
  expands: boolean;
  readonly unsure: Unsure[];
  /** So many characters more are read, code in code counted again. */
  left: number;
}

interface Way {
  readonly depth: number;
  readonly isBody: boolean;
  /** More words may follow the text. */
  readonly open: boolean;
  /** The command of the whole text that this text is code in. */
  readonly within: string | undefined;
}

const longest = 100_000;
const mostTokens = 20_000;
const deepest = 5;
const deepestWithin = 30;

function addCommands(text: string, found: Found, way: Way): void {
  const doubt = (reason: string) => found.unsure.push({ kind: 'text', reason, within: way.within });
  found.left -= text.length;
  if (text.length > longest || found.left < 0 || way.depth > deepest) {
    doubt('it is too long, or nests too deep');
    return;
  }
  const scan = readText(text, [], way.isBody);
  found.expands ||= scan.expands;
  for (const reason of scan.unsure) doubt(reason);
  if (scan.unclosed !== undefined) doubt(`it holds ${scan.unclosed} that is never closed`);
  if (scan.depth > deepestWithin) doubt('it nests too deep');
  if (text.includes('\0')) doubt('it holds a NUL character');
  for (const inner of scan.inner)
    addCommands(inner.text, found, { ...way, depth: way.depth + 1, isBody: inner.isBody, open: false });
  if (scan.levels.reduce((sum, { tokens }) => sum + tokens.length, 0) > mostTokens) {
    doubt('it has more commands than anybody writes');
    return;
  }
  for (const setting of [...settingsInExpansions(text), ...settingsOfLoops(scan.levels)]) found.settings.push(setting);
  for (const command of simpleCommands(scan.levels)) {
    const written = text.slice(command.start, command.end);
    found.written.push(written);
    addCommand(command, found, { ...way, within: way.within ?? written });
  }
}

function addCommand(command: SimpleCommand, found: Found, way: Way): void {
  found.settings.push(...command.assignments.flatMap(settingsIn));
  for (const { text, unexpanded } of command.assignments) {
    if (!commandVariable.test(text)) continue;
    const start = text.indexOf('=') + 1;
    addCode({ text: text.slice(start), unexpanded: unexpanded - start }, 'shell', false, found, way);
  }
  const { runs, isWhole } = runsOf(command.words);
  if (!isWhole) addUnsure('text', 'one of its commands runs too many others', found, way);
  for (const run of runs) addRun(run, command, found, way);
}

function addUnsure(kind: Unsure['kind'], reason: string, { unsure }: Found, { within }: Way): void {
  unsure.push({ kind, reason, within });
}

function addRun(run: ProgramRun, command: SimpleCommand, found: Found, way: Way): void {
  const { name, from, to, parts } = run;
  const words = run.words.slice(from, to);
  if (words[0]!.known < Number.POSITIVE_INFINITY)
    addUnsure('program', 'a program in it depends on variables, or on names of files', found, way);
  found.commands.push({
    program: name,
    args: words.slice(1).map(({ text }) => text),
    words,
    open: run.open || (way.open && to === run.words.length),
    within: way.within!,
  });
  found.settings.push(...settingsOf(run));
  for (const part of parts) {
    if (part.kind === 'code') addCode(codeOf(run.words, part), part.language, part.open, found, way);
    else if (part.kind === 'input') addInput(command, part.language, found, way);
    else if (part.kind === 'image')
      found.forImages.push({ image: part.image, words: run.words.slice(part.from, to), within: way.within! });
    else if (part.kind === 'file') addFile(run.words[part.at]!, part.language, name, found, way);
  }
}

function addFile({ isFile, text }: Word, language: Language, reader: string, found: Found, way: Way): void {
  if (isFile) addUnsure('code', `\`${reader}\` runs what a command prints`, found, way);
  else if (isOfShells(language)) {
    const file = { reader, path: text };
    found.unsure.push({
      kind: 'file',
      reason: `\`${reader}\` runs what is in the file \`${shownText(text)}\``,
      within: way.within,
      file,
    });
  }
}

function isOfShells(language: Language): boolean {
  return language === 'shell' || language === 'posix' || language === 'fish';
}

type Code = Pick<Word, 'text' | 'unexpanded'>;

function codeOf(words: readonly Word[], { from, to, skip, fills }: Extract<Part, { kind: 'code' }>): Code {
  const { text, unexpanded } = joined(words.slice(from, to));
  return { text: fills === undefined ? text.slice(skip) : withVariables(text, fills), unexpanded: unexpanded - skip };
}

/** What a program fills in is no more certain than a variable. */
function withVariables(text: string, sign: string): string {
  return text.replaceAll(/(?<!\$)\{[^{}\s]*\}/g, '$FILLED').replaceAll(sign, () => '$FILLED');
}

/** What was pasted into code is what it would be in the text itself: one word that nobody knows. */
function addCode({ text, unexpanded }: Code, language: Language, open: boolean, found: Found, way: Way): void {
  if (!isOfShells(language)) {
    if (unexpanded < Number.POSITIVE_INFINITY || mayStartPrograms(text, language))
      addUnsure('code', 'code in it may start programs', found, way);
    return;
  }
  if (unexpanded < Number.POSITIVE_INFINITY) addUnsure('code', 'code in it depends on variables', found, way);
  if (language === 'fish' && /\bset\b/.test(text)) found.settings.push({ name: undefined, value: '', known: 0 });
  if (unlike[language]?.test(text)) addUnsure('text', `\`${language}\` reads code in it in another way`, found, way);
  addCommands(text, found, { ...way, depth: way.depth + 1, isBody: false, open });
}

/** Where a shell reads its code in another way than this reader does. */
const unlike: Readonly<Partial<Record<Language, RegExp>>> = {
  posix: /\[\[/,
  fish: /=\(|\\['"]/,
};

function addInput(command: SimpleCommand, language: Language, found: Found, way: Way): void {
  const inputs = inputsOf(command);
  const isShell = isOfShells(language);
  if (
    inputs.length === 0 ? isShell : inputs.some(({ text, from }) => text === undefined && (isShell || from !== 'file'))
  ) {
    addUnsure('code', 'a command reads code from elsewhere', found, way);
  }
  for (const { text } of inputs)
    if (text !== undefined) addCode({ text, unexpanded: Number.POSITIVE_INFINITY }, language, false, found, way);
}
