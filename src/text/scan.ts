import { scanBlockText } from './scan/block-text.js';
import {
  type Cursor,
  carriageReturn,
  finishLine,
  giveUp,
  hash,
  hasRepeatedKey,
  isBreakOrEnd,
  space,
  toContent,
  withoutRoom,
} from './scan/cursor.js';
import { scanFlow } from './scan/flow.js';
import { scanPlain, scanPlainKey } from './scan/plain.js';
import { scanQuoted, scanQuotedKey } from './scan/quoted.js';
import type { YamlDocument, YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from './yaml-node.js';
import type { DocumentSlice } from './yaml-stream.js';

/**
 * The fast way for the plain kind of YAML that most documents are made of: block mappings and lists, scalars of one line,
 * block scalars, simple flow collections. Answers `undefined` at anything else, sound or not: then the library reads the
 * document. What it does accept it reads into the very tree that the library's reading gives.
 */
export function scanDocument(text: string, slice: DocumentSlice): YamlDocument | undefined {
  const { start, end, content, contentEnd, marked, directives } = slice;
  if (directives || (contentEnd < end && !endsWithBareMarker(text, contentEnd, end))) return undefined;
  if (text.charCodeAt(contentEnd - 1) === carriageReturn) return undefined;
  const cursor = { text, end: contentEnd, at: content, line: content, indent: -1, gaveUp: false };
  if (marked) {
    cursor.at = content + 3;
    finishLine(cursor);
  } else toContent(cursor, content);
  if (cursor.indent < 0) return undefined;
  const root = scanNested(cursor, -1, 1);
  const complete = !cursor.gaveUp && cursor.indent < 0 && root.kind !== 'scalar';
  return complete ? { start, end, root, problems: [] } : undefined;
}

/** Behind `...` only comments may be. */
function endsWithBareMarker(text: string, contentEnd: number, end: number): boolean {
  return /^\.\.\.[ ]*\r?(?:\n|$)/.test(text.slice(contentEnd, Math.min(end, contentEnd + 100)));
}

/**
 * A node that starts on the current line, deeper than what is around it.
 * @param column where what is around it is; -1 for the root
 */
function scanNested(cursor: Cursor, column: number, depth: number): YamlNode {
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
  return { kind: 'map', start: first.start, end, anchor: undefined, flow: false, pairs: withoutRoom(pairs) };
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
  return { kind: 'sequence', start, end, anchor: undefined, flow: false, items: withoutRoom(items) };
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
      node = scanFlow(cursor, column, depth + 1);
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
