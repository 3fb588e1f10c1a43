import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assemblePrompt } from '../../src/lang/prompt.js';
import { parseTemplate } from '../../src/lang/template.js';
import '../seed.js';

/** A prompt that holds `main`, from a library of texts by name. */
function assembled(files: Readonly<Record<string, string>>) {
  const parse = (text: string) => parseTemplate(text, 'prompt');
  return assemblePrompt(parse(files.main!), (name) => {
    const text = files[name.replace(/^(\.\/)+/, '').replace(/\.md$/, '')];
    return text === undefined ? undefined : parse(text);
  });
}

test('partials that only fan out are no circle, however often one is used', () => {
  const fan = { main: '{{> a}}{{> b}}{{> a}}', a: '{{> c}}{{> d}}', b: '{{> d}}{{> c}}{{> a}}', c: '{{> d}}', d: 'x' };
  expect(assembled(fan)).toMatchObject({ problem: undefined });
  const doubling = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`p${i}`, `{{> p${i + 1}}}{{> p${i + 1}}}`]),
  );
  expect(assembled({ main: '{{> p0}}', ...doubling, p20: 'x' }).problem).toEqual({ kind: 'too-large' });
  const chain = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`p${i}`, `{{> p${i + 1}}}`]));
  expect(assembled({ main: '{{> p0}}', ...chain, p60: 'x' }).problem).toEqual({ kind: 'too-large' });
});

test('partials without a way back are never called a circle', () => {
  const edges = fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 40 });
  fc.assert(
    fc.property(edges, (pairs) => {
      const onwards = (from: number) => pairs.filter(([a, b]) => a === from && b > a).map(([, b]) => `{{> f${b}}}`);
      const files = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`f${i}`, onwards(i).join(' ')]));
      expect(assembled({ main: '{{> f0}}', ...files }).problem?.kind).not.toBe('circle');
    }),
  );
});

test.each([
  ['a', ['a', 'a']],
  ['./a', ['a', './a']],
  ['a.md', ['a', 'a.md']],
  ['./b', ['a', './b', 'a']],
])('a partial that leads back to itself by {{> %s}} is a circle', (back, partials) => {
  expect(assembled({ main: '{{> a}}', a: `{{> ${back}}}`, b: '{{> a}}' }).problem).toEqual({
    kind: 'circle',
    partials,
  });
});
