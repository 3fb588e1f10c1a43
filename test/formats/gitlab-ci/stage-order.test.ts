import { expect, test } from 'vitest';
import { inOrderOfNeeds } from '../../../src/formats/gitlab-ci/stage-order.js';
import { parseYaml } from '../../../src/text/yaml.js';
import { asMap, pairOf } from '../../../src/text/yaml-access.js';

/** By stage: the job of that name in it, and the jobs that it needs. */
const ordered = (needs: Readonly<Record<string, readonly string[]>>) => {
  const jobs = Object.entries(needs).map(([stage, list]) => {
    const map = asMap(parseYaml(`needs: [${list.join(', ')}]\n`)[0]!.root)!;
    return { name: stage, stage, fields: { get: (key: string) => ({ pair: pairOf(map, key)! }) } };
  });
  return inOrderOfNeeds(Object.keys(needs), jobs).join(' ');
};

test.each([
  ['nothing is needed', { a: [], b: [], c: [] }, 'a b c'],
  ['an earlier one is needed', { a: [], b: ['a'], c: ['a', 'b'] }, 'a b c'],
  ['a later one is needed', { a: ['c'], b: [], c: [] }, 'c a b'],
  ['later ones are needed by each other', { a: ['c', 'b'], b: ['d'], c: ['b'], d: [] }, 'd b c a'],
  ['a job needs itself and one that is not there', { a: ['a', 'x'], b: [] }, 'a b'],
  ['there is no order', { a: ['b'], b: ['c'], c: ['a'], d: [] }, 'a b c d'],
])('where %s', (_, needs, expected) => {
  expect(ordered(needs)).toBe(expected);
});

test('time grows with the number of stages', () => {
  const stages = Array.from({ length: 20_000 }, (_, at) => `s${at}`);
  const chain = Object.fromEntries(stages.map((stage, at) => [stage, at + 1 < stages.length ? [`s${at + 1}`] : []]));
  const started = performance.now();
  expect(ordered(chain).startsWith('s19999 s19998')).toBe(true);
  expect(performance.now() - started).toBeLessThan(20_000);
});
