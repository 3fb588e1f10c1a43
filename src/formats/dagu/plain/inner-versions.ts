import { type FlatDocument, nodeKind } from '../../../text/flat/flat-document.js';
import { dialectOfKeyIn, innerOf, isPassedOver, type KeyedMap } from '../keys.js';
import type { Outline } from './outline.js';

/**
 * Notes which versions the keys in the value of a field are for, at any depth.
 * @returns false where a key may be another than it seems
 */
export function tellVersionsInside(outline: Outline, document: FlatDocument, value: number, of: KeyedMap): boolean {
  const { kind, next } = document;
  const isList = kind[value] === nodeKind.sequence || kind[value] === nodeKind.flowSequence;
  if (!isList) {
    if (of === 'condition' && isMap(document, value)) outline.speaksForV1 = true;
    return tellVersionsOf(outline, document, value, of);
  }
  if (of !== 'condition' && of !== 'step') return true;
  for (let item = value + 1; item < next[value]!; item = next[item]!)
    if (!tellVersionsOf(outline, document, item, of)) return false;
  return true;
}

function tellVersionsOf(outline: Outline, document: FlatDocument, map: number, of: KeyedMap): boolean {
  const { text, from, to, kind, next } = document;
  // The steps of a loop are checked one by one.
  if (of === 'foreach') return false;
  if (!isMap(document, map)) return true;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    const written = text.slice(from[key], to[key]);
    if (kind[key] !== nodeKind.plain || written === '<<' || isPassedOver(of, written, 'v1')) return false;
    const dialect = dialectOfKeyIn(of, written);
    if (of === 'step' && mayTell.has(written)) return false;
    if (dialect === 'v1') outline.speaksForV1 = true;
    if (dialect === 'v2') outline.speaksForV2 = true;
    const inner = innerOf(of, written);
    if (inner && !tellVersionsInside(outline, document, key + 1, inner)) return false;
  }
  return true;
}

/** Keys of a handler whose values may show a version. */
const mayTell: ReadonlySet<string> = new Set(['type', 'stdout', 'params']);

function isMap({ kind }: FlatDocument, node: number): boolean {
  return kind[node] === nodeKind.map || kind[node] === nodeKind.flowMap;
}
