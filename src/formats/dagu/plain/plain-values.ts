import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scalarType, spellsValue } from '../../../text/flat/values.js';
import { trimSpace } from '../../../text/trim-space.js';
import { conditionKeys } from './plain-keys.js';

/**
 * A text of one line that is there and means what is written there, quotes around it apart. The engine takes blanks of any alphabet away
 * from the ends of names.
 */
export function isTextAsWritten(document: FlatDocument, node: number): boolean {
  const { text, from, to, kind, asWritten } = document;
  if (asWritten[node] === 0) return false;
  if (kind[node] === nodeKind.plain) {
    const isBare = isVisible(text.charCodeAt(from[node]!)) && isVisible(text.charCodeAt(to[node]! - 1));
    return isBare && scalarType(document, node) !== 'null';
  }
  if (kind[node] !== nodeKind.single && kind[node] !== nodeKind.double) return false;
  const start = from[node]!;
  const end = to[node]!;
  for (let at = start + 1; at < end - 1; at += 1) {
    const code = text.charCodeAt(at);
    if (code < space || code === backslash || code === singleQuote || code === doubleQuote) return false;
  }
  return end - start > 2 && isVisible(text.charCodeAt(start + 1)) && isVisible(text.charCodeAt(end - 2));
}

/** Is it surely no blank? */
function isVisible(code: number): boolean {
  return code > space && (code <= lastOfAscii || trimSpace(String.fromCharCode(code)) !== '');
}

const space = 0x20;
const doubleQuote = 0x22;
const singleQuote = 0x27;
const backslash = 0x5c;
const lastOfAscii = 0x7f;

export function textOf(document: FlatDocument, node: number): string {
  const quotes = quotesOf(document, node);
  return document.text.slice(document.from[node]! + quotes, document.to[node]! - quotes);
}

export function quotesOf({ kind }: FlatDocument, node: number): number {
  return kind[node] === nodeKind.plain ? 0 : 1;
}

/** A text that is there, and not of blanks alone. */
export function isSomeText(document: FlatDocument, node: number): boolean {
  const kind = document.kind[node]!;
  if (!isScalar(kind) || kind === nodeKind.missing) return false;
  return kind === nodeKind.plain ? scalarType(document, node) !== 'null' : showsSomething(document, node);
}

/** What begins with an escape may be blank as well. */
function showsSomething({ text, from, to, kind }: FlatDocument, node: number): boolean {
  const isQuoted = kind[node] === nodeKind.single || kind[node] === nodeKind.double;
  const end = isQuoted ? to[node]! - 1 : to[node]!;
  let at = isQuoted ? from[node]! + 1 : text.indexOf('\n', from[node]!);
  if (at < 0) return false;
  while (at < end && !isVisible(text.charCodeAt(at))) at += 1;
  return at < end && !(kind[node] === nodeKind.double && text.charCodeAt(at) === backslash);
}

/** A list of texts, of at least one. */
export function areTexts(document: FlatDocument, list: number): boolean {
  const { kind, next } = document;
  if (kind[list] !== nodeKind.sequence && kind[list] !== nodeKind.flowSequence) return false;
  for (let item = list + 1; item < next[list]!; item = next[item]!)
    if (!isSomeText(document, item) || isTyped(document, item)) return false;
  return next[list]! > list + 1;
}

/** Is it a truth value or a number? */
export function isTyped(document: FlatDocument, node: number): boolean {
  if (document.kind[node] !== nodeKind.plain) return false;
  const type = scalarType(document, node);
  return type === 'boolean' || type === 'number';
}

/** Is it a mapping with no other keys than these? */
export function hasKeys({ text, from, to, kind, next }: FlatDocument, map: number, keys: ReadonlySet<string>): boolean {
  if (kind[map] !== nodeKind.map && kind[map] !== nodeKind.flowMap) return false;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!)
    if (kind[key] !== nodeKind.plain || !keys.has(text.slice(from[key], to[key]))) return false;
  return true;
}

/** Its keys as they are written. */
export function keysIn({ text, from, to, next }: FlatDocument, map: number): readonly string[] {
  const keys: string[] = [];
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) keys.push(text.slice(from[key], to[key]));
  return keys;
}

/** One condition, or a list of some. */
export function isCondition(document: FlatDocument, value: number): boolean {
  const { kind, next } = document;
  if (isScalar(kind[value]!)) return isSomeText(document, value);
  if (kind[value] !== nodeKind.sequence && kind[value] !== nodeKind.flowSequence)
    return hasKeys(document, value, conditionKeys);
  for (let item = value + 1; item < next[value]!; item = next[item]!)
    if (isScalar(kind[item]!) ? !isSomeText(document, item) : !hasKeys(document, item, conditionKeys)) return false;
  return next[value]! > value + 1;
}

/** The value of a key; -1 without one. */
export function valueAt(document: FlatDocument, map: number, key: string): number {
  for (let at = map + 1; at < document.next[map]!; at = document.next[at + 1]!)
    if (spellsValue(document, at, key)) return at + 1;
  return -1;
}
