import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { isSoundRegex } from '../../src/lang/regex-problem.js';

const part = fc.oneof(
  fc.constantFrom('T', '0', '_', ' ', '%', '.', '-', ':', '\\d', '\\W', '\\.', '\\(', '\\-', '\\\\', '\\`', '\\^'),
  fc.constantFrom(
    '[05]',
    '[a-c]',
    '[A-Z_0-9]',
    '[z-a]',
    '[9-0b-z]',
    '[a-Z]',
    '(',
    '(?:',
    '(?i)',
    ')',
    '|',
    '^',
    '$',
    '{2}',
    '{',
    '\\1',
    '\\z',
    '\\_',
    '[',
  ),
);
const source = fc
  .array(fc.tuple(part, fc.constantFrom('', '', '', '*', '+?', '??', '**')), { maxLength: 8 })
  .map((parts) => parts.flat().join(''));

describe('an expression of single signs and groups of them', () => {
  test('is one that the library takes', () => {
    let sound = 0;
    fc.assert(
      fc.property(source, (text) => {
        if (!isSoundRegex(text)) return;
        sound += 1;
        expect(() => RE2JS.compile(text), text).not.toThrow();
      }),
      { numRuns: 20_000 },
    );
    expect(sound).toBeGreaterThan(1000);
  });

  test.each([
    'TOTAL.* (\\d+)%',
    'score: ([0-5]?[0-9]+)(?:ab)?/100$',
    '^(?:line|branch)-rate="(\\d)"',
    'a|b',
    '(\\d+?)|',
    '[a-z]+',
  ])('%j is seen to be sound', (text) => {
    expect(isSoundRegex(text)).toBe(true);
  });

  test.each([
    '(?=a)',
    '(a)\\1',
    'a{3}',
    '((a))',
    '[^a]',
    '[z-a]',
    'é',
    '(',
    ')',
    '*a',
    'a**',
    'a*??',
    '(?i)a',
    '\\pL',
    '\\Qa',
  ])('%j is left to the library', (text) => {
    expect(isSoundRegex(text)).toBe(false);
  });

  test('takes time in proportion to the text', () => {
    const start = performance.now();
    for (const one of ['('.repeat(400), '(a'.repeat(250), 'a*'.repeat(249), `(${'a?'.repeat(240)}`, '|'.repeat(499)])
      for (let round = 0; round < 100; round += 1) isSoundRegex(`${one}{`);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
