import type { Dag } from '../../model/workflow.js';
import type { BaseGraph } from './border.js';

/** Nodes that may be skipped without a failure, and that then take along what waits for them. */
export function nodesThatMayBeSkipped(dag: Dag, { successors }: BaseGraph): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { index, conditional, skippable } of dag.nodes) if (conditional && !skippable) found.add(index);
  for (const node of found) {
    for (const next of successors[node]!) if (!dag.nodes[next]!.skippable) found.add(next);
  }
  return found;
}
