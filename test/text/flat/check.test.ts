import { describe, expect, it } from 'vitest';
import { checkFlat } from '../../../src/text/flat/check.js';
import { createFlatDocument, type FlatDocument } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { splitStream } from '../../../src/text/yaml-stream.js';
import { createRandom } from '../../random.js';
import { generatedBundle, smallDocuments } from '../documents.js';

const texts = [
  'steps:\n  - name: a\n    needs: [b, {c: d}]\n  - |-\n    x\n\n     y\n  - >4\n      z\n  -\nf:\ng: {}\n',
  ...['plain', 'hostile'].flatMap((style) =>
    smallDocuments(generatedBundle('--tasks', '3', '--style', style)).slice(0, 4),
  ),
];

describe('the check of the laws', () => {
  it('finds no fault in what the scanner takes', () => {
    for (const text of texts) expect(checkFlat(scanned(text))).toEqual([]);
  });

  it.each([
    'kind',
    'from',
    'to',
    'next',
    'dash',
    'asWritten',
  ] as const)('finds each number of `%s` that is wrong', (name) => {
    const { below, pick } = createRandom(1);
    for (const text of texts) {
      const document = scanned(text);
      const { count } = document;
      const limit = { kind: 12, from: text.length, to: text.length, next: count + 2, dash: text.length, asWritten: 2 }[
        name
      ];
      const array = document[name];
      for (let node = 0; node < count; node++) {
        const right = array[node]!;
        for (const wrong of [right - 1, right + 1, below(limit), pick([...array.subarray(0, count)])]) {
          if (wrong === right || wrong < -1) continue;
          array[node] = wrong;
          expect(checkFlat(document), `${name} of node ${node} is ${wrong}, not ${right}\n${text}`).not.toEqual([]);
        }
        array[node] = right;
      }
      expect(checkFlat(document)).toEqual([]);
    }
  });
});

function scanned(text: string): FlatDocument {
  const document = createFlatDocument();
  expect(scanFlat(document, text, splitStream(text)[0]!)).toBe(true);
  return document;
}
