import { type ReaderKind, readerKind, takesNext } from './code-readers.js';
import type { CommandWord } from './simple-commands.js';

/** A program in a command that reads code. */
export interface Reader {
  readonly index: number;
  readonly name: string;
  readonly kind: ReaderKind;
}

/**
 * The first program in a command that reads code, be it run by another one, as in `sudo -u me sh -c …`.
 * @param all one that reads all its words, or another one
 */
export function findReader(words: readonly CommandWord[], all: boolean): Reader | undefined {
  const start = commandStart(words);
  for (const [index, word] of words.entries()) {
    const name = programName(word);
    const kind = readerKind(name, index === start);
    if (kind && (kind === 'all-words') === all) return { index, name, kind };
  }
  return undefined;
}

/** Behind what stands before the name of a command: variables for it, and words of the language. */
export function commandStart(words: readonly CommandWord[]): number {
  return words.findIndex(({ text }) => !/^(?:\w+=.*|[{!]|if|then|else|elif|while|until|do|time|exec)$/s.test(text));
}

/** The index of the first word behind a program that is no option of it; infinite where there is none. */
export function firstOperand(words: readonly CommandWord[], program: number): number {
  for (let index = program + 1; index < words.length; index += 1) {
    const word = words[index]!;
    if (takesNext(word.text)) index += 1;
    else if (!isOption(word)) return index;
  }
  return Number.POSITIVE_INFINITY;
}

export function programName({ text }: CommandWord): string {
  return text.slice(text.lastIndexOf('/') + 1);
}

export function isOption({ text }: CommandWord): boolean {
  return text.startsWith('-');
}
