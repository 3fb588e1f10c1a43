import type { Plan } from '../model/plan.js';

export interface PlanLineFacts {
  readonly plans: readonly Plan[];
  /** Places that change although they are neither a new step nor a dependency. */
  readonly changedOtherwise: number;
  /** False where the text is already what it will be. */
  readonly changes: boolean;
  /** True where hooks of an earlier run are in the text; they are taken out before others are added. */
  readonly hadHooks: boolean;
}

/** What a preview ends with: `Plan: 12 steps to add in 5 DAGs, 7 dependencies rewired, 0 changed otherwise`. */
export function planLine({ plans, changedOtherwise, changes, hadHooks }: PlanLineFacts): string {
  if (!changes) return 'Plan: no changes';
  const { steps, dags, rewired } = count(plans);
  const line =
    `Plan: ${plural(steps, 'step')} to add in ${plural(dags, 'DAG')}, ` +
    `${plural(rewired, 'dependency', 'dependencies')} rewired, ${changedOtherwise} changed otherwise`;
  return hadHooks ? `${line} (counted from the workflow without the hooks of an earlier run)` : line;
}

function count(plans: readonly Plan[]) {
  const total = { steps: 0, dags: 0, rewired: 0 };
  for (const plan of plans) {
    const changed = new Set<number>();
    for (const { dag, nodes } of plan.dags) {
      const injected = nodes.filter((node) => node.kind === 'injected').length;
      total.rewired += nodes.filter((node) => node.kind === 'kept' && node.needs !== undefined).length;
      total.steps += injected;
      if (injected > 0) changed.add(dag);
    }
    for (const { dag, injections } of plan.handlers) {
      total.steps += injections.length;
      changed.add(dag);
    }
    total.dags += changed.size;
  }
  return total;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
