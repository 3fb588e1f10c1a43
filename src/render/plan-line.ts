import type { Plan } from '../model/plan.js';

/**
 * What a preview ends with: `Plan: 12 steps to add in 5 DAGs, 7 dependencies rewired, 0 changed otherwise`.
 * @param changedOtherwise places that change although they are neither a new step nor a dependency
 */
export function planLine(plans: readonly Plan[], changedOtherwise: number): string {
  const { steps, dags, rewired } = count(plans);
  if (steps === 0 && changedOtherwise === 0) return 'Plan: no changes';
  return (
    `Plan: ${plural(steps, 'step')} to add in ${plural(dags, 'DAG')}, ` +
    `${plural(rewired, 'dependency', 'dependencies')} rewired, ${changedOtherwise} changed otherwise`
  );
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
