import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scalarType, scalarValue } from '../../../text/flat/values.js';
import { trimSpace } from '../../../text/trim-space.js';
import { type Field, fieldIn, isLevelOf, isOfItems, type Level, takesAnyKey } from '../field-table.js';
import { isKeyedMap } from '../keys.js';
import { bothIn, missingIn, nameOfItems, type ReadField } from '../needed-fields.js';
import { type Kind, scalarTypeOf, takesScalar } from '../value-kinds.js';
import { isTyped, valueAt } from './plain-values.js';

/** Does no version refuse the value for what it is, nor what is in it? A document with another value is read in full, and reported there. */
export function isOfField(document: FlatDocument, node: number, field: Field | undefined): boolean {
  if (!field) return true;
  const { kinds, takesAnyText, inner } = field;
  if (takesAnyText && isScalar(document.kind[node]!) && !isTyped(document, node)) return true;
  for (const kind of kinds) if (!isOfKind(document, node, kind)) return false;
  return inner === undefined || isScalar(document.kind[node]!) || isOfLevel(document, node, inner);
}

function isOfKind(document: FlatDocument, node: number, kind: Kind): boolean {
  if (isScalar(document.kind[node]!)) return isScalarOf(document, node, kind);
  const { next } = document;
  const { items, values, keys } = kind;
  if (isList(document, node)) {
    if (kind.isFilled && next[node] === node + 1) return false;
    if (items === undefined || items === 'any') return items === 'any';
    for (let item = node + 1; item < next[node]!; item = next[item]!)
      if (!isOfKind(document, item, items)) return false;
    return true;
  }
  if (values === undefined) return false;
  if (values === 'any' && keys === undefined) return true;
  for (let key = node + 1; key < next[node]!; key = next[key + 1]!) {
    if (keys && !keys.includes(scalarValue(document, key))) return false;
    if (values !== 'any' && !isOfKind(document, key + 1, values)) return false;
  }
  return true;
}

function isScalarOf(document: FlatDocument, node: number, kind: Kind): boolean {
  const core = scalarType(document, node);
  if (core === 'null') return !kind.isGiven;
  const text = scalarValue(document, node);
  const type = scalarTypeOf(document.kind[node] === nodeKind.plain, core, text);
  return type !== undefined && takesScalar(kind, type, text);
}

/** A mapping, or those of a list. */
function isOfLevel(document: FlatDocument, node: number, level: Level): boolean {
  const { next } = document;
  if (!isList(document, node)) return isMapOf(document, node, level);
  if (!isOfItems(level)) return true;
  for (let item = node + 1; item < next[node]!; item = next[item]!)
    if (!isScalar(document.kind[item]!) && !isList(document, item) && !isMapOf(document, item, level)) return false;
  return areApart(document, node, level);
}

/** Do the mappings of a list differ in the field in which they have to? */
function areApart(document: FlatDocument, list: number, level: Level): boolean {
  const key = nameOfItems(level);
  if (key === undefined) return true;
  const seen = new Set<string>();
  for (let item = list + 1; item < document.next[list]!; item = document.next[item]!) {
    const value = isScalar(document.kind[item]!) ? -1 : valueAt(document, item, key);
    if (value < 0 || !isScalar(document.kind[value]!)) continue;
    const name = scalarValue(document, value);
    if (seen.has(name)) return false;
    seen.add(name);
  }
  return true;
}

function isMapOf(document: FlatDocument, map: number, level: Level): boolean {
  const { next } = document;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!) {
    const written = scalarValue(document, key);
    if (!isFieldOrFree(level, written) || !isOfField(document, key + 1, fieldIn(level, written, 'both'))) return false;
  }
  const read = readAt(document, map);
  return missingIn(level, read, 'both') === undefined && bothIn(level, read) === undefined;
}

/** Certainly no key that a version refuses? Those of the other version are reported where versions are decided. */
function isFieldOrFree(level: Level, key: string): boolean {
  if (isKeyedMap(level)) return takesAnyKey(level, 'v2') || fieldIn(level, key, 'both') !== undefined;
  return (['v1', 'v2'] as const).every(
    (version) =>
      !isLevelOf(level, version) || takesAnyKey(level, version) || fieldIn(level, key, version) !== undefined,
  );
}

function readAt(document: FlatDocument, map: number): ReadField {
  return (key) => {
    const value = valueAt(document, map, key);
    if (value < 0) return undefined;
    if (!isScalar(document.kind[value]!))
      return { isEmpty: isList(document, value) && document.next[value] === value + 1 };
    if (scalarType(document, value) === 'null') return undefined;
    const text = scalarValue(document, value);
    return { isEmpty: trimSpace(text) === '', text };
  };
}

function isList({ kind }: FlatDocument, node: number): boolean {
  return kind[node] === nodeKind.sequence || kind[node] === nodeKind.flowSequence;
}
