import { expect, test } from 'vitest';
import type { ShapePlan } from '../../src/pipeline/alike/shape-plan.js';
import { findWritten, type TextMemory } from '../../src/pipeline/alike/written-texts.js';

test('a text that another plan wrote is not found, and one that is found stays', () => {
  const [plan, other] = [{} as ShapePlan, {} as ShapePlan];
  const memory: TextMemory = { earlier: new Map([['name: T1\n', { plan, text: 'written' }]]), kept: new Map() };
  expect(findWritten(memory, 'name: T1\n', other)).toBeUndefined();
  expect(memory.kept.size).toBe(0);
  expect(findWritten(memory, 'name: T1\n', plan)).toBe('written');
  expect(memory.kept).toEqual(memory.earlier);
});
