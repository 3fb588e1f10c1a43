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
 * A collection in brackets or braces. Engines do not look at how its lines are indented.
 * @param column where what is around it is
 */
export function scanFlow(cursor: Cursor, column: number, depth: number): YamlNode {
  if (depth > deepest) giveUp(cursor);
  return cursor.text.charCodeAt(cursor.at) === openBrace
    ? scanFlowMap(cursor, column, depth)
    : scanFlowSequence(cursor, column, depth);
}

const deepest = 50;

function scanFlowSequence(cursor: Cursor, column: number, depth: number): YamlSequence {
  const start = cursor.at;
  const items: YamlItem[] = [];
  cursor.at++;
  while (nextEntry(cursor, closeBracket, items.length === 0)) {
    const value = scanFlowValue(cursor, column, depth);
    items.push({ start: value.start, value });
  }
  return { kind: 'sequence', start, end: cursor.at, anchor: undefined, flow: true, items: withoutRoom(items) };
}

function scanFlowMap(cursor: Cursor, column: number, depth: number): YamlMap {
  const start = cursor.at;
  const pairs: YamlPair[] = [];
  cursor.at++;
  while (nextEntry(cursor, closeBrace, pairs.length === 0)) {
    const key = scanFlowKey(cursor, column);
    skipBlank(cursor);
    pairs.push({ start: key.start, key, value: scanFlowValue(cursor, column, depth) });
  }
  if (hasRepeatedKey(pairs)) giveUp(cursor);
  return { kind: 'map', start, end: cursor.at, anchor: undefined, flow: true, pairs: withoutRoom(pairs) };
}

/** Moves to the next entry, or past the closing bracket and answers false. */
function nextEntry(cursor: Cursor, close: number, first: boolean): boolean {
  const { text } = cursor;
  skipBlank(cursor);
  if (!first && text.charCodeAt(cursor.at) === comma) {
    cursor.at++;
    skipBlank(cursor);
  } else if (!first && text.charCodeAt(cursor.at) !== close) giveUp(cursor);
  if (cursor.at >= cursor.end) {
    giveUp(cursor);
    return false;
  }
  const closes = text.charCodeAt(cursor.at) === close;
  if (closes) cursor.at++;
  return !closes;
}

function scanFlowValue(cursor: Cursor, column: number, depth: number): YamlNode {
  const code = cursor.text.charCodeAt(cursor.at);
  if (code === openBracket || code === openBrace) return scanFlow(cursor, column, depth + 1);
  const scalar = scanFlowScalar(cursor, column);
  if (!cursor.gaveUp && cursor.text.charCodeAt(cursor.at) === colon) giveUp(cursor);
  return scalar;
}

function scanFlowKey(cursor: Cursor, column: number): YamlScalar {
  const start = cursor.at;
  const line = cursor.text.indexOf('\n', start);
  const key = scanFlowScalar(cursor, column);
  if (line >= 0 && line < cursor.at) giveUp(cursor);
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
  return scanQuoted(cursor, column);
}

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
