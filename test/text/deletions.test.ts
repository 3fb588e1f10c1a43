import { expect, test } from 'vitest';
import { applyEdits, joinDeletions } from '../../src/text/edits.js';

function without(text: string, ...ranges: readonly (readonly [number, number])[]): string {
  const files = [{ path: 'a', text }];
  const deletions = ranges.map(([start, end]) => ({ file: 'a', start, end, text: '' }));
  return applyEdits(files, joinDeletions(files, deletions))[0]!.text;
}

test('deletions that touch or overlap become one', () => {
  expect(without('one\ntwo\nthree\nfour\n', [4, 8], [8, 14])).toBe('one\nfour\n');
  expect(without('one\ntwo\nthree\nfour\n', [4, 10], [8, 14])).toBe('one\nfour\n');
});

test('the last lines of a text without a final line break go with the break before them', () => {
  expect(without('one\ntwo', [4, 7])).toBe('one');
  expect(without('one\r\ntwo\r\nthree', [5, 10], [10, 15])).toBe('one');
  expect(without('one\ntwo\n', [4, 8])).toBe('one\n');
});

test('what is cut out of a line leaves the line', () => {
  expect(without('one two', [3, 7])).toBe('one');
});
