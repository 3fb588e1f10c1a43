import { describe, expect, it } from 'vitest';
import { createLines, dominantLineBreak, lineEndAfter, lineStartBefore } from '../../src/text/lines.js';

describe('lines of a text', () => {
  const lines = createLines('ab\r\ncd\n\nlast');

  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [4, 2, 1],
    [6, 2, 3],
    [7, 3, 1],
    [8, 4, 1],
    [12, 4, 5],
    [99, 4, 5],
  ])('offset %i is line %i, column %i', (offset, line, column) => {
    expect(lines.position(offset)).toEqual({ line, column });
  });

  it('are given without their line breaks', () => {
    expect([1, 2, 3, 4, 5].map(lines.text)).toEqual(['ab', 'cd', '', 'last', '']);
    expect(lines.count).toBe(4);
  });

  it('are found in whichever order they are asked for', () => {
    const asked = [
      ({ text }: typeof lines) => text(3),
      ({ end }: typeof lines) => end(1),
      ({ position }: typeof lines) => position(7),
      ({ start }: typeof lines) => start(4),
      ({ count }: typeof lines) => count,
      ({ position }: typeof lines) => position(0),
    ];
    const alone = asked.map((ask) => ask(createLines('ab\r\ncd\n\nlast')));
    expect(alone).toEqual(['', 2, { line: 3, column: 1 }, 8, 4, { line: 1, column: 1 }]);
    expect(asked.toReversed().map((ask) => ask(lines))).toEqual(alone.toReversed());
  });

  it('a final line break opens an empty line', () => {
    expect(createLines('a\n').position(2)).toEqual({ line: 2, column: 1 });
    expect(createLines('').position(0)).toEqual({ line: 1, column: 1 });
  });
});

describe('the line around an offset', () => {
  it.each([
    ['ab\ncd\n', 0, 0, 3],
    ['ab\ncd\n', 2, 0, 3],
    ['ab\ncd\n', 3, 3, 6],
    ['ab\ncd', 5, 3, 5],
    ['', 0, 0, 0],
  ])('%j at %i', (text, offset, start, end) => {
    expect([lineStartBefore(text, offset), lineEndAfter(text, offset)]).toEqual([start, end]);
  });
});

describe('the line break to write', () => {
  it.each([
    ['a\r\nb\r\nc\n', '\r\n'],
    ['a\nb\nc\r\n', '\n'],
    ['a\r\nb\n', '\n'],
    ['a', '\n'],
  ])('%j', (text, expected) => {
    expect(dominantLineBreak(text)).toBe(expected);
  });
});
