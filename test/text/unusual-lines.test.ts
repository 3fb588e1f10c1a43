import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findQuotes } from '../../src/text/markdown-quotes.js';
import { hasUnusualLine } from '../../src/text/unusual-lines.js';
import { isShapedLikeYaml } from '../../src/text/yaml-shape.js';

test.each([
  ['a mapping', 'a: b\n- c\n# d\n---\n"e": f\n', false],
  ['a sentence', 'a: b\nHere it is.\n', true],
  ['a sentence behind an odd blank', 'a: b\n\u00a0here\n', true],
  ['a sentence behind a blank', 'a: b\n  here\n', false],
  ['a quote', 'a: b\n  > c\n', true],
  ['a sign further in', 'a: b\n    > c\n', false],
  ['a comment on what is left out', 'a: b\n    # the REST\n', true],
  ['such words behind a value', 'a: b # the rest\n', false],
  ['such words behind a value and another sign', 'a: "#"\tb # # more\n', false],
  ['such words in the line below a comment', '#\na: rest\n', false],
  ['such a comment at the beginning, without an end', '\t# others', true],
  ['such a comment behind a break of another alphabet', 'a: |\n  b\u2028 # more\n', true],
])('%s: %j', (_, text, expected) => {
  expect(hasUnusualLine(text)).toBe(expected);
});

/** What the one look means, one line after another. */
function hasOneInFull(text: string): boolean {
  const words = /^[ \t]*#.*(?:rest|other|remaining|existing|previous|more)/im;
  return !isShapedLikeYaml(text) || findQuotes(text).length > 0 || words.test(text);
}

test('one look at all lines finds what looks for each kind of them find', () => {
  const piece = fc.constantFrom(
    ...['\n', '\r\n', '\r', '\u2028', ' ', '  ', '\t', '#', '# rest', 'MORE', '>', '- ', '-', 'a: b', 'Abc:', '"a":'],
    ...["'b' :", '---', '...', 'x', '\u00a0', '\ufeff', '%', '{', 'existing ', 'one other', '   ', '$', ':'],
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(text, (one) => hasUnusualLine(one) === hasOneInFull(one)),
    { numRuns: 5000 },
  );
});
