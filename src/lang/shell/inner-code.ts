import {
  evaluatesWord,
  holdsCode,
  isCodeFlag,
  isFilter,
  type ReaderKind,
  readerKind,
  takesNext,
} from './code-readers.js';
import { type ShellToken, type ValueRange, valueSign } from './scan.js';
import { type CommandWord, type SimpleCommand, simpleCommands } from './simple-commands.js';

/**
 * Which values of a shell text another program would read as code, where no quoting of the shell helps: the text behind `sh -c`,
 * what `eval` and `ssh` put together, a program for awk, what a pipe brings to a shell. Linear in the text. What a script does
 * with a variable or a file that it has put a value into is not followed.
 * @param marks offsets of the values
 * @returns for each value why, or `undefined`
 */
export function codeReasons(
  source: string,
  marks: readonly number[],
  tokens: readonly ShellToken[],
): readonly (string | undefined)[] {
  const reasons: (string | undefined)[] = [];
  const give = ({ from, to }: ValueRange, reason: string) => {
    for (let value = from; value < to; value += 1) reasons[value] ??= reason;
  };
  let piped = 0;
  for (const command of simpleCommands(source, marks, tokens)) {
    for (const { values, reader } of wordsOfCode(command.words)) give(values, asCode(reader));
    const reader = command.piped > 0 || command.input.length > 0 ? inputReader(command) : undefined;
    if (reader === undefined) continue;
    for (const values of command.input) give(values, asCode(reader));
    give({ from: piped, to: command.piped }, `it stands before a pipe into ${reader}, which reads code`);
    piped = Math.max(piped, command.piped);
  }
  return reasons;
}

function asCode(reader: string): string {
  return `it stands in what ${reader} reads as code`;
}

interface Reader {
  readonly index: number;
  readonly name: string;
  readonly kind: ReaderKind;
}

/**
 * The first program in a command that reads code, be it run by another one, as in `sudo -u me sh -c …`.
 * @param all one that reads all its words, or another one
 */
function findReader(words: readonly CommandWord[], all: boolean): Reader | undefined {
  const start = commandStart(words);
  for (const [index, word] of words.entries()) {
    const name = programName(word);
    const kind = readerKind(name, index === start);
    if (kind && (kind === 'all-words') === all) return { index, name, kind };
  }
  return undefined;
}

/** Behind what stands before the name of a command: variables for it, and words of the language. */
function commandStart(words: readonly CommandWord[]): number {
  return words.findIndex(({ text }) => !/^(?:\w+=.*|[{!]|if|then|else|elif|while|until|do|time|exec)$/s.test(text));
}

/** The words with values in them that a program reads as code or runs as a file, and that program. */
function wordsOfCode(
  words: readonly CommandWord[],
): readonly { readonly values: ValueRange; readonly reader: string }[] {
  const whole = findReader(words, true);
  const reader = findReader(words, false);
  const script = reader ? firstOperand(words, reader.index) : 0;
  const filter = words.findIndex((word) => isFilter(programName(word)));
  const program = filter === -1 ? 0 : firstOperand(words, filter);
  const start = commandStart(words);
  const sourced = /^(?:source|\.)$/.test(words[start]?.text ?? '');

  const readerOf = (word: CommandWord, index: number): string | undefined => {
    if (sourced && word.isFile && index === start + 1) return words[start]!.text;
    if (whole && index > whole.index && !word.isFile) return whole.name;
    // `--` ends the options and stands for nothing itself.
    const flag = words[words[index - 1]?.text === '--' ? index - 2 : index - 1]?.text ?? '';
    if (reader && index > reader.index && isCodeOf(reader, word, flag, index, script)) return reader.name;
    const isProgram = index <= program && !takesNext(flag) && flag !== '-f';
    const name = programName(words[Math.max(filter, 0)]!);
    if (filter !== -1 && index > filter && !word.isFile && (isProgram || isCodeFlag(name, flag))) return name;
    const builtin = words[start]?.text ?? '';
    return index > start && evaluatesWord(builtin, flag, word.text, valueSign) ? builtin : undefined;
  };
  return words.flatMap((word, index) => {
    const by = word.values.from < word.values.to ? readerOf(word, index) : undefined;
    return by === undefined ? [] : [{ values: word.values, reader: by }];
  });
}

/** @param script the index of the first word for the reader that is no option */
function isCodeOf({ name, kind }: Reader, word: CommandWord, flag: string, index: number, script: number): boolean {
  if (word.isFile) return kind === 'interpreter' && index === script;
  if (isCodeFlag(name, flag)) return true;
  // Options before the script may name code in many ways: perl's -M, bash's --rcfile.
  return index < script && (kind === 'interpreter' ? isOption(word) : holdsCode(word.text));
}

/** The program in a command that takes its standard input for code. */
function inputReader({ words }: SimpleCommand): string | undefined {
  const start = commandStart(words);
  const first = words[start]?.text ?? '';
  const rest = words.slice(start + 1).map(({ text }) => text);
  if (/^(?:at|batch|crontab)$/.test(first)) return first;
  if (/^(?:source|\.|make)$/.test(first)) return rest.some(isStandardInput) ? first : undefined;
  const readers = [findReader(words, true), findReader(words, false)];
  return readers.find((reader) => reader && readsInput(reader, words))?.name;
}

function readsInput({ index, name, kind }: Reader, words: readonly CommandWord[]): boolean {
  const rest = words.slice(index + 1).map(({ text }) => text);
  const feeder = words.slice(0, index).findIndex((word) => programName(word) === 'xargs');
  if (feeder !== -1) {
    // What xargs reads goes behind the words, or, with such an option, into them.
    const replaces = words.slice(feeder, index).some(({ text }) => /^(?:-[a-zA-Z0-9]*[IiJ]|--replace)/.test(text));
    return replaces || kind === 'all-words' || isCodeFlag(name, words.at(-1)!.text);
  }
  if (kind === 'all-words') return readsInputToo(name, rest);
  if (kind === 'starter') return name === 'su' || name === 'cmd' || name === 'nu' || name === 'R';
  if (rest.some((text) => isCodeFlag(name, text) || text === '-m' || text === '-f')) return false;
  if (kind === 'client' || rest.some((text) => text === '-s' || isStandardInput(text))) return true;
  return firstOperand(words, index) === Number.POSITIVE_INFINITY;
}

function readsInputToo(name: string, rest: readonly string[]): boolean {
  if (name === 'parallel' || name === 'sqlite3') return true;
  if (name !== 'ssh' && name !== 'rsh') return false;
  // With a command, a program on the other side gets the input.
  const operands = rest.filter(
    (text, at) => !text.startsWith('-') && !/^-[bcDEeFIiJLlmOopQRSWw]$/.test(rest[at - 1] ?? ''),
  );
  return operands.length <= 1;
}

function isStandardInput(word: string): boolean {
  return /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word);
}

/** The index of the first word behind a program that is no option of it; infinite where there is none. */
function firstOperand(words: readonly CommandWord[], program: number): number {
  for (let index = program + 1; index < words.length; index += 1) {
    const word = words[index]!;
    if (takesNext(word.text)) index += 1;
    else if (!isOption(word)) return index;
  }
  return Number.POSITIVE_INFINITY;
}

function programName({ text }: CommandWord): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

function isOption({ text }: CommandWord): boolean {
  return text.startsWith('-');
}
