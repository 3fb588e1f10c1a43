import { type FlatDocument, nodeKind } from './flat-document.js';
import { scalarValue } from './values.js';

/** Do two pairs of a map have the same key? */
export function hasRepeatedKey(document: FlatDocument, map: number, pairs: number): boolean {
  if (pairs < 2) return false;
  if (pairs > few) return countValues(document, map) < pairs;
  const { kind, from, to, next } = document;
  const behind = next[map]!;
  for (let later = next[map + 2]!; later < behind; later = next[later + 1]!) {
    const length = kind[later] === nodeKind.plain ? to[later]! - from[later]! : -1;
    for (let earlier = map + 1; earlier < later; earlier = next[earlier + 1]!) {
      const differs = length >= 0 && kind[earlier] === nodeKind.plain && to[earlier]! - from[earlier]! !== length;
      if (!differs && isSameKey(document, earlier, later)) return true;
    }
  }
  return false;
}

/** Up to here comparing each with each is faster than a set. */
const few = 12;

function countValues(document: FlatDocument, map: number): number {
  const values = new Set<string>();
  const behind = document.next[map]!;
  for (let key = map + 1; key < behind; key = document.next[key + 1]!) values.add(scalarValue(document, key));
  return values.size;
}

function isSameKey(document: FlatDocument, one: number, other: number): boolean {
  const { text, kind, from, to, asWritten } = document;
  if (asWritten[one] === 0 || asWritten[other] === 0)
    return scalarValue(document, one) === scalarValue(document, other);
  const quoteOfOne = Number(kind[one] !== nodeKind.plain);
  const quoteOfOther = Number(kind[other] !== nodeKind.plain);
  const start = from[one]! + quoteOfOne;
  const length = to[one]! - quoteOfOne - start;
  const shift = from[other]! + quoteOfOther - start;
  if (to[other]! - quoteOfOther - start - shift !== length) return false;
  for (let at = start + length - 1; at >= start; at--)
    if (text.charCodeAt(at) !== text.charCodeAt(at + shift)) return false;
  return true;
}
