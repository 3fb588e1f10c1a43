import type { YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from '../yaml-node.js';
import { scanBlockText } from './block-text.js';
import { type Cursor, finishLine, giveUp, hash, isBreakOrEnd, space } from './cursor.js';
import { scanFlow } from './flow.js';
import { scanPlain, scanPlainKey } from './plain.js';
import { scanQuoted, scanQuotedKey } from './quoted.js';
import { hasRepeatedKey } from './repeated-key.js';

/**
 * A node that starts on the current line, deeper than what is around it.
 * @param column where what is around it is; -1 for the root
 */
export function scanNested(cursor: Cursor, column: number, depth: number): YamlNode {
  const start = cursor.at - cursor.line;
  if (depth > deepest) giveUp(cursor);
  if (isDash(cursor)) return scanSequence(cursor, start, depth);
  const key = scanKey(cursor);
  return key ? scanMap(cursor, key, start, depth) : scanInline(cursor, column, depth);
}

const deepest = 50;

function scanMap(cursor: Cursor, first: YamlScalar, column: number, depth: number): YamlMap {
  const pairs: YamlPair[] = [{ start: first.start, key: first, value: scanValue(cursor, column, depth) }];
  while (cursor.indent === column) {
    const key = scanKey(cursor);
    if (key) pairs.push({ start: key.start, key, value: scanValue(cursor, column, depth) });
    else giveUp(cursor);
  }
  if (cursor.indent > column || hasRepeatedKey(pairs)) giveUp(cursor);
  const end = pairs[pairs.length - 1]!.value.end;
  return { kind: 'map', start: first.start, end, anchor: undefined, flow: false, pairs };
}

function scanSequence(cursor: Cursor, column: number, depth: number): YamlSequence {
  const items: YamlItem[] = [];
  const start = cursor.at;
  do {
    const dash = cursor.at;
    cursor.at++;
    items.push({ start: dash, value: scanItem(cursor, column, depth) });
  } while (cursor.indent === column && isDash(cursor));
  if (cursor.indent > column) giveUp(cursor);
  const end = items[items.length - 1]!.value.end;
  return { kind: 'sequence', start, end, anchor: undefined, flow: false, items };
}

function scanValue(cursor: Cursor, column: number, depth: number): YamlNode {
  const place = cursor.at;
  if (skipSpaces(cursor)) return scanInline(cursor, column, depth);
  finishLine(cursor);
  if (cursor.indent > column) return scanNested(cursor, column, depth + 1);
  return cursor.indent === column && isDash(cursor) ? scanSequence(cursor, column, depth + 1) : missing(place);
}

function scanItem(cursor: Cursor, column: number, depth: number): YamlNode {
  const place = cursor.at;
  if (skipSpaces(cursor)) return scanNested(cursor, column, depth + 1);
  finishLine(cursor);
  return cursor.indent > column ? scanNested(cursor, column, depth + 1) : missing(place);
}

/** What is behind a key or a dash, or alone on a line, and is neither a key nor a dash itself. */
function scanInline(cursor: Cursor, column: number, depth: number): YamlNode {
  const node = scanOneOf(cursor, column, depth);
  // A deeper line would go on with this node.
  if (cursor.indent > column) giveUp(cursor);
  return node;
}

function scanOneOf(cursor: Cursor, column: number, depth: number): YamlNode {
  let node: YamlNode;
  switch (cursor.text[cursor.at]) {
    case '|':
    case '>':
      return scanBlockText(cursor, column);
    case '"':
    case "'":
      node = scanQuoted(cursor, column);
      break;
    case '[':
    case '{':
      node = scanFlow(cursor, column, column, depth + 1);
      break;
    default:
      node = scanPlain(cursor, column);
  }
  if (!cursor.gaveUp) finishLine(cursor);
  return node;
}

function scanKey(cursor: Cursor): YamlScalar | undefined {
  const code = cursor.text.charCodeAt(cursor.at);
  return code === 0x22 || code === 0x27 ? scanQuotedKey(cursor) : scanPlainKey(cursor);
}

/** Moves to what is behind on the same line and answers true; else moves nothing. */
function skipSpaces(cursor: Cursor): boolean {
  let at = cursor.at;
  while (cursor.text.charCodeAt(at) === space) at++;
  if (isBreakOrEnd(cursor, at) || (cursor.text.charCodeAt(at) === hash && at > cursor.at)) return false;
  cursor.at = at;
  return true;
}

function isDash(cursor: Cursor): boolean {
  const { text, at } = cursor;
  return text.charCodeAt(at) === 0x2d && (text.charCodeAt(at + 1) === space || isBreakOrEnd(cursor, at + 1));
}

function missing(place: number): YamlScalar {
  return { kind: 'scalar', start: place, end: place, anchor: undefined, style: 'plain', value: '', type: 'null' };
}
