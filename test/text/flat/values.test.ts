import { describe, expect, it } from 'vitest';
import { createFlatDocument, type FlatDocument, isScalar } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { scalarType, scalarValue, spellsValue } from '../../../src/text/flat/values.js';
import { splitStream } from '../../../src/text/yaml-stream.js';
import { generatedBundle, smallDocuments } from '../documents.js';
import { createMutator } from '../mutate.js';

describe('the value of a scalar', () => {
  it.each([
    ['plain', 'x y', 'x y'],
    ['plain, on more lines', 'x \n   y\n\n\n  z', 'x y\n\nz'],
    ['plain, with the breaks of Windows', 'x\r\n  y\r\n\r\n  z', 'x y\nz'],
    ['missing', '', ''],
    ['single quotes', "'x ''y'''", "x 'y'"],
    ['single quotes, on more lines', "'x ''\n  y\n\n  ''z'", "x ' y\n'z"],
    ['double quotes', '"x\\t\\x41\\u00e9\\U0001f600\\/\\_\\e"', 'x\tA\u00e9\u{1f600}/\u00a0\u001b'],
    ['double quotes, on more lines', '"x \\\n  y \n  \\  z\n\n  w\\\\\n  v"', 'x y   z\nw\\ v'],
    ['literal', '|\n  x\n\n   y\n', 'x\n\n y\n'],
    ['literal, stripped', '|-\n  x\n  y\n\n', 'x\ny'],
    ['literal, blank lines first', '|\n\n\n  x\n', '\n\nx\n'],
    ['literal, with the breaks of Windows', '|\r\n  x\r\n\r\n  y\r\n', 'x\n\ny\n'],
    ['literal, that says its indent', '|1-\n   x\n  y\n', '  x\n y'],
    ['literal, with a comment in its header', '|2 # c\n    x\n', '  x\n'],
    ['folded', '>\n  x\n  y\n\n\n  z\n', 'x y\n\nz\n'],
  ])('%s', (_, source, value) => {
    const document = scanned(`a: ${source}`);
    expect(scalarValue(document, 2)).toBe(value);
    expect(spellsValue(document, 2, value)).toBe(true);
  });

  it.each([
    ['\ufeffa: |2\n    x\n', '  x\n'],
    ['b:\n  - a: |2\n       x\n', ' x\n'],
    ['b:\n  - |2\n       x\n', '   x\n'],
  ])('that says its indent is measured from what is around it: %j', (text, value) => {
    const document = scanned(text);
    expect(scalarValue(document, document.count - 1)).toBe(value);
  });
});

describe('the type of a scalar', () => {
  it.each([
    ['number', ['0', '-1', '+2', '1.5', '.5', '1.', '1e3', '-1.5E-3', '0o17', '0xfF', '.inf', '-.INF', '.nan', '.NaN']],
    ['boolean', ['true', 'True', 'TRUE', 'false', 'False', 'FALSE']],
    ['null', ['null', 'Null', 'NULL', '~', '']],
    [
      'string',
      ['tRUE', 'nULL', 'no', 'name', 'needs', 'trues', '1.2.3', '1 2', '0x', '-x', '~x', '"1"', "'true'", '1\n  2'],
    ],
  ] as const)('%s', (type, sources) => {
    for (const source of sources) expect([source, scalarType(scanned(`a: ${source}`), 2)]).toEqual([source, type]);
  });
});

describe('whether a scalar has a value', () => {
  it('is true of its own value alone', () => {
    const sound = ['plain', 'mixed', 'hostile'].flatMap((style) =>
      smallDocuments(generatedBundle('--tasks', '20', '--style', style)),
    );
    const { pick, mutate } = createMutator(3);
    const document = createFlatDocument();
    for (let round = 0; round < 300; round++) {
      const text = mutate(pick(sound));
      for (const slice of splitStream(text)) if (scanFlat(document, text, slice)) compareValues(document);
    }
  });

  it('is no more true of what is written where the value is another text', () => {
    const document = scanned("a: x\n  y\nb: \"x\\ty\"\nc: 'x''y'\n");
    for (const [node, source] of [
      [2, 'x\n  y'],
      [4, 'x\\ty'],
      [6, "x''y"],
    ] as const) {
      expect(document.text.slice(document.from[node], document.to[node])).toContain(source);
      expect(spellsValue(document, node, source)).toBe(false);
    }
  });
});

/** Each scalar, with the value of each of the ones around it and with what is written. */
function compareValues(document: FlatDocument): void {
  const scalars = Array.from({ length: document.count }, (_, node) => node).filter((node) =>
    isScalar(document.kind[node]!),
  );
  const values = scalars.map((node) => scalarValue(document, node));
  for (const [index, node] of scalars.entries()) {
    const value = values[index]!;
    const source = document.text.slice(document.from[node], document.to[node]);
    for (const other of [...values.slice(Math.max(0, index - 3), index + 4), source, `${value} `, value.slice(1)])
      if (spellsValue(document, node, other) !== (value === other)) expect.fail(`${source} and ${other}`);
  }
}

function scanned(text: string): FlatDocument {
  const document = createFlatDocument();
  expect(scanFlat(document, text, splitStream(text)[0]!), text).toBe(true);
  return document;
}
