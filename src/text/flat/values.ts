import { parseByLibrary } from '../yaml.js';
import type { YamlNode, YamlScalar } from '../yaml-node.js';
import { splitStream } from '../yaml-stream.js';
import { type FlatDocument, nodeKind } from './flat-document.js';

/** The value of a scalar as text: quotes and escapes resolved, whatever type YAML gives it. */
export function scalarValue(document: FlatDocument, node: number): string {
  return scalarAt(document, node)?.value ?? '';
}

/** The type that YAML's core schema gives a scalar. */
export function scalarType(document: FlatDocument, node: number): YamlScalar['type'] {
  return scalarAt(document, node)?.type ?? 'null';
}

/** Is this the value of a scalar? */
export function spellsValue(document: FlatDocument, node: number, value: string): boolean {
  return scalarValue(document, node) === value;
}

function scalarAt(document: FlatDocument, node: number): YamlScalar | undefined {
  if (document.kind[node] === nodeKind.missing) return undefined;
  const slice = splitStream(document.text).find(({ start }) => start === document.start);
  return slice && find(parseByLibrary(document.text, slice).root, document.from[node]!, document.to[node]!);
}

function find(node: YamlNode | undefined, start: number, end: number): YamlScalar | undefined {
  if (!node || node.kind === 'alias' || node.start > start || node.end < end) return undefined;
  if (node.kind === 'scalar') return node.start === start && node.end === end ? node : undefined;
  const children =
    node.kind === 'map' ? node.pairs.flatMap(({ key, value }) => [key, value]) : node.items.map(({ value }) => value);
  for (const child of children) {
    const found = find(child, start, end);
    if (found) return found;
  }
  return undefined;
}
