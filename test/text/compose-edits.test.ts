import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextEdit } from '../../src/model/source.js';
import { composeEdits, offsetsBefore } from '../../src/text/compose-edits.js';
import { applyEdits } from '../../src/text/edits.js';

const file = { path: 'a.yaml', text: 'abcdefghijklmnopqrstuvwxyz' };

/** Edits of a text, in order, not overlapping. */
function editsOf(length: number): fc.Arbitrary<readonly TextEdit[]> {
  const cuts = fc.uniqueArray(fc.nat(length), { maxLength: 8 });
  return fc
    .tuple(cuts, fc.array(fc.constantFrom('', 'X', 'abc', 'zzz\n'), { minLength: 4, maxLength: 4 }))
    .map(([all, texts]) => {
      const sorted = [...all].sort((a, b) => a - b);
      return texts.flatMap((text, index): TextEdit[] => {
        const [start, end] = [sorted[2 * index], sorted[2 * index + 1]];
        return start === undefined || end === undefined ? [] : [{ file: file.path, start, end, text }];
      });
    });
}

test('two rounds of edits become one that leads to the same text', () => {
  const cases = editsOf(file.text.length).chain((first) => {
    const middle = applyEdits([file], first)[0]!;
    return editsOf(middle.text.length).map((second) => ({ first, second, middle }));
  });
  fc.assert(
    fc.property(cases, ({ first, second, middle }) => {
      const composed = composeEdits([file], first, second);
      expect(applyEdits([file], composed)).toEqual(applyEdits([middle], second));
      for (const { start, end, text } of composed) expect(file.text.slice(start, end)).not.toBe(text);
    }),
  );
});

test('edits that are undone leave no edit', () => {
  const first = [{ file: 'a.yaml', start: 3, end: 6, text: '' }];
  const second = [{ file: 'a.yaml', start: 3, end: 3, text: 'def' }];
  expect(composeEdits([file], first, second)).toEqual([]);
});

test('edits that touch become one, without what they leave as it was', () => {
  const edits = [
    { file: 'a.yaml', start: 2, end: 2, text: 'X' },
    { file: 'a.yaml', start: 2, end: 4, text: 'Yd' },
    { file: 'a.yaml', start: 9, end: 11, text: 'jk' },
    { file: 'a.yaml', start: 12, end: 12, text: '' },
  ];
  expect(composeEdits([file], [], edits)).toEqual([{ file: 'a.yaml', start: 2, end: 3, text: 'XY' }]);
});

test('an offset behind edits is found where it was', () => {
  const edits = [
    { file: 'a.yaml', start: 2, end: 4, text: '' },
    { file: 'a.yaml', start: 10, end: 10, text: 'new' },
  ];
  const after = applyEdits([file], edits)[0]!.text;
  const before = offsetsBefore(edits);
  for (const letter of 'abefghijklmz') expect(file.text[before(after.indexOf(letter))]).toBe(letter);
  expect(before(after.indexOf('new') + 1)).toBe(10);
});
