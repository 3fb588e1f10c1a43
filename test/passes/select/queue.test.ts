import { expect, test } from 'vitest';
import { createQueue } from '../../../src/passes/select/queue.js';

test('the smallest number is taken first, whenever it was added', () => {
  const queue = createQueue([1, 4, 9]);
  for (const number of [7, 2, 2, 0, 8]) queue.add(number);
  expect([queue.take(), queue.take()]).toEqual([0, 1]);
  queue.add(3);
  const left = Array.from({ length: 8 }, () => queue.take());
  expect(left).toEqual([2, 2, 3, 4, 7, 8, 9, undefined]);
});
