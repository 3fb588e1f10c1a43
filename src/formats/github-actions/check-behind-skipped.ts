import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';

/**
 * A job that is skipped takes along all behind it. So nothing may come to be behind a job with a condition that was not there before:
 * refused is a hook between them.
 */
export function checkBehindSkipped(dag: Dag, { nodes }: DagPlan, report: Report): void {
  const conditional = dag.nodes.filter((node) => node.conditional);
  const hooks = new Map(nodes.flatMap((node) => (node.kind === 'injected' ? [[node.name, node] as const] : [])));
  if (conditional.length === 0 || hooks.size === 0) return;
  const behind = successorsIn(dag);
  const takenAlong = conditional.map(({ index, name }) => ({ name, nodes: reached(index, behind) }));
  const needsOf = new Map([...hooks.values()].map((hook) => [hook.name, jobsBefore(hook, hooks, dag)]));
  const told = new Set<string>();
  for (const node of nodes) {
    if (node.kind === 'injected' || !node.needs) continue;
    for (const need of node.needs) {
      const jobs = needsOf.get(need);
      const skipped =
        jobs && takenAlong.find((one) => !one.nodes.has(node.node) && jobs.some((job) => one.nodes.has(job)));
      if (!skipped || told.has(need)) continue;
      told.add(need);
      const { name, span } = dag.nodes[node.node]!;
      const { rule } = hooks.get(need)!.injection;
      const related = { message: 'the rule', span: rule.span };
      report('DW244', { rule: rule.id, node: name, skipped: skipped.name }, { span, related });
    }
  }
}

/** The jobs that a hook waits for, other hooks passed through. */
function jobsBefore(hook: InjectedNode, hooks: ReadonlyMap<string, InjectedNode>, dag: Dag): readonly number[] {
  const found = new Set([hook.name]);
  for (const name of found) for (const need of hooks.get(name)?.needs ?? []) found.add(need);
  return dag.nodes.flatMap(({ index, name }) => (found.has(name) ? [index] : []));
}

export function successorsIn({ nodes }: Dag): readonly (readonly number[])[] {
  const behind: number[][] = nodes.map(() => []);
  for (const { index, needs } of nodes)
    for (const { node } of needs ?? []) if (node !== undefined) behind[node]!.push(index);
  return behind;
}

/** A node and all behind it. */
function reached(from: number, edges: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set([from]);
  for (const node of found) for (const next of edges[node]!) found.add(next);
  return found;
}
