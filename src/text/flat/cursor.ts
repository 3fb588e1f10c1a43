import { carriageReturn, hash, lineFeed, space, tab } from './characters.js';
import type { FlatDocument } from './flat-document.js';

/**
 * Where the scanner is. After each node that is on a line of its own or ends one, it is at the first character of the
 * next line with content. What scans answers false where the document is left to the library, and then the cursor is of
 * no more use.
 *
 * No character at or behind `end` is looked at: to look behind the end of a string once makes V8 forget all that makes
 * the loop fast.
 */
export interface Cursor {
  readonly into: FlatDocument;
  readonly text: string;
  /**
   * Just past the document's content; the character before it is a line break unless the text ends here, and it is no
   * carriage return.
   */
  readonly end: number;
  at: number;
  /** Offset of the current line. */
  line: number;
  /** How far the current line is indented; -1 at the end. */
  indent: number;
}

/** How many collections may be within each other; what is deeper is left to the library. */
export const deepest = 50;

/** Characters of a key; YAML wants its colon within 1,024. */
export const longestKey = 1000;

/** Moves to the first line with content from the start of a line on, past blank lines and comments. */
export function toContent(cursor: Cursor, from: number): boolean {
  const { text, end } = cursor;
  let line = from;
  while (line < end) {
    const at = afterSpaces(text, line, end);
    if (at >= end) break;
    const code = text.charCodeAt(at);
    if (code === hash) line = afterBreak(cursor, at);
    else if (code === lineFeed) line = at + 1;
    else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) line = at + 2;
    else {
      cursor.line = line;
      cursor.at = at;
      cursor.indent = at - line;
      return code !== tab && code !== carriageReturn;
    }
  }
  cursor.at = end;
  cursor.indent = -1;
  return true;
}

/** From behind a node to the next line with content. Only spaces and a comment may be in between. */
export function finishLine(cursor: Cursor): boolean {
  const { text, end } = cursor;
  const from = cursor.at;
  const at = afterSpaces(text, from, end);
  const code = at < end ? text.charCodeAt(at) : lineFeed;
  if (code === lineFeed) return toContent(cursor, at + 1);
  if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) return toContent(cursor, at + 2);
  return code === hash && at > from && toContent(cursor, afterBreak(cursor, at));
}

export function afterSpaces(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && text.charCodeAt(at) === space) at++;
  return at;
}

/** Just past the line break behind an offset, or the end. */
export function afterBreak(cursor: Cursor, at: number): number {
  const lineBreak = cursor.text.indexOf('\n', at);
  return lineBreak < 0 ? cursor.end : lineBreak + 1;
}

/** The end of the line before an offset that is a line's start or the text's end, without its break. */
export function beforeBreak(text: string, next: number): number {
  if (text.charCodeAt(next - 1) !== lineFeed) return next;
  return text.charCodeAt(next - 2) === carriageReturn ? next - 2 : next - 1;
}

export function isBreakOrEnd(cursor: Cursor, at: number): boolean {
  if (at >= cursor.end) return true;
  const code = cursor.text.charCodeAt(at);
  return code === lineFeed || (code === carriageReturn && cursor.text.charCodeAt(at + 1) === lineFeed);
}
