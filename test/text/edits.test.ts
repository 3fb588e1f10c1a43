import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextEdit } from '../../src/model/source.js';
import { applyEdits, bytesOutsideEditsAreEqual, inverseEdits } from '../../src/text/edits.js';
import { cpuTime } from './cpu-time.js';

const edit = (start: number, end: number, text: string, file = 'f'): TextEdit => ({ file, start, end, text });
const apply = (text: string, edits: readonly TextEdit[]) => applyEdits([{ path: 'f', text }], edits)[0]!.text;

describe('edits are spliced in', () => {
  it.each<[string, readonly TextEdit[], string]>([
    ['none', [], 'abcdef'],
    ['in any order of the list', [edit(4, 5, 'E'), edit(1, 2, 'B')], 'aBcdEf'],
    [
      'insertions at one offset in the order of the list',
      [edit(3, 3, '1'), edit(0, 0, '0'), edit(3, 3, '2')],
      '0abc12def',
    ],
    ['insertions before a replacement that starts there', [edit(3, 4, 'D'), edit(3, 3, '+')], 'abc+Def'],
    ['insertions behind a replacement that ends there', [edit(3, 3, '+'), edit(2, 3, 'C')], 'abC+def'],
    ['at both ends', [edit(6, 6, '>'), edit(0, 0, '<')], '<abcdef>'],
  ])('%s', (_, edits, expected) => {
    expect(apply('abcdef', edits)).toBe(expected);
  });

  it('each into the file that it names', () => {
    const files = [
      { path: 'a', text: 'x' },
      { path: '__proto__', text: 'y' },
    ];
    const texts = applyEdits(files, [edit(0, 0, '2', '__proto__'), edit(1, 1, '1', 'a')]).map((file) => file.text);
    expect(texts).toEqual(['x1', '2y']);
  });

  it('in linear time', () => {
    const edits = Array.from({ length: 200_000 }, (_, index) => edit(index * 5, index * 5 + 1, 'xy'));
    const text = 'abcde'.repeat(200_000);
    expect(cpuTime(() => expect(apply(text, edits)).toHaveLength(1_200_000))).toBeLessThan(5_000);
  });
});

describe('edits that cannot be meant are faults', () => {
  it.each<[string, readonly TextEdit[], string]>([
    ['overlap', [edit(1, 3, 'x'), edit(2, 4, 'y')], 'edits 1..3 and 2..4 of "f" overlap'],
    ['an insertion inside of a replacement', [edit(1, 3, 'x'), edit(2, 2, 'y')], 'edits 1..3 and 2..2 of "f" overlap'],
    ['beyond the end', [edit(5, 7, '')], 'edit 5..7 reaches beyond "f" (0..6)'],
    ['backwards', [edit(3, 2, '')], 'edit 3..2 reaches beyond "f" (0..6)'],
    ['another file', [edit(0, 0, 'x', 'g')], 'edit 0..0 names "g", which is not among the files'],
  ])('%s', (_, edits, message) => {
    expect(() => apply('abcdef', edits)).toThrow(message);
  });
});

describe('the bytes outside of edits', () => {
  it.each<[string, string, readonly TextEdit[], boolean]>([
    ['are equal', 'aXYd', [edit(1, 3, 'XY')], true],
    ['differ before an edit', 'bXYd', [edit(1, 3, 'XY')], false],
    ['differ behind an edit', 'aXYe', [edit(1, 3, 'XY')], false],
    ['miss an edit', 'abcd', [edit(1, 1, 'X')], false],
    ['have more than the edits', 'abcdX', [], false],
    ['hide an overlap', 'abcd', [edit(0, 3, 'abc'), edit(2, 4, 'd')], false],
  ])('%s', (_, output, edits, expected) => {
    expect(bytesOutsideEditsAreEqual('abcd', output, edits)).toBe(expected);
  });
});

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', 'é', '😀'), maxLength: 40 });
const textsWithEdits = texts.chain((text) =>
  fc.tuple(
    fc.constant(text),
    fc
      .array(fc.tuple(fc.nat(text.length), texts), { maxLength: 8 })
      .map((places) => places.sort(([a], [b]) => a - b))
      .map((places) =>
        places.flatMap(([start, insert], index): TextEdit[] => {
          const next = places[index + 1]?.[0] ?? text.length;
          return [edit(start, index % 2 === 0 ? next : start, insert)];
        }),
      ),
  ),
);

describe('for any text and edits', () => {
  it('the inverse edits give the text back', () => {
    fc.assert(
      fc.property(textsWithEdits, ([text, edits]) => {
        const files = [{ path: 'f', text }];
        const edited = applyEdits(files, edits);
        expect(applyEdits(edited, inverseEdits(files, edits))).toEqual(files);
      }),
    );
  });

  it('the output is the input with the edits, and a changed character shows', () => {
    fc.assert(
      fc.property(textsWithEdits, fc.nat(), ([text, edits], place) => {
        const output = apply(text, edits);
        expect(bytesOutsideEditsAreEqual(text, output, edits)).toBe(true);
        if (output === '') return;
        const at = place % output.length;
        const changed = `${output.slice(0, at)}#${output.slice(at + 1)}`;
        expect(bytesOutsideEditsAreEqual(text, changed, edits)).toBe(false);
      }),
    );
  });
});
