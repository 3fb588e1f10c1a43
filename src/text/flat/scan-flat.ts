import { scanDocument } from '../scan.js';
import type { YamlNode } from '../yaml-node.js';
import type { DocumentSlice } from '../yaml-stream.js';
import { addNode, type FlatDocument, nodeKind } from './flat-document.js';

/** Reads a document into arrays, and answers false at all that is left to the library, sound or not. */
export function scanFlat(into: FlatDocument, text: string, slice: DocumentSlice): boolean {
  const tree = scanDocument(text, slice);
  Object.assign(into, { text, start: slice.start, end: slice.end, count: 0 });
  if (tree?.root) flatten(into, tree.root);
  return tree !== undefined;
}

function flatten(into: FlatDocument, node: YamlNode): number {
  if (node.kind === 'alias') return -1;
  const missing = node.kind === 'scalar' && node.start === node.end;
  const name = node.kind === 'scalar' ? node.style : node.flow ? (`${flowNames[node.kind]}` as const) : node.kind;
  const at = addNode(into, missing ? nodeKind.missing : nodeKind[name], node.start);
  into.to[at] = node.end;
  if (node.kind === 'map')
    for (const { key, value } of node.pairs) {
      flatten(into, key);
      flatten(into, value);
    }
  if (node.kind === 'sequence') for (const { start, value } of node.items) into.dash[flatten(into, value)] = start;
  into.next[at] = into.count;
  return at;
}

const flowNames = { map: 'flowMap', sequence: 'flowSequence' } as const;
