import { expect, test } from 'vitest';
import { nearestName } from '../../src/lang/nearest.js';

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
  ['__proto_', ['__proto__', 'constructor'], '__proto__'],
])('%s among %j means %s', (written, known, expected) => {
  expect(nearestName(written, known)).toBe(expected);
});

test('the order of the known names plays no part', () => {
  expect(nearestName('T00x', ['T002', 'T001'])).toBe('T001');
  expect(nearestName('T00x', ['T001', 'T002'])).toBe('T001');
});

test('a very long name costs nothing', () => {
  const start = performance.now();
  expect(nearestName('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toBeUndefined();
  expect(performance.now() - start).toBeLessThan(100);
});
