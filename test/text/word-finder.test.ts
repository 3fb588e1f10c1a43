import { expect, test } from 'vitest';
import { createWordFinder } from '../../src/text/word-finder.js';

const find = createWordFinder(
  () =>
    new Map([
      ['name', 1],
      ['call', 2],
      ['command', 3],
      ['', 4],
    ]),
);

test.each([
  ['name', 1],
  ['call', 2],
  ['command', 3],
  ['', 4],
  ['nam', undefined],
  ['namf', undefined],
  ['Name', undefined],
  ['commands', undefined],
  ['a much longer word', undefined],
])('%j as a piece of a text stands for %j', (word, meaning) => {
  expect(find(`name ${word} command`, 5, 5 + word.length)).toBe(meaning);
});
