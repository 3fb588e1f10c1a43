import type { YamlPair } from '../yaml-node.js';

/**
 * Where the scanner is. After each node that is on a line of its own or ends one, it is at the first character of the
 * next line with content. When it gives up it is behind everything, so that every loop ends by itself.
 */
export interface Cursor {
  readonly text: string;
  /** Just past the document's content; the character before it is a line break unless the text ends here. */
  readonly end: number;
  at: number;
  /** Offset of the current line. */
  line: number;
  /** How far the current line is indented; -1 at the end. */
  indent: number;
  gaveUp: boolean;
}

export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const hash = 0x23;
export const colon = 0x3a;

export function giveUp(cursor: Cursor): void {
  cursor.gaveUp = true;
  cursor.at = cursor.end;
  cursor.indent = -1;
}

/** Moves to the first line with content from the start of a line on, past blank lines and comments. */
export function toContent(cursor: Cursor, from: number): void {
  const { text, end } = cursor;
  let line = from;
  while (line < end) {
    let at = line;
    while (text.charCodeAt(at) === space) at++;
    if (at >= end) break;
    const code = text.charCodeAt(at);
    if (code === hash) line = afterBreak(cursor, at);
    else if (code === lineFeed) line = at + 1;
    else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) line = at + 2;
    else {
      cursor.line = line;
      cursor.at = at;
      cursor.indent = at - line;
      if (code === tab || code === carriageReturn) giveUp(cursor);
      return;
    }
  }
  cursor.at = end;
  cursor.indent = -1;
}

/** From behind a node to the next line with content. Only spaces and a comment may be in between. */
export function finishLine(cursor: Cursor): void {
  const { text, end } = cursor;
  const from = cursor.at;
  let at = from;
  while (text.charCodeAt(at) === space) at++;
  const code = text.charCodeAt(at);
  if (at >= end) toContent(cursor, end);
  else if (code === lineFeed) toContent(cursor, at + 1);
  else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) toContent(cursor, at + 2);
  else if (code === hash && at > from) toContent(cursor, afterBreak(cursor, at));
  else giveUp(cursor);
}

/** Just past the line break behind an offset, or the end. */
export function afterBreak(cursor: Cursor, at: number): number {
  const lineBreak = cursor.text.indexOf('\n', at);
  return lineBreak < 0 ? cursor.end : lineBreak + 1;
}

export function isBreakOrEnd(cursor: Cursor, at: number): boolean {
  if (at >= cursor.end) return true;
  const code = cursor.text.charCodeAt(at);
  return code === lineFeed || (code === carriageReturn && cursor.text.charCodeAt(at + 1) === lineFeed);
}

/** Do two pairs have the same key? */
export function hasRepeatedKey(pairs: readonly YamlPair[]): boolean {
  const { length } = pairs;
  if (length > few) return new Set(pairs.map((pair) => pair.key.value)).size < length;
  for (let later = 1; later < length; later++) {
    const key = pairs[later]!.key.value;
    for (let earlier = 0; earlier < later; earlier++) if (pairs[earlier]!.key.value === key) return true;
  }
  return false;
}

/** Up to here comparing each with each is faster than a set. */
const few = 8;

/** A list that grew holds room for 16 more, which is most of the memory of a tree whose collections are small. */
export function withoutRoom<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.slice();
}
