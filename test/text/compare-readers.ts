import { isDeepStrictEqual } from 'node:util';
import { checkFlat } from '../../src/text/flat/check.js';
import { createFlatDocument } from '../../src/text/flat/flat-document.js';
import { scanFlat } from '../../src/text/flat/scan-flat.js';
import { treeOf } from '../../src/text/flat/tree.js';
import { parseByLibrary } from '../../src/text/yaml.js';
import type { YamlDocument, YamlNode, YamlScalar } from '../../src/text/yaml-node.js';
import { type DocumentSlice, splitStream } from '../../src/text/yaml-stream.js';

export interface ReaderComparison {
  readonly documents: number;
  /** How many of them the scanner took. */
  readonly scanned: number;
  readonly characters: number;
  readonly charactersScanned: number;
  /** The first document that the scanner took and that is not sound, breaks a law of its arrays or has another tree by the library. */
  readonly difference: { readonly text: string; readonly scanned: unknown; readonly expected: unknown } | undefined;
}

/** What the scanner and the library make of each document of a text. */
export function compareReaders(text: string): ReaderComparison {
  const slices = splitStream(text);
  let scanned = 0;
  let charactersScanned = 0;
  let difference: ReaderComparison['difference'];
  for (const slice of slices) {
    if (!scanFlat(flat, text, slice)) continue;
    scanned++;
    charactersScanned += slice.end - slice.start;
    const faults = checkFlat(flat);
    if (faults.length > 0) difference ??= { text: text.slice(slice.start, slice.end), scanned: faults, expected: [] };
    const tree = treeOf(flat);
    const expected = expectedTree(text, slice, tree);
    // Building the message of an assertion costs more than the comparison.
    if (!isDeepStrictEqual(tree, expected))
      difference ??= { text: text.slice(slice.start, slice.end), scanned: tree, expected };
  }
  const characters = slices.reduce((total, { start, end }) => total + end - start, 0);
  return { documents: slices.length, scanned, characters, charactersScanned, difference };
}

const flat = createFlatDocument();

/**
 * What the library reads. Other than engines it minds how lines within quotes and brackets are indented: where it has found a
 * fault, it reads the text once more with all of them indented deeply.
 */
function expectedTree(text: string, slice: DocumentSlice, { root }: YamlDocument): YamlDocument {
  const asWritten = parseByLibrary(text, slice);
  if (asWritten.problems.length === 0 || !root) return asWritten;
  const added = lineStartsWithin(text, root);
  let indented = '';
  let from = 0;
  for (const at of added) {
    indented += text.slice(from, at) + indentation;
    from = at;
  }
  indented += text.slice(from);
  const { problems, root: read } = parseByLibrary(
    indented,
    splitStream(indented)[splitStream(text).findIndex(({ start }) => start === slice.start)]!,
  );
  const placeBefore = (place: number) => {
    let shift = 0;
    for (const at of added) if (at + shift < place) shift += indentation.length;
    return place - shift;
  };
  return { start: slice.start, end: slice.end, root: read && moved(read, placeBefore), problems };
}

const indentation = ' '.repeat(60);

function lineStartsWithin(text: string, root: YamlNode): readonly number[] {
  const found = new Set<number>();
  const visit = (node: YamlNode): void => {
    const isLoose =
      node.kind === 'scalar' ? node.style === 'single' || node.style === 'double' : node.kind !== 'alias' && node.flow;
    if (isLoose)
      for (let at = text.indexOf('\n', node.start); at >= 0 && at < node.end; at = text.indexOf('\n', at + 1))
        found.add(at + 1);
    if (node.kind === 'map')
      for (const { key, value } of node.pairs) {
        visit(key);
        visit(value);
      }
    if (node.kind === 'sequence') for (const { value } of node.items) visit(value);
  };
  visit(root);
  return [...found].sort((a, b) => a - b);
}

function moved(node: YamlNode, place: (before: number) => number): YamlNode {
  const at = { start: place(node.start), end: place(node.end) };
  const from = ({ start }: { readonly start: number }) => ({ start: place(start) });
  if (node.kind === 'map') {
    const pairs = node.pairs.map((pair) => ({
      ...from(pair),
      key: moved(pair.key, place) as YamlScalar,
      value: moved(pair.value, place),
    }));
    return { ...node, ...at, pairs };
  }
  if (node.kind === 'sequence') {
    const items = node.items.map((item) => ({ ...from(item), value: moved(item.value, place) }));
    return { ...node, ...at, items };
  }
  return { ...node, ...at };
}
