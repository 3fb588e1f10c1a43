import { createFlatDocument, type FlatDocument, isScalar, nodeKind } from '../../../text/flat/flat-document.js';
import { scanFlat } from '../../../text/flat/scan-flat.js';
import { scalarType, scalarValue } from '../../../text/flat/values.js';
import { splitStream } from '../../../text/yaml-stream.js';
import type { ReadBack } from '../../yaml-steps/read-back-steps.js';
import { createOutline, readOutline } from './outline.js';

/** Reads documents that were made from plain ones, one after another. */
export function createReadBack(): (text: string) => ReadBack | undefined {
  const document = createFlatDocument();
  const outline = createOutline();
  return (text) => {
    const slices = splitStream(text);
    if (slices.length !== 1 || !scanFlat(document, text, slices[0]!) || !readOutline(outline, document, false))
      return undefined;
    return Object.assign(outline, { text, contentOf: (step: number) => contentOf(document, outline.node[step]!) });
  };
}

function contentOf(document: FlatDocument, step: number): string {
  const { next, from, to, text } = document;
  const prints: string[] = [];
  for (let key = step + 1; key < next[step]!; key = next[key + 1]!) {
    if (text.slice(from[key], to[key]) !== 'name') prints.push(pairPrint(document, key));
  }
  return `{${prints.sort().join(',')}}`;
}

function pairPrint(document: FlatDocument, key: number): string {
  return `${JSON.stringify(scalarValue(document, key))}:${print(document, key + 1)}`;
}

/** As `fingerprint` has it of a tree. */
function print(document: FlatDocument, node: number): string {
  const { kind, next } = document;
  if (isScalar(kind[node]!))
    return scalarType(document, node) === 'null' ? 'null' : JSON.stringify(scalarValue(document, node));
  const prints: string[] = [];
  if (kind[node] === nodeKind.sequence || kind[node] === nodeKind.flowSequence) {
    for (let item = node + 1; item < next[node]!; item = next[item]!) prints.push(print(document, item));
    return `[${prints.join(',')}]`;
  }
  for (let key = node + 1; key < next[node]!; key = next[key + 1]!) prints.push(pairPrint(document, key));
  return `{${prints.sort().join(',')}}`;
}
