import fc from 'fast-check';
import { minimatch } from 'minimatch';
import { RE2JS } from 're2js';
import { describe, expect, test } from 'vitest';
import { boundedGlob, boundedRegex } from '../../src/lang/bounded-regex.js';
import { compileRegex } from '../../src/lang/regex.js';

const sign = fc.constantFrom('T', 'a', '0', '_', '\\d', '[05]', '[a-c]', '[A-Z_0-9]', '[z-a]');
const repeated = fc.tuple(sign, fc.constantFrom('', '', '', '?', '*', '+')).map((parts) => parts.join(''));
const source = fc
  .tuple(fc.array(repeated, { maxLength: 6 }), fc.constantFrom('$', ''))
  .map(([signs, end]) => `^${signs.join('')}${end}`);
const name = fc.string({
  unit: fc.constantFrom('T', 'a', 'b', 'z', '0', '5', '9', '_', '-', '\n', 'é', '\u0660', 'ſ', '💥'),
});

describe('an expression of signs from the start on', () => {
  test('matches what it matches in the library', () => {
    let native = 0;
    fc.assert(
      fc.property(source, fc.array(name, { minLength: 5 }), (text, names) => {
        const bounded = boundedRegex(text);
        if (!bounded) return;
        native += 1;
        const linear = RE2JS.compile(text);
        expect(names.map((one) => bounded.test(one))).toEqual(names.map((one) => linear.test(one)));
      }),
      { numRuns: 1000 },
    );
    expect(native).toBeGreaterThan(300);
  });

  test('takes time in proportion to the text', () => {
    const text = '0'.repeat(200_000);
    const start = performance.now();
    for (const one of ['^\\d*T$', '^0?0?0?\\d+0T', '^[0-9]*[05]a'])
      expect(boundedRegex(one)!.test(text), one).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test.each([
    ...[
      '\\d*[05]$',
      '^T*a*$',
      '^a?a?a?a?$',
      '^(a)$',
      '^a|b$',
      '^.$',
      '^[^a]$',
      '^a{2}$',
      '^a*?$',
      '^\\w$',
      '^\\bT',
      '^(?i)t',
    ],
    ...['^[b-a]$', '^[a-', '^[[:alpha:]]$', '^[a-Z]$', '^é$', '^/$', ''],
  ])('%j is left to the library', (text) => {
    expect(boundedRegex(text)).toBeUndefined();
  });

  test('says where it matches, and may match a text that is known in part', () => {
    const compiled = compileRegex('^T\\d*[05]$');
    if (!compiled.ok) throw new Error(compiled.reason);
    const { regex } = compiled;
    expect([regex.test('T10'), regex.test('T11'), regex.testWhole('T5')]).toEqual([true, false, true]);
    expect(regex.find('T10')).toEqual({ index: 0, groups: ['T10'] });
    expect(regex.mayTest([{ kind: 'text', text: 'T1' }])).toBe(false);
  });
});

const globSign = fc.constantFrom('T', 'a', '0', '_', '-', '?', '[05]', '[a-c]', '[A-Z_0-9]', '[z-a]');
const glob = fc
  .tuple(fc.array(globSign, { maxLength: 4 }), fc.array(globSign, { maxLength: 3 }))
  .map(([before, behind]) => `${before.join('')}*${behind.join('')}`);

describe('a glob of one star', () => {
  test('matches what it matches in the library', () => {
    let native = 0;
    fc.assert(
      fc.property(glob, fc.array(name, { minLength: 5 }), (text, names) => {
        const bounded = boundedGlob(text);
        if (!bounded) return;
        native += 1;
        const expected = names.map((one) => minimatch(one, text, { dot: true, nonegate: true, nocomment: true }));
        expect(names.map((one) => bounded.test(one))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
    expect(native).toBeGreaterThan(100);
  });

  test.each([
    '*',
    '*a',
    'a*b*',
    'a+(b)*',
    '?a*',
    '[a]*',
    'a[!b]*',
    'a[b-a]*',
    '@(a)*',
    '{a,b}*',
    'a\\*',
    'a/*',
    'é*',
    'T',
  ])('%j is left to the library', (text) => {
    expect(boundedGlob(text)).toBeUndefined();
  });
});
