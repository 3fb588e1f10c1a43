import type { DocumentSlice } from '../yaml-stream.js';
import { scanBlockText } from './block-text.js';
import {
  bar,
  carriageReturn,
  dash,
  doubleQuote,
  greater,
  hash,
  lineFeed,
  openBrace,
  openBracket,
  singleQuote,
  space,
} from './characters.js';
import { afterSpaces, type Cursor, deepest, finishLine, isBreakOrEnd, toContent } from './cursor.js';
import { addCollection, addScalar, type FlatDocument, isScalar, nodeKind } from './flat-document.js';
import { scanFlow } from './flow.js';
import { findPlainKey, scanPlain } from './plain.js';
import { findQuotedKey, scanQuoted } from './quoted.js';
import { hasRepeatedKey } from './repeated-keys.js';

/**
 * The fast way for the plain kind of YAML that most documents are made of: block mappings and lists, scalars, simple
 * flow collections. Answers false at anything else, sound or not, and leaves the document empty: then the library reads
 * it. What is accepted says the same as the library's reading, but for lines within quotes and brackets: engines read
 * them however they are indented, and so does this; the library refuses those that are not deep enough. No text is made
 * of a value before somebody asks for it, but for keys that only their values can tell apart.
 */
export function scanFlat(into: FlatDocument, text: string, slice: DocumentSlice): boolean {
  const cursor = startScan(into, text, slice);
  if (!cursor) return false;
  const { content, marked } = slice;
  if (marked) cursor.at = content + 3;
  const started = marked ? finishLine(cursor) : toContent(cursor, content);
  const complete =
    started && cursor.indent >= 0 && scanNested(cursor, -1, 1) && cursor.indent < 0 && !isScalar(into.kind[0]!);
  if (!complete) into.count = 0;
  return complete;
}

/** Empties the document; `undefined` where the text of it is one for the library. */
export function startScan(into: FlatDocument, text: string, slice: DocumentSlice): Cursor | undefined {
  const { start, end, content, contentEnd, directives } = slice;
  into.text = text;
  into.start = start;
  into.end = end;
  into.count = 0;
  if (directives || (contentEnd < end && !isBareMarker(text, contentEnd, end))) return undefined;
  if (text.charCodeAt(contentEnd - 1) === carriageReturn) return undefined;
  return { into, text, end: contentEnd, at: content, line: content, indent: -1 };
}

/** The item whose dash is here, of a list within a key of the root. */
export function scanItemHere(cursor: Cursor, column: number): boolean {
  cursor.at++;
  return scanItem(cursor, column, 2);
}

/** Behind `...` only comments may be. */
function isBareMarker(text: string, from: number, end: number): boolean {
  const at = afterSpaces(text, from + 3, end);
  if (at === end) return true;
  const code = text.charCodeAt(at);
  return code === lineFeed || (code === carriageReturn && (at + 1 === end || text.charCodeAt(at + 1) === lineFeed));
}

/**
 * A node that starts on the current line, deeper than what is around it.
 * @param column where what is around it is; -1 for the root
 */
function scanNested(cursor: Cursor, column: number, depth: number): boolean {
  if (depth > deepest) return false;
  const start = cursor.at - cursor.line;
  if (isDash(cursor)) return scanSequence(cursor, start, depth);
  const keyEnd = findKey(cursor);
  return keyEnd < 0 ? scanInline(cursor, column, depth) : scanMap(cursor, keyEnd, start, depth);
}

function scanMap(cursor: Cursor, firstKeyEnd: number, column: number, depth: number): boolean {
  const { into } = cursor;
  const map = addCollection(into, nodeKind.map, cursor.at);
  let keyEnd = firstKeyEnd;
  let value: number;
  let pairs = 0;
  do {
    addKey(cursor, keyEnd);
    value = into.count;
    if (!scanValue(cursor, column, depth)) return false;
    pairs++;
    keyEnd = cursor.indent === column ? findKey(cursor) : -1;
  } while (keyEnd >= 0);
  if (cursor.indent >= column) return false;
  into.to[map] = into.to[value]!;
  into.next[map] = into.count;
  return !hasRepeatedKey(into, map, pairs);
}

function addKey(cursor: Cursor, keyEnd: number): void {
  const start = cursor.at;
  const code = cursor.text.charCodeAt(start);
  const kind = code === doubleQuote ? nodeKind.double : code === singleQuote ? nodeKind.single : nodeKind.plain;
  addScalar(cursor.into, kind, start, keyEnd, true);
  cursor.at = keyEnd + 1;
}

function scanSequence(cursor: Cursor, column: number, depth: number): boolean {
  const { into } = cursor;
  const sequence = addCollection(into, nodeKind.sequence, cursor.at);
  let item: number;
  do {
    const place = cursor.at;
    item = into.count;
    cursor.at++;
    if (!scanItem(cursor, column, depth)) return false;
    into.dash[item] = place;
  } while (cursor.indent === column && isDash(cursor));
  into.to[sequence] = into.to[item]!;
  into.next[sequence] = into.count;
  return cursor.indent <= column;
}

function scanValue(cursor: Cursor, column: number, depth: number): boolean {
  const place = cursor.at;
  if (skipSpaces(cursor)) return scanInline(cursor, column, depth);
  if (!finishLine(cursor)) return false;
  if (cursor.indent > column) return scanNested(cursor, column, depth + 1);
  if (cursor.indent === column && isDash(cursor)) return scanSequence(cursor, column, depth + 1);
  addScalar(cursor.into, nodeKind.missing, place, place, true);
  return true;
}

function scanItem(cursor: Cursor, column: number, depth: number): boolean {
  const place = cursor.at;
  if (skipSpaces(cursor)) return scanNested(cursor, column, depth + 1);
  if (!finishLine(cursor)) return false;
  if (cursor.indent > column) return scanNested(cursor, column, depth + 1);
  addScalar(cursor.into, nodeKind.missing, place, place, true);
  return true;
}

/** What is behind a key or a dash, or alone on a line, and is neither a key nor a dash itself. */
function scanInline(cursor: Cursor, column: number, depth: number): boolean {
  // A deeper line would go on with this node.
  return scanOneOf(cursor, column, depth) && cursor.indent <= column;
}

function scanOneOf(cursor: Cursor, column: number, depth: number): boolean {
  switch (cursor.text.charCodeAt(cursor.at)) {
    case bar:
      return scanBlockText(cursor, column, nodeKind.literal);
    case greater:
      return scanBlockText(cursor, column, nodeKind.folded);
    case doubleQuote:
    case singleQuote:
      return scanQuoted(cursor, column) && finishLine(cursor);
    case openBracket:
    case openBrace:
      return scanFlow(cursor, column, depth + 1) && finishLine(cursor);
    default:
      return scanPlain(cursor, column);
  }
}

/** The end of the key that is here, or -1. */
function findKey(cursor: Cursor): number {
  const code = cursor.text.charCodeAt(cursor.at);
  return code === doubleQuote || code === singleQuote ? findQuotedKey(cursor) : findPlainKey(cursor);
}

/** Moves to what is behind on the same line and answers true; else moves nothing. */
function skipSpaces(cursor: Cursor): boolean {
  const at = afterSpaces(cursor.text, cursor.at, cursor.end);
  if (isBreakOrEnd(cursor, at) || (cursor.text.charCodeAt(at) === hash && at > cursor.at)) return false;
  cursor.at = at;
  return true;
}

export function isDash(cursor: Cursor): boolean {
  const { text, at } = cursor;
  return text.charCodeAt(at) === dash && (isBreakOrEnd(cursor, at + 1) || text.charCodeAt(at + 1) === space);
}
