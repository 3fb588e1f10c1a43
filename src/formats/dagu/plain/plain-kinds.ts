import { type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scalarType, scalarValue } from '../../../text/flat/values.js';
import { type Field, fieldIn, type Level, neededIn } from '../field-table.js';
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
  if (!isList(document, node)) return isMapOf(document, node, level, true);
  for (let item = node + 1; item < next[node]!; item = next[item]!)
    if (!isScalar(document.kind[item]!) && !isList(document, item) && !isMapOf(document, item, level, false))
      return false;
  return true;
}

function isMapOf(document: FlatDocument, map: number, level: Level, isWhole: boolean): boolean {
  const { next } = document;
  for (let key = map + 1; key < next[map]!; key = next[key + 1]!)
    if (!isOfField(document, key + 1, fieldIn(level, scalarValue(document, key), 'both'))) return false;
  if (!isWhole) return true;
  const isThere = (key: string) => {
    const value = valueAt(document, map, key);
    return value >= 0 && scalarType(document, value) !== 'null';
  };
  return (['v1', 'v2'] as const).some((version) => neededIn(level, version).every(isThere));
}

function isList({ kind }: FlatDocument, node: number): boolean {
  return kind[node] === nodeKind.sequence || kind[node] === nodeKind.flowSequence;
}
