import { expect } from 'vitest';
import type { DaguRun, Probe } from './dagu.js';

/** Every call of a probe with this name, and this task where one is given. */
export function calls(run: DaguRun, name: string, task?: string): readonly Probe[] {
  return run.trace.filter((one) => one.name === name && (task === undefined || one.task === task));
}

/** Expects that all of `early` had ended before any of `late` began, and that both were there. */
export function expectBefore(early: readonly Probe[], late: readonly Probe[]): void {
  expect(early.length).toBeGreaterThan(0);
  expect(late.length).toBeGreaterThan(0);
  const end = Math.max(...early.map((one) => one.end ?? Number.POSITIVE_INFINITY));
  expect(end).toBeLessThanOrEqual(Math.min(...late.map((one) => one.begin)));
}

export function statusOf(run: DaguRun, node: string): string | undefined {
  return run.nodes.get(node)?.status;
}
