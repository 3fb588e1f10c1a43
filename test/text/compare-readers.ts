import { isDeepStrictEqual } from 'node:util';
import { scanDocument } from '../../src/text/scan.js';
import { parseByLibrary } from '../../src/text/yaml.js';
import { splitStream } from '../../src/text/yaml-stream.js';

export interface ReaderComparison {
  readonly documents: number;
  /** How many of them the scanner took. */
  readonly scanned: number;
  readonly characters: number;
  readonly charactersScanned: number;
  /** The first document that the scanner took and that is not sound or has another tree by the library. */
  readonly difference: { readonly text: string; readonly scanned: unknown; readonly expected: unknown } | undefined;
}

/** What the scanner and the library make of each document of a text. */
export function compareReaders(text: string): ReaderComparison {
  const slices = splitStream(text);
  let scanned = 0;
  let charactersScanned = 0;
  let difference: ReaderComparison['difference'];
  for (const slice of slices) {
    const tree = scanDocument(text, slice);
    if (!tree) continue;
    scanned++;
    charactersScanned += slice.end - slice.start;
    const expected = parseByLibrary(text, slice);
    // Building the message of an assertion costs more than the comparison.
    if (!isDeepStrictEqual(tree, expected))
      difference ??= { text: text.slice(slice.start, slice.end), scanned: tree, expected };
  }
  const characters = slices.reduce((total, { start, end }) => total + end - start, 0);
  return { documents: slices.length, scanned, characters, charactersScanned, difference };
}
