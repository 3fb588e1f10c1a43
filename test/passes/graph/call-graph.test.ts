import { expect, test } from 'vitest';
import type { Workflow } from '../../../src/model/workflow.js';
import { calledFirst, findCallCycles } from '../../../src/passes/graph/call-graph.js';

/** A DAG for each list, which calls those with these numbers. */
const calling = (...calls: readonly (readonly number[])[]) =>
  ({
    dags: calls.map((called, index) => ({ index, nodes: called.map((dag) => ({ call: { dag } })) })),
  }) as unknown as Workflow;

test.each([
  ['nobody calls', [[], []], []],
  ['a tree', [[1, 2], [3], [3], []], []],
  ['a DAG that calls itself', [[0]], [[0]]],
  ['two that call each other, called from outside', [[2], [2], [1]], [[2, 1]]],
  [
    'circles that share a DAG in their middle',
    [[1], [2, 3], [1], [0]],
    [
      [1, 2],
      [0, 1, 3],
    ],
  ],
  ['a DAG that calls the same one twice', [[1, 1], [0]], [[0, 1]]],
])('circles of calls: %s', (_, calls, cycles) => {
  expect(findCallCycles(calling(...calls))).toEqual(cycles);
});

test('called DAGs come before those that call them', () => {
  expect(calledFirst(calling([1, 2], [3], [1, 3], [], []))).toEqual([3, 4, 1, 2, 0]);
});

test('each DAG comes once, where they call each other as well', () => {
  expect([...calledFirst(calling([1], [2], [1], [1]))].sort()).toEqual([0, 1, 2, 3]);
});

test('a chain of 5,000 calls, and a circle of as many', () => {
  const chain = Array.from({ length: 5_000 }, (_, dag) => (dag === 4_999 ? [] : [dag + 1]));
  expect(calledFirst(calling(...chain)).slice(0, 2)).toEqual([4_999, 4_998]);
  expect(findCallCycles(calling(...chain))).toEqual([]);
  expect(findCallCycles(calling(...chain.with(4_999, [0])))[0]).toHaveLength(5_000);
});
