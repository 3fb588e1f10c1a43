import { evaluatesWord, holdsCode, isCodeFlag, isFilter, namesCommand, takesNext } from './code-readers.js';
import { commandStart, findReader, firstOperand, isOption, programName, type Reader } from './command-words.js';
import { type ValueRange, valueSign } from './scan.js';
import type { CommandWord } from './simple-commands.js';

/** The words with values in them that a program reads as code or runs as a file, and that program. */
export function wordsOfCode(
  words: readonly CommandWord[],
): readonly { readonly values: ValueRange; readonly reader: string }[] {
  const whole = findReader(words, true);
  const reader = findReader(words, false);
  const script = reader ? firstOperand(words, reader.index) : 0;
  const filter = findFilter(words);
  const start = commandStart(words);
  const sourced = /^(?:source|\.)$/.test(words[start]?.text ?? '');

  const readerOf = (word: CommandWord, index: number): string | undefined => {
    if (sourced && word.isFile && index === start + 1) return words[start]!.text;
    if (whole && index > whole.index && !word.isFile) return whole.name;
    // `--` ends the options and stands for nothing itself.
    const flag = words[words[index - 1]?.text === '--' ? index - 2 : index - 1]?.text ?? '';
    if (reader && index > reader.index && isCodeOf(reader, word, flag, index, script)) return reader.name;
    if (filter && index > filter.index && isProgramOf(filter, word, flag, index)) return filter.name;
    const first = words[start] ? programName(words[start]) : 'the shell';
    if (!word.isFile && namesCommand(first, flag, word.text)) return first;
    return index > start && evaluatesWord(first, flag, word.text, valueSign) ? first : undefined;
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

interface Filter {
  readonly index: number;
  readonly name: string;
  /** The index of its first word that is no option, which is its program. */
  readonly program: number;
}

function findFilter(words: readonly CommandWord[]): Filter | undefined {
  const index = words.findIndex((word) => isFilter(programName(word)));
  if (index === -1) return undefined;
  return { index, name: programName(words[index]!), program: firstOperand(words, index) };
}

function isProgramOf({ name, program }: Filter, word: CommandWord, flag: string, index: number): boolean {
  if (word.isFile) return false;
  return isCodeFlag(name, flag) || (index <= program && !takesNext(flag) && flag !== '-f');
}
