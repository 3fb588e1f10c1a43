import fc, { type JsonValue } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkFlat } from '../../../src/text/flat/check.js';
import { createFlatDocument, type FlatDocument, isScalar, nodeKind } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { scalarType, scalarValue } from '../../../src/text/flat/values.js';
import { splitStream } from '../../../src/text/yaml-stream.js';
import { compareReaders } from '../compare-readers.js';

const values = fc.oneof(
  fc.array(fc.jsonValue({ stringUnit: 'binary' })),
  fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'grapheme' })),
);
const document = createFlatDocument();

describe('any value, printed, is scanned as that value', () => {
  it.each([
    ['on one line', undefined],
    ['on many lines', 2],
  ])('JSON %s', (_, indent) => {
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(scanFlat(document, text, splitStream(text)[0]!)).toBe(true);
        expect(checkFlat(document)).toEqual([]);
        expect(JSON.stringify(valueAt(document, 0))).toBe(JSON.stringify(value));
      }),
      { numRuns: 300 },
    );
  });

  it('YAML in blocks, in each style of strings', () => {
    const strings = fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED');
    const options = fc.record({
      defaultStringType: strings,
      defaultKeyType: fc.constantFrom('PLAIN', 'QUOTE_DOUBLE'),
      indent: fc.constantFrom(2, 4),
      lineWidth: fc.constantFrom(0, 20, 80),
    });
    let scanned = 0;
    fc.assert(
      fc.property(values, options, (value, printing) => {
        const { difference, ...counts } = compareReaders(stringify(value, printing));
        scanned += counts.scanned;
        expect(difference).toBeUndefined();
      }),
      { numRuns: 500 },
    );
    expect(scanned).toBeGreaterThan(100);
  });
});

function valueAt(document: FlatDocument, node: number): JsonValue {
  const kind = document.kind[node]!;
  if (isScalar(kind)) {
    const value = scalarValue(document, node);
    return scalarType(document, node) === 'string' ? value : JSON.parse(value);
  }
  const children = childrenOf(document, node);
  if (kind === nodeKind.flowSequence || kind === nodeKind.sequence)
    return children.map((child) => valueAt(document, child));
  const keys = children.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(keys.map((key) => [scalarValue(document, key), valueAt(document, key + 1)]));
}

function childrenOf({ next }: FlatDocument, node: number): readonly number[] {
  const children: number[] = [];
  for (let child = node + 1; child < next[node]!; child = next[child]!) children.push(child);
  return children;
}
