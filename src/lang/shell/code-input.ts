import { isCodeFlag } from './code-readers.js';
import { commandStart, findReader, firstOperand, programName, type Reader } from './command-words.js';
import type { CommandWord, SimpleCommand } from './simple-commands.js';

/** The program in a command that takes its standard input for code. */
export function inputReader({ words }: SimpleCommand): string | undefined {
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
