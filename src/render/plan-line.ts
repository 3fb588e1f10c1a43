import type { Plan } from '../model/plan.js';

/** What a preview ends with: `Plan: 12 steps to add in 5 DAGs, 7 dependencies rewired, 0 changed otherwise`. */
export function planLine(plans: readonly Plan[], changedOtherwise: number): string {
  const { steps, dags, rewired } = count(plans);
  if (steps === 0 && changedOtherwise === 0) return 'Plan: no changes';
  return (
    `Plan: ${plural(steps, 'step')} to add in ${plural(dags, 'DAG')}, ` +
    `${plural(rewired, 'dependency', 'dependencies')} rewired, ${changedOtherwise} changed otherwise`
  );
}

function count(plans: readonly Plan[]): { readonly steps: number; readonly dags: number; readonly rewired: number } {
  let steps = 0;
  let dags = 0;
  let rewired = 0;
  for (const plan of plans) {
    const changed = new Set<number>();
    for (const dag of plan.dags) {
      const injected = dag.nodes.filter((node) => node.kind === 'injected').length;
      rewired += dag.nodes.filter((node) => node.kind === 'kept' && node.needs !== undefined).length;
      steps += injected;
      if (injected > 0) changed.add(dag.dag);
    }
    for (const handler of plan.handlers) {
      steps += handler.injections.length;
      if (handler.injections.length > 0) changed.add(handler.dag);
    }
    dags += changed.size;
  }
  return { steps, dags, rewired };
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
