import {
  carriageReturn,
  closeBrace,
  closeBracket,
  colon,
  comma,
  doubleQuote,
  hash,
  lineFeed,
  openBrace,
  openBracket,
  singleQuote,
  space,
} from './characters.js';
import { afterBreak, type Cursor, deepest, longestKey } from './cursor.js';
import { addCollection, nodeKind } from './flat-document.js';
import { scanFlowPlain } from './plain.js';
import { scanQuoted } from './quoted.js';
import { hasRepeatedKey } from './repeated-keys.js';

/**
 * A collection in brackets or braces. Engines do not look at how its lines are indented.
 * @param column where what is around it is
 */
export function scanFlow(cursor: Cursor, column: number, depth: number): boolean {
  if (depth > deepest) return false;
  return cursor.text.charCodeAt(cursor.at) === openBrace
    ? scanFlowMap(cursor, column, depth)
    : scanFlowSequence(cursor, column, depth);
}

function scanFlowSequence(cursor: Cursor, column: number, depth: number): boolean {
  const { into } = cursor;
  const sequence = addCollection(into, nodeKind.flowSequence, cursor.at);
  cursor.at++;
  skipBlank(cursor);
  while (here(cursor) !== closeBracket) {
    const item = into.count;
    const place = cursor.at;
    if (!scanFlowValue(cursor, column, depth) || !endsEntry(cursor, closeBracket)) return false;
    into.dash[item] = place;
  }
  cursor.at++;
  into.to[sequence] = cursor.at;
  into.next[sequence] = into.count;
  return true;
}

function scanFlowMap(cursor: Cursor, column: number, depth: number): boolean {
  const { into } = cursor;
  const map = addCollection(into, nodeKind.flowMap, cursor.at);
  let pairs = 0;
  cursor.at++;
  skipBlank(cursor);
  while (here(cursor) !== closeBrace) {
    if (!scanFlowKey(cursor, column)) return false;
    skipBlank(cursor);
    if (!scanFlowValue(cursor, column, depth) || !endsEntry(cursor, closeBrace)) return false;
    pairs++;
  }
  cursor.at++;
  into.to[map] = cursor.at;
  into.next[map] = into.count;
  return !hasRepeatedKey(into, map, pairs);
}

/** Moves past a comma, or to the bracket that closes. */
function endsEntry(cursor: Cursor, close: number): boolean {
  skipBlank(cursor);
  const code = here(cursor);
  if (code !== comma) return code === close;
  cursor.at++;
  skipBlank(cursor);
  return true;
}

function scanFlowValue(cursor: Cursor, column: number, depth: number): boolean {
  const code = here(cursor);
  if (code === openBracket || code === openBrace) return scanFlow(cursor, column, depth + 1);
  return scanFlowScalar(cursor, code, column) && here(cursor) !== colon;
}

function scanFlowKey(cursor: Cursor, column: number): boolean {
  const { into, at: start } = cursor;
  const key = into.count;
  if (!scanFlowScalar(cursor, here(cursor), column)) return false;
  const { at } = cursor;
  if (here(cursor) !== colon || at - start > longestKey || isOnTwoLines(cursor, key)) return false;
  cursor.at++;
  // As in JSON, nothing need be behind the colon of a key in quotes.
  if (into.kind[key] !== nodeKind.plain) return true;
  const next = here(cursor);
  return next === space || next === lineFeed || next === carriageReturn;
}

function isOnTwoLines({ into, text }: Cursor, key: number): boolean {
  if (into.asWritten[key] === 1) return false;
  const to = into.to[key]!;
  for (let at = into.from[key]!; at < to; at++) if (text.charCodeAt(at) === lineFeed) return true;
  return false;
}

function scanFlowScalar(cursor: Cursor, code: number, column: number): boolean {
  return code === doubleQuote || code === singleQuote ? scanQuoted(cursor, column) : scanFlowPlain(cursor);
}

/** The character where the cursor is. */
function here(cursor: Cursor): number {
  return cursor.at < cursor.end ? cursor.text.charCodeAt(cursor.at) : nothing;
}

const nothing = -1;

/** Moves past spaces, line breaks and comments. */
function skipBlank(cursor: Cursor): void {
  const { text, end } = cursor;
  const from = cursor.at;
  let at = from;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === space || code === lineFeed) at++;
    else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
    else if (code === hash && at > from) at = afterBreak(cursor, at);
    else break;
  }
  cursor.at = at;
}
