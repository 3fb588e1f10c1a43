import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteForDagu } from '../../../src/formats/dagu/shell.js';

test.each([
  ['T001', 'T001'],
  ['/a/b.c', '/a/b.c'],
  ['--flag', '--flag'],
  ['', "''"],
  ['two words', "'two words'"],
  ['$.totals.percent_covered', "'$.totals.percent_covered'"],
  ['$(date) costs $', "'$(date) costs $'"],
  ['$HOME ${HOME} $1 $$', "'''$''HOME ''$''{HOME} ''$''1 ''$''$'"],
  ['\\$.x', "'\\''$''.x'"],
  ["it's", "'it'\\''s'"],
  ['`id`', "''\\`'id'\\`''"],
  ['{{ y }}', "'{{ y }}'"],
])('%j is written %s', (literal, word) => expect(quoteForDagu(literal)).toBe(word));

test('nothing is left that Dagu would replace or run', () => {
  const sign = fc.constantFrom('$', '`', '\\', "'", '"', '{', '}', '(', '.', ' ', 'a', '1', '_');
  fc.assert(
    fc.property(fc.array(sign), (signs) => {
      const word = quoteForDagu(signs.join(''));
      expect(word).not.toMatch(/\$[\w{]|(?<!\\)`|\\\$/);
    }),
  );
});
