import { carriageReturn, colon, dash, hash, lineFeed, space, tableOf } from './characters.js';
import { afterSpaces, type Cursor, finishLine, isBreakOrEnd, longestKey } from './cursor.js';
import { addScalar, nodeKind } from './flat-document.js';

/**
 * A plain scalar, up to the next line with content.
 * @param column lines on which it goes on are indented deeper than this
 */
export function scanPlain(cursor: Cursor, column: number): boolean {
  const start = cursor.at;
  const end = startsPlain(cursor, inBlock) ? findLineEnd(cursor, start, inBlock) : -1;
  if (end < 0) return false;
  cursor.at = end;
  if (!finishLine(cursor)) return false;
  if (cursor.indent > column) return scanFurtherLines(cursor, start, end, column);
  addScalar(cursor.into, nodeKind.plain, start, end, true);
  return true;
}

/** A plain scalar on one line within brackets or braces. */
export function scanFlowPlain(cursor: Cursor): boolean {
  const start = cursor.at;
  const end = startsPlain(cursor, inFlow) ? findLineEnd(cursor, start, inFlow) : -1;
  if (end < 0) return false;
  addScalar(cursor.into, nodeKind.plain, start, end, true);
  cursor.at = end;
  return true;
}

/** The end of a plain key of simple characters with a colon behind it, or -1. */
export function findPlainKey(cursor: Cursor): number {
  const { text, end, at: start } = cursor;
  let at = start;
  while (at < end && isKeyCharacter[text.charCodeAt(at)] === 1) at++;
  if (at === start || at >= end || text.charCodeAt(at) !== colon || at - start > longestKey) return -1;
  if (!startsPlain(cursor, inBlock)) return -1;
  return isBreakOrEnd(cursor, at + 1) || text.charCodeAt(at + 1) === space ? at : -1;
}

function scanFurtherLines(cursor: Cursor, start: number, firstEnd: number, column: number): boolean {
  let end = firstEnd;
  for (let next = nextPlainLine(cursor, end, column); next >= 0; next = nextPlainLine(cursor, end, column)) {
    end = findLineEnd(cursor, next, inBlock);
    if (end < 0) return false;
  }
  addScalar(cursor.into, nodeKind.plain, start, end, false);
  cursor.at = end;
  return finishLine(cursor);
}

/** Where the scalar goes on behind a line of it, or -1. */
function nextPlainLine(cursor: Cursor, lineEnd: number, column: number): number {
  const { text, end } = cursor;
  let line = lineEnd;
  for (;;) {
    const at = afterSpaces(text, line, end);
    if (at >= end || text.charCodeAt(at) === hash) return -1;
    if (!isBreakOrEnd(cursor, at)) return line > lineEnd && at - line > column ? at : -1;
    line = text.charCodeAt(at) === lineFeed ? at + 1 : at + 2;
  }
}

/** Just past the last character of a plain scalar on this line, or -1 at what no plain scalar has. */
function findLineEnd(cursor: Cursor, start: number, specials: Uint8Array): number {
  const { text, end } = cursor;
  let at = start;
  for (; at < end; at++) {
    const special = specials[text.charCodeAt(at)];
    if (special === ordinary) continue;
    if (special === stop) break;
    if (special === odd) return -1;
    const code = text.charCodeAt(at);
    if (code === carriageReturn) {
      if (text.charCodeAt(at + 1) !== lineFeed) return -1;
      break;
    }
    if (code === hash && text.charCodeAt(at - 1) === space) break;
    if (code === colon && endsKey(cursor, at, specials)) {
      if (specials === inBlock) return -1;
      break;
    }
  }
  while (text.charCodeAt(at - 1) === space) at--;
  return at;
}

function startsPlain(cursor: Cursor, specials: Uint8Array): boolean {
  const { text, at } = cursor;
  if (at >= cursor.end) return false;
  const code = text.charCodeAt(at);
  if (code !== dash) return startsPlainly[code] === 1;
  if (at + 1 >= cursor.end) return false;
  const next = text.charCodeAt(at + 1);
  return next > space && specials[next] !== stop;
}

function endsKey(cursor: Cursor, at: number, specials: Uint8Array): boolean {
  if (at + 1 >= cursor.end) return true;
  const next = cursor.text.charCodeAt(at + 1);
  return next <= space || specials[next] === stop;
}

const ordinary = 0;
/** A line feed, or what separates entries. */
const stop = 1;
/** A carriage return, hash or colon, which may be ordinary or end the scalar. */
const inspect = 2;
/** Controls, and what the library reads in a way of its own. */
const odd = 3;

const inBlock = specialsWith('');
const inFlow = specialsWith(',[]{}');

function specialsWith(separators: string): Uint8Array {
  const specials = tableOf((character, code) => {
    if (code === lineFeed || separators.includes(character)) return stop;
    if (code === carriageReturn || code === hash || code === colon) return inspect;
    return code < space || code === 0x7f ? odd : ordinary;
  }, ordinary);
  specials[0xfeff] = odd;
  return specials.fill(odd, 0x80, 0xa0);
}

const startsPlainly = tableOf(
  (character, code) => Number(code > space && code < 0x7f && !'-?:,[]{}#&*!|>\'"%@`'.includes(character)),
  1,
);
const isKeyCharacter = tableOf((character) => Number(/[\w.$/<>-]/.test(character)), 0);
