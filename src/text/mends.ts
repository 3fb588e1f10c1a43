import type { Splice } from './edits.js';

/**
 * Closes a bracket where its closing was missed: on a line of its own behind the lines before, so that no comment hides it, and as
 * far to the right as the bracket.
 */
export function closing(text: string, opened: number, missedAt: number): Splice {
  const line = text.slice(Math.max(0, opened - furthest), opened);
  const column = line.length - 1 - line.lastIndexOf('\n');
  const before = text.slice(Math.max(0, missedAt - furthest), missedAt);
  const blanks = /\n[ \t]*$/.exec(before)?.[0].length ?? 0;
  const at = missedAt - blanks;
  return { start: at, end: at, text: `\n${' '.repeat(column)}${text[opened] === '[' ? ']' : '}'}` };
}

/** A look at the whole of a long line for each bracket would take time in proportion to the square of its length. */
const furthest = 500;

/** Makes brackets that are behind the beginning of a text a part of it; `undefined` where they are not closed on their line. */
export function asText(text: string, start: number): Splice | undefined {
  brackets.lastIndex = start;
  const length = brackets.exec(text)?.[0].length;
  return length === undefined ? undefined : { start, end: start + length, text: 'x'.repeat(length) };
}

const brackets = /[[{][^[\]{}\r\n]{0,200}[\]}]/y;
