import { describe, expect, it } from 'vitest';
import { scanDocument } from '../../src/text/scan.js';
import { splitStream } from '../../src/text/yaml-stream.js';
import { compareReaders } from './compare-readers.js';
import { corpusMissing, corpusTexts, generatedBundle, smallDocuments } from './documents.js';
import { createMutator } from './mutate.js';

const styles = [
  { name: 'plain', text: generatedBundle('--tasks', '120', '--style', 'plain') },
  { name: 'mixed', text: generatedBundle('--tasks', '120') },
  { name: 'hostile', text: generatedBundle('--tasks', '120', '--style', 'hostile') },
  { name: 'mixed with CRLF', text: generatedBundle('--tasks', '120', '--eol', 'crlf') },
  { name: 'hostile with CRLF', text: generatedBundle('--tasks', '120', '--style', 'hostile', '--eol', 'crlf') },
  { name: 'one flat document', text: generatedBundle('--flat', '500') },
];

describe('the scanner reads what the library reads', () => {
  it.each(styles)('in a generated bundle: $name', ({ text }) => {
    const { documents, scanned } = compare(text);
    expect(scanned).toBe(documents);
  });

  it.skipIf(corpusMissing)('in real workflow files', () => {
    const counts = corpusTexts().map(({ name, text }) => compare(text, name));
    const documents = sum(counts.map((count) => count.documents));
    const scanned = sum(counts.map((count) => count.scanned));
    expect(documents).toBeGreaterThan(4_000);
    expect(scanned / documents).toBeGreaterThan(0.98);
  });

  it('in damaged documents, and gives up where the library finds a problem', () => {
    const texts = [
      ...styles.map((style) => style.text),
      ...(corpusMissing ? [] : corpusTexts().map(({ text }) => text)),
    ];
    const sound = texts.flatMap(smallDocuments);
    const { pick, mutate } = createMutator(Number(process.env.DAGWEAVE_FUZZ_SEED ?? 1));
    const rounds = Number(process.env.DAGWEAVE_FUZZ_ROUNDS ?? 5_000);
    let scanned = 0;
    for (let round = 0; round < rounds; round++) scanned += compare(mutate(pick(sound))).scanned;
    expect(scanned).toBeGreaterThan(rounds / 10);
  });
});

describe('lines within quotes and brackets may be indented less than the key, as in engines', () => {
  it.each([
    ['text that ends in front', 'a:\n  b: "x\n  y\n"\nc: 1\n'],
    ['text in a list in brackets', 'a:\n  b: ["\n    x &&\n    y \\"z\\"\n  "]\n  c: 1\n'],
    ['a list', 'a:\n  - b: [\n  x,\ny\n]\n    c: 1\n'],
    ['a mapping', 'a:\n    b: {\n  x: 1,\n  y: [1,\n2]\n  }\n'],
    ['single quotes', "a:\n  - b: 'x ''y''\n\n(z): ()\n  w'\n    c: 1\n"],
    ['lines that end in a backslash', 'a: ["\nx \\\n  y\\\\\n\\\nz\\\n w"]\n'],
    ['Windows', 'a:\r\n  b: "x\r\ny"\r\n  c: [\r\n1\r\n]\r\n'],
  ])('%s', (_, text) => {
    expect(compare(text).scanned).toBe(1);
  });

  it.each([
    ['a key', 'a:\n  b: "x\n  c: y"\n'],
    ['an entry', 'a:\n  - "x\n  - y"\n'],
  ])('but not where one looks like %s, because then the quote was forgotten', (_, text) => {
    expect(compare(text).scanned).toBe(0);
  });
});

describe('the scanner leaves to the library', () => {
  it.each([
    ['an anchor', 'a: &x 1\n'],
    ['an alias', 'a: 1\nb: *a\n'],
    ['a tag', 'a: !t 1\n'],
    ['a tab as indentation', 'a:\n\tb: 1\n'],
    ['a key that is there twice', 'a: 1\nb: 2\na: 3\n'],
    ['a key that is there twice in braces', 'a: {b: 1, b: 2}\n'],
    ['a key that is there twice, once in quotes', 'ab: 1\nb: 2\n"b": 3\n'],
    ['a key that is there twice, once with an escape', 'a: {"\\x62": 1, b: 2}\n'],
    [
      'a key that is there twice among many',
      `${Array.from({ length: 50 }, (_, key) => `k${key}: 1\n`).join('')}'k7': 2\n`,
    ],
    ['keep-chomping', 'a: |+\n  x\n\n'],
    ['a block scalar without content', 'a: |\nb: 1\n'],
    ['a plain scalar that a comment interrupts', 'a: x # c\n  y\n'],
    ['a plain scalar with a colon', 'a: b: c\n'],
    ['a line between two indentations', 'a:\n    b: 1\n  c: 2\n'],
    ['a bracket that is never closed', 'a: [1, 2\n'],
    ['a quote that is never closed', 'a: "x\n'],
    ['an escape that does not exist', 'a: "\\q"\n'],
    ['an escape that a line break interrupts', 'a: "\\u00\\\n41"\n'],
    ['a directive', '%YAML 1.2\n---\na: 1\n'],
    ['content behind the marker', '--- {a: 1}\n'],
    ['text behind the end marker', 'a: 1\n... b\n'],
    ['text far behind the end marker', `a: 1\n...${' '.repeat(200)}b\n`],
    ['a carriage return alone', 'a: 1\rb: 2\n'],
    ['deep nesting', `a: ${'['.repeat(60)}${']'.repeat(60)}\n`],
  ])('%s', (_, text) => {
    expect(scanDocument(text, splitStream(text)[0]!)).toBeUndefined();
  });
});

/** Every document that the scanner accepts must be sound and have the library's tree. */
function compare(text: string, name = ''): { documents: number; scanned: number } {
  const { difference, documents, scanned } = compareReaders(text);
  if (difference) expect(difference.scanned, `${name}\n${difference.text}`).toEqual(difference.expected);
  return { documents, scanned };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
