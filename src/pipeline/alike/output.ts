import { whenAsked } from '../../formats/when-asked.js';
import type { WrittenFile } from '../../model/source.js';

/** Takes the text of a file piece by piece. One that is not kept is made again when it is asked for. */
export interface Output {
  /** @returns whether it is what is expected so far */
  add(piece: string): boolean;
  /** Once all pieces are there: is it what is expected, to its end? */
  isWhole(): boolean;
  /** A text that is what was expected, or all that was added. @param again makes the same pieces */
  file(again: () => Iterable<string>): WrittenFile;
}

/** @param expected the whole text, where it is known */
export function createOutput(path: string, isKept: boolean, expected: string | undefined): Output {
  const pieces: string[] = [];
  let latest: string[] = [];
  let joinedLength = 0;
  let length = 0;
  const joinLatest = () => {
    if (latest.length > 0) pieces.push(latest.join(''));
    latest = [];
    joinedLength = length;
  };
  const allPieces = () => {
    joinLatest();
    return pieces;
  };
  const joined = whenAsked(() => allPieces().join(''));
  return {
    add(piece) {
      if (expected !== undefined && expected.slice(length, length + piece.length) !== piece) return false;
      length += piece.length;
      if (!isKept || expected !== undefined) return true;
      latest.push(piece);
      if (length - joinedLength >= leastToJoin) joinLatest();
      return true;
    },
    isWhole: () => expected === undefined || length === expected.length,
    file(again) {
      if (expected !== undefined) return { path, text: expected };
      if (isKept && length < leastInPieces) return { path, text: joined() };
      const madeAgain = whenAsked(() => [...again()].join(''));
      return {
        path,
        get text() {
          return isKept ? joined() : madeAgain();
        },
        pieces: isKept ? allPieces : again,
      };
    },
  };
}

/** Beside its input and its tables, a text of this size is most of what a compile holds. */
export const mostKept = 20_000_000;

/** While V8 makes room for more, it copies small texts that it keeps from place to place, but none of this size. */
const leastToJoin = 200_000;

/** A text of this size is written piece by piece as well, and no copy of all of it is made. */
const leastInPieces = 1_000_000;
