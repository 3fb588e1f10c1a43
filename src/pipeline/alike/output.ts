import type { SourceFile, WrittenFile } from '../../model/source.js';

/** Takes the text of a file piece by piece. One that is very large is not kept: it is made again when it is asked for. */
export interface Output {
  /** @returns whether it is what is expected so far */
  add(piece: string): boolean;
  /** @param again makes the same pieces */
  file(again: () => Iterable<string>): WrittenFile;
}

/** @param expected the whole text, where it is known */
export function createOutput({ path, text: input }: SourceFile, expected: string | undefined): Output {
  const isKept = input.length <= mostKept;
  const pieces: string[] = [];
  let length = 0;
  return {
    add(piece) {
      if (expected !== undefined && expected.slice(length, length + piece.length) !== piece) return false;
      length += piece.length;
      if (isKept && expected === undefined) pieces.push(piece);
      return true;
    },
    file(again) {
      if (expected !== undefined && length === expected.length) return { path, text: expected };
      if (isKept) return { path, text: pieces.join('') };
      return {
        path,
        get text() {
          return [...again()].join('');
        },
        pieces: again,
      };
    },
  };
}

/** Beside its input and its tables, a text of this size is most of what a compile holds. */
const mostKept = 20_000_000;
