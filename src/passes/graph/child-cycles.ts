import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { findCallCycles } from './call-graph.js';

/** Reports DAGs that would run themselves because a hook in them runs a DAG that calls them. Circles without a hook are told before. */
export function checkChildCycles(workflow: Workflow, { dags }: Plan, report: Report): void {
  const index = new Map(workflow.dags.map((dag) => [dag.name, dag.index]));
  const runs = dags.flatMap(({ dag, nodes }) =>
    nodes.flatMap((node): { from: number; to: number; rule: Rule }[] => {
      if (node.kind !== 'injected' || node.injection.call.kind !== 'spawn') return [];
      const to = index.get(node.injection.call.workflow);
      return to === undefined ? [] : [{ from: dag, to, rule: node.injection.rule }];
    }),
  );
  if (runs.length === 0) return;
  for (const cycle of findCallCycles(withCalls(workflow, runs))) {
    const rule = runs.find(({ from, to }) => isStep(cycle, from, to))?.rule;
    if (!rule) continue;
    const path = [...cycle, cycle[0]!].map((dag) => workflow.dags[dag]!.name).join(' runs ');
    report('DW432', { rule: rule.id, path }, { span: rule.span });
  }
}

/** The workflow as it would call, with what hooks run among its calls. */
function withCalls(workflow: Workflow, runs: readonly { readonly from: number; readonly to: number }[]): Workflow {
  const targets = new Map<number, Set<number>>();
  for (const { from, to } of runs) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const dags = workflow.dags.map((dag) => {
    const node = dag.nodes[0];
    if (!node || !targets.has(dag.index)) return dag;
    const params = new Set<string>();
    const calls = [...targets.get(dag.index)!].map((to) => {
      return { ...node, call: { name: workflow.dags[to]!.name, dag: to, params, span: dag.span } };
    });
    return { ...dag, nodes: [...dag.nodes, ...calls] };
  });
  return { ...workflow, dags };
}

function isStep(cycle: readonly number[], from: number, to: number): boolean {
  const at = cycle.indexOf(from);
  return at !== -1 && cycle[(at + 1) % cycle.length] === to;
}
