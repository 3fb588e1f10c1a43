import { expect, test } from 'vitest';
import { compileRegex, type LinearRegex } from '../../src/lang/regex.js';

function regex(source: string): LinearRegex {
  const compiled = compileRegex(source);
  if (!compiled.ok) throw new Error(compiled.reason);
  return compiled.regex;
}

test('finds the leftmost match with its groups', () => {
  expect(regex('(\\d+)/(\\d+)( tests)?').find('ran 17/20, then 1/2')).toEqual({
    index: 4,
    groups: ['17/20', '17', '20', undefined],
  });
  expect(regex('x').find('abc')).toBeUndefined();
});

test('tells a match anywhere from one of the whole text', () => {
  expect([regex('b').test('abc'), regex('b').testWhole('abc'), regex('a.c').testWhole('abc')]).toEqual([
    true,
    false,
    true,
  ]);
});

test.each(['(a+)+$', '(a|aa)+$', '(.*a){20}$', '(a*)*b'])('%s takes time in proportion to the text', (source) => {
  const start = performance.now();
  expect(regex(source).test(`${'a'.repeat(5000)}!`)).toBe(false);
  expect(performance.now() - start).toBeLessThan(2000);
});

test.each([
  '(',
  '[',
  'a{1000}{1000}',
  '(?=a)',
  '(a)\\1',
  '('.repeat(5000) + ')'.repeat(5000),
  'x'.repeat(20_000),
])('what cannot be compiled is a reason (%#)', (source) =>
  expect(compileRegex(source)).toMatchObject({ ok: false, reason: expect.stringMatching(/./) }));
