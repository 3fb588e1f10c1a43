import { createRequire } from 'node:module';
import fc from 'fast-check';
import { minimatch } from 'minimatch';
import { describe, expect, test, vi } from 'vitest';
import { compilePattern } from '../../src/lang/pattern.js';

function matches(text: string, name: string): boolean {
  const pattern = compilePattern(text);
  if (!pattern.ok) throw new Error(pattern.reason);
  return pattern.matches(name);
}

const hostileNames = [
  '__proto__',
  'constructor',
  `a'b"c`,
  'line\nbreak',
  'x'.repeat(200),
  'tâche-ü',
  '.',
  '..',
  '.x',
  'a/b',
];

describe('exact', () => {
  test.each(hostileNames)('%j matches itself and nothing near it', (name) => {
    expect(matches(name, name)).toBe(true);
    expect(matches(name, `${name}x`)).toBe(false);
  });
  test('signs in front have no second meaning', () => {
    expect(matches('!x', '!x')).toBe(true);
    expect(matches('!x', 'y')).toBe(false);
    expect(matches('#c', '#c')).toBe(true);
  });
  test('a name made of glob signs is matched by its own text', () => {
    expect(matches('T[1]', 'T[1]')).toBe(true);
    expect(matches('T[1]', 'T1')).toBe(true);
  });
});

describe('glob', () => {
  test.each(hostileNames)('* matches %j', (name) => expect(matches('*', name)).toBe(true));
  test.each([
    ['T00[1-5]', 'T003', true],
    ['T00[1-5]', 'T006', false],
    ['T00?', 'T001', true],
    ['T{001,002}', 'T002', true],
    ['@(a|b)-*', 'b-1', true],
    ['!(a)', 'b', true],
    ['!(a)', 'a', false],
    ['team/*', 'team/api/T1', true],
    ['*T1', 'team/api/T1', true],
    ['*.x', '.x', true],
    ['!T*', 'T1', false],
    ['!T*', '!T1', true],
    ['#*', '#1', true],
    ['a*b', 'a\nb', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['**', 'a/b', true],
    ['constr*', 'constructor', true],
  ])('%s against %j is %s', (text, name, expected) => expect(matches(text, name)).toBe(expected));
  test('a brace bomb is refused quickly', () => {
    const pattern = compilePattern('{a,b}'.repeat(60));
    expect(pattern).toEqual({ ok: false, reason: 'its braces expand to more than 1000 alternatives' });
  });
  test.each(['*a'.repeat(60), '+(+(a))b', '*(*(*(a)))b', '!(+(a)*)*x'])('%s does not hang', (text) => {
    const start = performance.now();
    expect(matches(text, `${'a'.repeat(5000)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

describe('regex', () => {
  test('matches anywhere, as an expression, in linear time', () => {
    expect(matches('/^T\\d+$/', 'T001')).toBe(true);
    expect(matches('/api/', 'team-api-1')).toBe(true);
    const start = performance.now();
    expect(matches('/(a+)+$/', `${'a'.repeat(5000)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1000);
  });
  test('a mistake is a reason, not an exception', () => {
    expect(compilePattern('/(/')).toMatchObject({ ok: false, reason: expect.stringContaining('missing closing )') });
    expect(compilePattern('/(?!a)b/')).toMatchObject({ ok: false });
    expect(compilePattern('/(a)\\1/')).toMatchObject({ ok: false });
  });
});

test('a glob means what the library says of the same one, and its own text', () => {
  const sign = fc.constantFrom(...'abA/.-!#+@ ü*?[]{},|()\\\uFFFF\n');
  const text = fc.array(sign, { minLength: 1, maxLength: 8 }).map((signs) => signs.join(''));
  const options = { nonegate: true, nocomment: true, dot: true, platform: 'linux' } as const;
  const plain = (one: string) => one.replaceAll('/', '\uFFFF');
  fc.assert(
    fc.property(text, text, fc.boolean(), (pattern, other, isNear) => {
      fc.pre(pattern.length < 3 || !(pattern.startsWith('/') && pattern.endsWith('/')));
      const name = isNear ? pattern.replaceAll(/[*?]/g, other) : other;
      const expected = name === pattern || minimatch(plain(name), plain(pattern), options);
      const isPlain = !/[*?[\]{}\\]|[@+!]\(/.test(pattern);
      const isAll = /^\*+$/.test(pattern);
      expect(matches(pattern, name)).toBe(isPlain ? name === pattern : isAll || expected);
    }),
    { numRuns: 5000 },
  );
});

test('an empty pattern is refused', () => {
  expect(compilePattern('')).toEqual({ ok: false, reason: 'it is empty' });
});

test('100,000 names against a glob take well under a second', () => {
  const pattern = compilePattern('T*[13579]');
  if (!pattern.ok) throw new Error(pattern.reason);
  const start = performance.now();
  let hits = 0;
  for (let i = 0; i < 100_000; i++) if (pattern.matches(`T${i}`)) hits++;
  expect(hits).toBe(50_000);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('names are not taken apart as paths are, since there are many of them', () => {
  const { Minimatch } = createRequire(import.meta.url)('minimatch') as typeof import('minimatch');
  const takenApart = vi.spyOn(Minimatch.prototype, 'match');
  for (const glob of ['T*', 'T?[1-3]', '{a,T}*', 'T+(1)']) expect([glob, matches(glob, 'T11')]).toEqual([glob, true]);
  for (const glob of ['T*2', '[a-c]*']) expect([glob, matches(glob, 'T11')]).toEqual([glob, false]);
  expect(takenApart).not.toHaveBeenCalled();
  expect(matches('T*/x', 'T11/x')).toBe(true);
  expect([matches('{**,x}', 'T11'), matches('{**,x}', 'x')]).toEqual([true, true]);
});
