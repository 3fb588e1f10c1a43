import type { PlannedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { successorsIn } from './check-behind-skipped.js';

/**
 * Jobs in front of the hooks in the middle that a run may skip although nothing failed, by their names, where a job asks for such a hook
 * that runs all the same: the hook has to run there, too. Elsewhere it is skipped with them, as all is that waits for it.
 */
export function skippedBeforeMiddle(dag: Dag, nodes: readonly PlannedNode[]): ReadonlySet<string> {
  const jobs = dag.nodes;
  const middle = new Set(
    nodes.flatMap((node) => (node.kind === 'injected' && node.slot === 'middle' ? [node.name] : [])),
  );
  const isAsked = nodes.some(
    (node) =>
      node.kind === 'kept' && jobs[node.node]!.pastFailure === true && node.needs?.some((name) => middle.has(name)),
  );
  if (!isAsked) return new Set();
  const skipped = new Set(jobs.flatMap(({ index, conditional }) => (conditional ? [index] : [])));
  const behind = successorsIn(dag);
  for (const one of skipped) for (const next of behind[one]!) if (!jobs[next]!.pastFailure) skipped.add(next);
  return new Set([...skipped].map((index) => jobs[index]!.name));
}
