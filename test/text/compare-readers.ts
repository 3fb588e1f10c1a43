import { isDeepStrictEqual } from 'node:util';
import { checkFlat } from '../../src/text/flat/check.js';
import { createFlatDocument } from '../../src/text/flat/flat-document.js';
import { scanFlat } from '../../src/text/flat/scan-flat.js';
import { treeOf } from '../../src/text/flat/tree.js';
import { parseByLibrary } from '../../src/text/yaml.js';
import { splitStream } from '../../src/text/yaml-stream.js';

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
    const expected = parseByLibrary(text, slice);
    // Building the message of an assertion costs more than the comparison.
    if (!isDeepStrictEqual(tree, expected))
      difference ??= { text: text.slice(slice.start, slice.end), scanned: tree, expected };
  }
  const characters = slices.reduce((total, { start, end }) => total + end - start, 0);
  return { documents: slices.length, scanned, characters, charactersScanned, difference };
}

const flat = createFlatDocument();
