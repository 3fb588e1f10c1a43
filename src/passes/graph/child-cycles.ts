import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { findCallCycles } from './call-graph.js';

/** Reports DAGs that would run themselves because a hook in them runs a DAG that calls them. Circles without a hook are reported before. */
export function checkChildCycles(workflow: Workflow, { dags }: Plan, report: Report): void {
  const children: { readonly from: number; readonly name: string; readonly rule: Rule }[] = [];
  for (const { dag, nodes } of dags) {
    for (const node of nodes) {
      if (node.kind !== 'injected' || node.injection.call.kind !== 'spawn') continue;
      children.push({ from: dag, name: node.injection.call.workflow, rule: node.injection.rule });
    }
  }
  if (children.length === 0) return;
  const index = new Map(workflow.dags.map((dag) => [dag.name, dag.index]));
  const runs = children.flatMap(({ from, name, rule }) => {
    const to = index.get(name);
    return to === undefined ? [] : [{ from, to, rule }];
  });
  if (runs.length === 0) return;
  for (const cycle of findCallCycles(withCalls(workflow, runs))) {
    const rule = runs.find(({ from, to }) => calls(cycle, from, to))?.rule;
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
    const added = [...targets.get(dag.index)!].map((to) => {
      return { ...node, call: { name: workflow.dags[to]!.name, dag: to, params, span: dag.span } };
    });
    return { ...dag, nodes: [...dag.nodes, ...added] };
  });
  return { ...workflow, dags };
}

/** Is it in this circle that one DAG calls the other? */
function calls(cycle: readonly number[], from: number, to: number): boolean {
  const at = cycle.indexOf(from);
  return at !== -1 && cycle[(at + 1) % cycle.length] === to;
}
