import { createFlatDocument } from './flat/flat-document.js';
import { scanFlat } from './flat/scan-flat.js';
import { treeOf } from './flat/tree.js';
import type { YamlDocument } from './yaml-node.js';
import type { DocumentSlice } from './yaml-stream.js';

/** The tree of a document that `scanFlat` reads, or `undefined`. */
export function scanDocument(text: string, slice: DocumentSlice): YamlDocument | undefined {
  const tree = scanFlat(scratch, text, slice) ? treeOf(scratch) : undefined;
  scratch.text = '';
  return tree;
}

const scratch = createFlatDocument();
