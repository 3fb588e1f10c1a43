import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textWidth, wrapped } from '../../src/render/visible.js';

const words = fc.array(fc.stringMatching(/^[a-zé漢]{1,12}$/u), { minLength: 1, maxLength: 12 });

test('a wrapped text has every word, and no line wider than asked for', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 24, max: 60 }), (parts, columns) => {
      const text = wrapped(parts, ' ', columns);
      expect(text.split(/[ \n]/)).toEqual(parts);
      expect(text.split('\n').filter((line) => textWidth(line) > columns)).toEqual([]);
    }),
  );
});

test('a word that is longer than a line is cut', () => {
  expect(wrapped(['a', 'very-long-word', 'b'], ' ', 6)).toBe('a\nvery-…\nb');
});
