import type { YamlDocument, YamlItem, YamlNode, YamlPair, YamlScalar } from '../yaml-node.js';
import { type FlatDocument, isScalar, nodeKind } from './flat-document.js';
import { scalarType, scalarValue } from './values.js';

/** The document as a tree of objects. */
export function treeOf(document: FlatDocument): YamlDocument {
  return { start: document.start, end: document.end, root: nodeOf(document, 0), problems: [] };
}

function nodeOf(document: FlatDocument, node: number): YamlNode {
  const kind = document.kind[node]!;
  if (isScalar(kind)) return scalarOf(document, node);
  const start = document.from[node]!;
  const end = document.to[node]!;
  if (kind === nodeKind.map || kind === nodeKind.flowMap)
    return {
      kind: 'map',
      start,
      end,
      anchor: undefined,
      flow: kind === nodeKind.flowMap,
      pairs: pairsOf(document, node),
    };
  const flow = kind === nodeKind.flowSequence;
  return { kind: 'sequence', start, end, anchor: undefined, flow, items: itemsOf(document, node) };
}

function pairsOf(document: FlatDocument, map: number): readonly YamlPair[] {
  const pairs: YamlPair[] = [];
  const { next } = document;
  const behind = next[map]!;
  for (let key = map + 1; key < behind; key = next[key + 1]!)
    pairs.push({ start: document.from[key]!, key: scalarOf(document, key), value: nodeOf(document, key + 1) });
  return withoutRoom(pairs);
}

function itemsOf(document: FlatDocument, sequence: number): readonly YamlItem[] {
  const items: YamlItem[] = [];
  const { next } = document;
  const behind = next[sequence]!;
  for (let item = sequence + 1; item < behind; item = next[item]!)
    items.push({ start: document.dash[item]!, value: nodeOf(document, item) });
  return withoutRoom(items);
}

function scalarOf(document: FlatDocument, node: number): YamlScalar {
  const style = styles[document.kind[node]!]!;
  return {
    kind: 'scalar',
    start: document.from[node]!,
    end: document.to[node]!,
    anchor: undefined,
    style,
    value: scalarValue(document, node),
    type: scalarType(document, node),
  };
}

/** By kind; what is missing counts as plain. */
const styles: readonly YamlScalar['style'][] = ['plain', 'single', 'double', 'literal', 'folded', 'plain'];

/** A list that grew holds room for 16 more, which is most of the memory of a tree whose collections are small. */
function withoutRoom<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.slice();
}
