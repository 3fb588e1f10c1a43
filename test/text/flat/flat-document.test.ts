import { describe, expect, it } from 'vitest';
import { createFlatDocument, type FlatDocument, nodeKind } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { treeOf } from '../../../src/text/flat/tree.js';
import { parseByLibrary } from '../../../src/text/yaml.js';
import { splitStream } from '../../../src/text/yaml-stream.js';

describe('the arrays of a document', () => {
  it('hold what the picture beside their type shows', () => {
    expect(rows(scanned('steps:\n  - name: a\n    needs: [b]\n'))).toEqual([
      ['map', 0, 33, 9, -1],
      ['plain', 0, 5, 2, -1],
      ['sequence', 9, 33, 9, -1],
      ['map', 11, 33, 9, 9],
      ['plain', 11, 15, 5, -1],
      ['plain', 17, 18, 6, -1],
      ['plain', 23, 28, 7, -1],
      ['flowSequence', 30, 33, 9, -1],
      ['plain', 31, 32, 9, 31],
    ]);
  });

  it('tell apart each spelling of a scalar', () => {
    const document = scanned('a: x\nb: \'x\'\nc: "x"\nd: |\n  x\ne: >\n  x\nf:\ng: {}\n');
    const kinds = rows(document).map(([kind]) => kind);
    const values = ['plain', 'single', 'double', 'literal', 'folded', 'missing', 'flowMap'];
    expect(kinds).toEqual(['map', ...values.flatMap((value) => ['plain', value])]);
  });

  it('put what is missing just past its colon or dash', () => {
    const missing = rows(scanned('a:\nb:\n  -\n  - c:  # d\n')).filter(([kind]) => kind === 'missing');
    expect(missing.map(([, from, to]) => [from, to])).toEqual([
      [2, 2],
      [9, 9],
      [16, 16],
    ]);
  });

  it('are used again, and grow when a document needs more room', () => {
    const document = createFlatDocument();
    const small = 'a: [b, {c: d}]\n';
    const large = Array.from({ length: 1_000 }, (_, number) => `- name: step ${number}\n  needs: []\n`).join('');
    for (const text of [small, large, small]) {
      scan(document, text);
      expect(treeOf(document)).toEqual(parseByLibrary(text, splitStream(text)[0]!));
    }
    const { kind, from } = document;
    scan(document, large);
    expect(document.kind === kind && document.from === from).toBe(true);
  });

  it('are empty for a document that is left to the library', () => {
    const document = scanned('a: 1\n');
    const text = 'b: &c 1\n';
    expect(scanFlat(document, text, splitStream(text)[0]!)).toBe(false);
    expect(document.count).toBe(0);
  });

  it('hold offsets into the whole text, whichever document of a stream it is', () => {
    const text = 'a: 1\n---\nb: 2\n...\n';
    const document = createFlatDocument();
    expect(scanFlat(document, text, splitStream(text)[1]!)).toBe(true);
    expect([document.start, document.end]).toEqual([5, 18]);
    expect(rows(document)).toEqual([
      ['map', 9, 13, 3, -1],
      ['plain', 9, 10, 2, -1],
      ['plain', 12, 13, 3, -1],
    ]);
  });
});

function scanned(text: string): FlatDocument {
  const document = createFlatDocument();
  scan(document, text);
  return document;
}

function scan(document: FlatDocument, text: string): void {
  expect(scanFlat(document, text, splitStream(text)[0]!)).toBe(true);
}

type Row = readonly [kind: string, from: number, to: number, next: number, dash: number];

function rows({ count, kind, from, to, next, dash }: FlatDocument): readonly Row[] {
  const nameOf = (wanted: number) => Object.entries(nodeKind).find(([, number]) => number === wanted)![0];
  return Array.from({ length: count }, (_, node) => [
    nameOf(kind[node]!),
    from[node]!,
    to[node]!,
    next[node]!,
    dash[node]!,
  ]);
}
