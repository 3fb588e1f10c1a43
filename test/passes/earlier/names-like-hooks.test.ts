import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Engine } from '../../../src/model/engine.js';
import type { Rule } from '../../../src/model/rule.js';
import { namesLikeHooks } from '../../../src/passes/earlier/names-like-hooks.js';
import { cpuTime } from '../../text/cpu-time.js';

const engine = { nameSigns: undefined } as unknown as Engine;

test.each([
  ['hook-gate', true],
  ['hook-gate-build', true],
  ['hook-gat-0123abcd', true],
  ['hook-gate-build-0123abcd', true],
  ['hook-shell-build', true],
  ['hook-gates', false],
  ['hook-gat', false],
  ['hook-gatf-0123abcd', false],
  ['gate', false],
])('a step called %s may be a hook of a rule called gate: %s', (name, isLike) => {
  expect(namesLikeHooks([rule('gate')], engine)(name)).toBe(isLike);
});

test('it is as if each rule was asked', () => {
  const label = fc.array(fc.constantFrom('a', 'b', 'c-', '-', '0a1b2c3d'), { minLength: 1, maxLength: 5 });
  const text = label.map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), text, fc.boolean(), (labels, end, isCut) => {
      const name = `hook-${end}${isCut ? '-0a1b2c3d' : ''}`;
      const uncut = /^(.+)-[0-9a-f]{8}$/.exec(name)?.[1];
      const all = [...labels, 'shell'].map((one) => `hook-${one}`);
      const expected = all.some(
        (one) => name === one || name.startsWith(`${one}-`) || (uncut !== undefined && one.startsWith(uncut)),
      );
      expect(namesLikeHooks(labels.map(rule), engine)(name)).toBe(labels.length > 0 && expected);
    }),
    { numRuns: 5000 },
  );
});

test('20,000 names beside as many rules take no more than a moment', () => {
  const rules = Array.from({ length: 20_000 }, (_, at) => rule(`rule-${at}`));
  const took = cpuTime(() => {
    const isLike = namesLikeHooks(rules, engine);
    for (let at = 0; at < 20_000; at += 1) expect(isLike(`hook-other-${at}-0123abcd`)).toBe(false);
  });
  expect(took).toBeLessThan(3000);
});

function rule(label: string): Rule {
  return { label, step: { type: 'shell', name: undefined } } as unknown as Rule;
}
