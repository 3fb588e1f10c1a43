import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestName } from '../../src/lang/nearest.js';
import { seed } from '../seed.js';

test.each([
  ['task_idd', ['task_id', 'spec_id'], 'task_id'],
  ['post-mreg', ['pre-sync', 'post-merge'], undefined],
  ['post-mrege', ['pre-sync', 'post-merge'], 'post-merge'],
  ['POST-MERGE', ['post-merge'], 'post-merge'],
  ['T01', ['T001', 'T002'], 'T001'],
  ['ab', ['ac'], undefined],
  ['scna', ['scan'], 'scan'],
  ['biuld', ['build', 'built'], 'build'],
  ['ba', ['ab'], undefined],
  ['abcd', ['badc'], undefined],
  ['xyz', [], undefined],
  ['aAAaB0', ['aAAA-', 'aaAbAaB0'], 'aAAA-'],
  ['__proto_', ['__proto__', 'constructor'], '__proto__'],
])('%s among %j means %s', (written, known, expected) => {
  expect(nearestName(written, known)).toBe(expected);
});

test('a name of six letters or more is found with any two of them added, left out or replaced, or with two neighbours swapped', () => {
  const edit = fc.record({ at: fc.nat(), kind: fc.constantFrom('add', 'leave out', 'replace'), letter: letters });
  const edited = (name: string, { at, kind, letter }: { at: number; kind: string; letter: string }) => {
    const place = at % name.length;
    const end = kind === 'add' ? place : place + 1;
    return name.slice(0, place) + (kind === 'leave out' ? '' : letter) + name.slice(end);
  };
  const swapped = (name: string, at: number) => name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2);
  fc.assert(
    fc.property(
      fc.string({ unit: letters, minLength: 6, maxLength: 12 }),
      edit,
      edit,
      fc.nat(),
      (name, one, other, at) => {
        for (const known of [edited(edited(name, one), other), swapped(name, at % (name.length - 1))])
          expect(nearestName(name, [known])).toBe(known === name ? undefined : known);
      },
    ),
    { seed },
  );
});

const letters = fc.constantFrom('a', 'b', 'c', 'd');

test('the order of the known names plays no part', () => {
  expect(nearestName('T00x', ['T002', 'T001'])).toBe('T001');
  expect(nearestName('T00x', ['T001', 'T002'])).toBe('T001');
});

test('a very long name costs nothing', () => {
  const start = performance.now();
  expect(nearestName('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(100);
});
