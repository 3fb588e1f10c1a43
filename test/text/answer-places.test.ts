import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { peelAnswer } from '../../src/text/answer.js';
import { placesIn } from '../../src/text/answer-places.js';
import { cpuTime } from './cpu-time.js';

const folder = join(import.meta.dirname, '../fixtures/text/answers');
const answers = readdirSync(folder).map(
  (name) => [name, readFileSync(join(folder, name, 'input.txt'), 'utf8')] as const,
);
const peeled = answers.filter(([, answer]) => peelAnswer(answer).peeled);

test.each(peeled)('each character of what is taken out of an answer is found in it: %s', (_, answer) => {
  const found = peelAnswer(answer);
  const place = placesIn(answer, found)!;
  const lost = [...found.text].flatMap((char, offset) => (answer[place(offset)] === char ? [] : [offset]));
  const linesLost = new Set(lost.map((offset) => found.text.slice(0, offset).split('\n').length));
  // The border between two blocks, and a line break that the last line of a block lacks.
  expect(linesLost.size).toBeLessThanOrEqual(2 * (found.blocks.length - 1) + 1);
  for (const offset of lost) expect(found.text[offset]).toMatch(/[-\r\n]/);
});

test('places ascend, and the same line twice is found twice', () => {
  const answer = 'A:\n\n```yaml\nname: a\nx: [b]\n```\nB:\n\n```yaml\nname: b\nx: [b]\n```\n';
  const found = peelAnswer(answer);
  const place = placesIn(answer, found)!;
  const second = found.text.lastIndexOf('x: [b]');
  expect(place(second)).toBe(answer.lastIndexOf('x: [b]'));
  const places = [...found.text].map((_, offset) => place(offset));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('they are found in linear time', () => {
  const answer = `Hello\n\n${'> a: [1]\n'.repeat(100_000)}> b: [2]\n`;
  const text = `${'a: [1]\n'.repeat(100_000)}b: [2]\n`;
  expect(cpuTime(() => placesIn(answer, { text, blocks: [{ start: 7, end: answer.length }] }))).toBeLessThan(3_000);
});
