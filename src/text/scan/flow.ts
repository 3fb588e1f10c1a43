import type { YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from '../yaml-node.js';
import {
  afterBreak,
  type Cursor,
  carriageReturn,
  colon,
  giveUp,
  hash,
  hasRepeatedKey,
  lineFeed,
  space,
  withoutRoom,
} from './cursor.js';
import { scanFlowPlain } from './plain.js';
import { scanQuoted } from './quoted.js';

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * A collection in brackets or braces.
 * @param column lines on which it goes on are indented deeper than this
 * @param closeColumn the line that closes it is indented at least like this
 */
export function scanFlow(cursor: Cursor, column: number, closeColumn: number, depth: number): YamlNode {
  if (depth > deepest) giveUp(cursor);
  return cursor.text.charCodeAt(cursor.at) === openBrace
    ? scanFlowMap(cursor, column, closeColumn, depth)
    : scanFlowSequence(cursor, column, closeColumn, depth);
}

const deepest = 50;

function scanFlowSequence(cursor: Cursor, column: number, closeColumn: number, depth: number): YamlSequence {
  const start = cursor.at;
  const items: YamlItem[] = [];
  cursor.at++;
  while (nextEntry(cursor, column, closeColumn, closeBracket, items.length === 0)) {
    const value = scanFlowValue(cursor, column, depth);
    items.push({ start: value.start, value });
  }
  return { kind: 'sequence', start, end: cursor.at, anchor: undefined, flow: true, items: withoutRoom(items) };
}

function scanFlowMap(cursor: Cursor, column: number, closeColumn: number, depth: number): YamlMap {
  const start = cursor.at;
  const pairs: YamlPair[] = [];
  cursor.at++;
  while (nextEntry(cursor, column, closeColumn, closeBrace, pairs.length === 0)) {
    const key = scanFlowKey(cursor, column);
    if (skipBlank(cursor) <= column) giveUp(cursor);
    pairs.push({ start: key.start, key, value: scanFlowValue(cursor, column, depth) });
  }
  if (hasRepeatedKey(pairs)) giveUp(cursor);
  return { kind: 'map', start, end: cursor.at, anchor: undefined, flow: true, pairs: withoutRoom(pairs) };
}

/** Moves to the next entry, or past the closing bracket and answers false. */
function nextEntry(cursor: Cursor, column: number, closeColumn: number, close: number, first: boolean): boolean {
  const { text } = cursor;
  let indent = skipBlank(cursor);
  if (!first && text.charCodeAt(cursor.at) === comma && indent > column) {
    cursor.at++;
    indent = skipBlank(cursor);
  } else if (!first && text.charCodeAt(cursor.at) !== close) giveUp(cursor);
  const closes = text.charCodeAt(cursor.at) === close;
  if (cursor.at >= cursor.end || indent < (closes ? closeColumn : column + 1)) {
    giveUp(cursor);
    return false;
  }
  if (closes) cursor.at++;
  return !closes;
}

function scanFlowValue(cursor: Cursor, column: number, depth: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === openBracket || code === openBrace) return scanFlow(cursor, column, column + 1, depth + 1);
  const scalar = scanFlowScalar(cursor, column);
  if (!cursor.gaveUp && cursor.text.charCodeAt(cursor.at) === colon) giveUp(cursor);
  return scalar;
}

function scanFlowKey(cursor: Cursor, column: number): YamlScalar {
  const start = cursor.at;
  const key = scanFlowScalar(cursor, column);
  const next = cursor.text.charCodeAt(cursor.at + 1);
  // As in JSON, nothing need be behind the colon of a key in quotes.
  const apart = next === space || next === lineFeed || next === carriageReturn || key.style !== 'plain';
  const long = cursor.at - start > longestKey;
  if (cursor.gaveUp || cursor.text.charCodeAt(cursor.at) !== colon || !apart || long) giveUp(cursor);
  else cursor.at++;
  return key;
}

const longestKey = 1000;

function scanFlowScalar(cursor: Cursor, column: number): YamlScalar {
  const quote = cursor.text.charCodeAt(cursor.at);
  if (quote !== 0x22 && quote !== 0x27) return scanFlowPlain(cursor);
  const line = cursor.text.indexOf('\n', cursor.at);
  const scalar = scanQuoted(cursor, column);
  if (line >= 0 && line < cursor.at) giveUp(cursor);
  return scalar;
}

/** Moves past spaces, line breaks and comments. Answers with the indent of the line it came to, a large number on the same line. */
function skipBlank(cursor: Cursor): number {
  const { text, end } = cursor;
  const from = cursor.at;
  let at = from;
  let line = -1;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === space) at++;
    else if (code === lineFeed) line = ++at;
    else if (code === carriageReturn && text.charCodeAt(at + 1) === lineFeed) at++;
    else if (code === hash && at > from) line = at = afterBreak(cursor, at);
    else break;
  }
  cursor.at = at;
  return line < 0 ? sameLine : at - line;
}

const sameLine = 1_000_000_000;
