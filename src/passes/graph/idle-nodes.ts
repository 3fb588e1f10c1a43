import type { Dag } from '../../model/workflow.js';

/** Nodes that run only where a person or a failure starts them, or one that they need. */
export function idleNodes({ nodes }: Dag): ReadonlySet<number> {
  const idle = new Set(nodes.flatMap(({ index, idle }) => (idle === 'yes' ? [index] : [])));
  if (idle.size === 0) return idle;
  const behind = new Map<number, number[]>();
  for (const { index, needs = [], pastFailure } of nodes) {
    if (pastFailure) continue;
    for (const { node } of needs) if (node !== undefined) behind.set(node, [...(behind.get(node) ?? []), index]);
  }
  for (const node of idle) for (const next of behind.get(node) ?? []) idle.add(next);
  return idle;
}
