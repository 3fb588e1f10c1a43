import type { YamlDocument, YamlItem, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from '../yaml-node.js';
import { type FlatDocument, isScalar, nodeKind } from './flat-document.js';
import { scalarType, scalarValue } from './values.js';

/** The document as a tree of objects. */
export function treeOf(document: FlatDocument): YamlDocument {
  const root = document.count === 0 ? undefined : nodeOf(document, 0);
  return { start: document.start, end: document.end, root, problems: [] };
}

/** One node with all that is inside it. */
export function nodeOf(document: FlatDocument, first: number): YamlNode {
  const behind = document.next[first]!;
  const nodes = new Array<YamlNode>(behind);
  // From the last node to the first, because what is inside a node comes behind it.
  for (let node = behind - 1; node >= first; node--) {
    const kind = document.kind[node]!;
    if (isScalar(kind)) nodes[node] = scalarOf(document, node);
    else if (kind === nodeKind.map || kind === nodeKind.flowMap) nodes[node] = mapOf(document, node, nodes);
    else nodes[node] = sequenceOf(document, node, nodes);
  }
  return nodes[first]!;
}

function scalarOf(document: FlatDocument, node: number): YamlScalar {
  return {
    kind: 'scalar',
    start: document.from[node]!,
    end: document.to[node]!,
    anchor: undefined,
    style: styles[document.kind[node]!]!,
    value: scalarValue(document, node),
    type: scalarType(document, node),
  };
}

/** By kind; what is missing counts as plain. */
const styles: readonly YamlScalar['style'][] = ['plain', 'single', 'double', 'literal', 'folded', 'plain'];

function mapOf({ kind, from, to, next }: FlatDocument, map: number, nodes: readonly YamlNode[]): YamlMap {
  const behind = next[map]!;
  const pairs: YamlPair[] = [];
  for (let key = map + 1; key < behind; key = next[key + 1]!)
    pairs.push({ start: from[key]!, key: nodes[key] as YamlScalar, value: nodes[key + 1]! });
  const flow = kind[map] === nodeKind.flowMap;
  return { kind: 'map', start: from[map]!, end: to[map]!, anchor: undefined, flow, pairs: withoutRoom(pairs) };
}

function sequenceOf(document: FlatDocument, sequence: number, nodes: readonly YamlNode[]): YamlSequence {
  const { kind, from, to, next, dash } = document;
  const behind = next[sequence]!;
  const items: YamlItem[] = [];
  for (let item = sequence + 1; item < behind; item = next[item]!)
    items.push({ start: dash[item]!, value: nodes[item]! });
  const flow = kind[sequence] === nodeKind.flowSequence;
  const start = from[sequence]!;
  return { kind: 'sequence', start, end: to[sequence]!, anchor: undefined, flow, items: withoutRoom(items) };
}

/** A list that grew holds room for 16 more, which is most of the memory of a tree whose collections are small. */
function withoutRoom<Entry>(list: readonly Entry[]): readonly Entry[] {
  return list.slice();
}
