import { expect, test } from 'vitest';
import { createFlatDocument, type FlatDocument, nodeKind } from '../../../src/text/flat/flat-document.js';
import { scanFlat } from '../../../src/text/flat/scan-flat.js';
import { type EndOfKnown, type ItemsAgain, scanListAgain } from '../../../src/text/flat/scan-list-again.js';
import { splitStream } from '../../../src/text/yaml-stream.js';
import { createRandom, seedOfCase } from '../../random.js';
import { seed } from '../../seed.js';
import { generatedBundle, smallDocuments } from '../documents.js';
import { mutateText } from '../mutate.js';

const odd = [
  'a: 1\nsteps:\n- |\n  x\n\n  # y\n# z\n- b: >-\n    c\n\n    d\n   # e\n- - f\n  - g\n-\n- h:\n  - i\n# j\nk: l\n',
  'steps:   # one\n  - name: a # two\n    # three\n  # four\n\n  - name: b\n    run: |2\n        c\n         d\n      # e\n...\n',
  'steps:\n    -   name: "a"\n        needs: [b,\n          c]\n    -   d: e\n         f\n',
];
const texts = [...odd, ...['plain', 'mixed', 'hostile'].flatMap(documentsOf)].filter((text) => listIn(text));

function documentsOf(style: string): readonly string[] {
  return smallDocuments(generatedBundle('--tasks', '12', '--style', style)).slice(0, 12);
}

test('what is passed over because its lines are known says what a scan of all lines finds', () => {
  let agreed = 0;
  let passed = 0;
  for (const [number, text] of Array.from({ length: 60 }, () => texts)
    .flat()
    .entries()) {
    const random = createRandom(seedOfCase(seed, number));
    const before = random.chance(0.3) ? text.replaceAll('\n', '\r\n') : text;
    const after = random.chance(0.5) ? withLines(before, random.pick(texts), random) : mutateText(random, before);
    const again = listAgain(before, after);
    if (!again) continue;
    agreed += 1;
    const inFull = listIn(after);
    expect(inFull, after).toBeDefined();
    expect(again.dash, after).toEqual(inFull!.dash);
    for (const [item, node] of again.node.entries()) {
      if (node < 0) passed += 1;
      const to = inFull!.to[item]!;
      if (node >= 0) expect(again.to[item], after).toBe(to);
      else expect(after.slice(to, again.to[item]).trim().replace(/^#.*/, ''), after).toBe('');
      if (node < 0) expect(after.slice(again.to[item]), after).toMatch(/^(\r?\n|$)/);
    }
  }
  expect(agreed).toBeGreaterThan(500);
  expect(passed).toBeGreaterThan(1000);
});

/** Puts lines of one text between those of another. */
function withLines(text: string, other: string, random: ReturnType<typeof createRandom>): string {
  const lines = text.split('\n');
  const found = listIn(other)!;
  const item = random.below(found.dash.length);
  const start = other.lastIndexOf('\n', found.dash[item]!) + 1;
  const added = other.slice(start, endOfLine(other, found.to[item]!)).split('\n');
  const comment = `${' '.repeat(random.below(6))}# a comment`;
  lines.splice(random.below(lines.length), 0, ...(random.chance(0.5) ? [comment, ...added] : added));
  return lines.join('\n');
}

function listAgain(before: string, after: string): ItemsAgain | undefined {
  const list = listIn(before)!;
  const items: ItemsAgain = { count: 0, node: [], dash: [], to: [] };
  const known = new Set(list.dash.map((dash, item) => before.slice(dash, endOfLine(before, list.to[item]!))));
  const endOfKnown: EndOfKnown = (_, dash) =>
    Math.max(-1, ...[...known].filter((lines) => after.startsWith(lines, dash)).map((lines) => dash + lines.length));
  const edited = { ...placesOfEdit(before, after), dash: list.dash[0]!, to: list.to.at(-1)! };
  const slice = splitStream(before)[0]!;
  const isList = scanListAgain(createFlatDocument(), after, { text: before, slice, ...edited }, endOfKnown, items);
  return isList ? items : undefined;
}

/** What is outside of them is equal. */
function placesOfEdit(before: string, after: string): { readonly firstEdit: number; readonly lastEdit: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { firstEdit: head, lastEdit: before.length - tail };
}

/** The list of steps of a text that is one document. */
function listIn(text: string): { readonly dash: readonly number[]; readonly to: readonly number[] } | undefined {
  const slices = splitStream(text);
  const document = createFlatDocument();
  if (slices.length !== 1 || !scanFlat(document, text, slices[0]!)) return undefined;
  const list = stepsOf(document);
  if (list < 0) return undefined;
  const items: number[] = [];
  for (let item = list + 1; item < document.next[list]!; item = document.next[item]!) items.push(item);
  return { dash: items.map((item) => document.dash[item]!), to: items.map((item) => document.to[item]!) };
}

function stepsOf({ text, kind, from, to, next }: FlatDocument): number {
  if (kind[0] !== nodeKind.map) return -1;
  for (let key = 1; key < next[0]!; key = next[key + 1]!)
    if (text.slice(from[key], to[key]) === 'steps') return kind[key + 1] === nodeKind.sequence ? key + 1 : -1;
  return -1;
}

function endOfLine(text: string, at: number): number {
  const lineBreak = /\r?\n/g;
  lineBreak.lastIndex = at;
  return lineBreak.exec(text)?.index ?? text.length;
}
