import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { textOf } from '../../text/yaml-access.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { type Depends, parseDepends } from './depends.js';

/**
 * Reports tasks that run where another one was left out: a gate before that one would let them by. An expression with such a
 * part holds although nothing before it went well.
 */
export function checkGates({ dag, list, spelling }: StepText, plan: DagPlan, report: Report): void {
  const gates = gatesBefore(dag, plan);
  list.steps.forEach(({ map }, index) => {
    const written = map && spelling.fieldOf(map, 'depends')?.value;
    const read = parseDepends(textOf(written) ?? '');
    if (!written || !read.ok) return;
    for (const name of metWhereLeftOut(read.tree, false)) {
      const gate = gates(name);
      if (gate === undefined) continue;
      const { start, end } = written;
      const node = dag.nodes[index]!.name;
      report('DW264', { node, other: name, hook: gate, dag: dag.name }, { span: { file: dag.file, start, end } });
      return;
    }
  });
}

/** Tasks that an expression may be fulfilled by though they never ran. */
function metWhereLeftOut(tree: Depends, isNegated: boolean): readonly string[] {
  if (tree.kind === 'not') return metWhereLeftOut(tree.inner, !isNegated);
  if (tree.kind !== 'task') return tree.parts.flatMap((part) => metWhereLeftOut(part, isNegated));
  return (tree.result === 'Omitted') !== isNegated ? [tree.name] : [];
}

/** For a task, a hook before it that others wait for. Each is looked for once. */
function gatesBefore(dag: Dag, { nodes }: DagPlan): (name: string) => string | undefined {
  const needs = new Map<string, readonly string[]>();
  const gates = new Set<string>();
  for (const node of nodes) {
    if (node.kind === 'kept') {
      const { name, needs: own } = dag.nodes[node.node]!;
      needs.set(name, node.needs ?? (own ?? []).map((need) => need.name));
    } else {
      needs.set(node.name, node.needs ?? []);
      const { rule } = node.injection;
      if (rule.await && rule.policy.onFailure !== 'continue') gates.add(node.name);
    }
  }
  return (start) => {
    const found = new Set([start]);
    for (const name of found) {
      if (gates.has(name)) return name;
      for (const need of needs.get(name) ?? []) found.add(need);
    }
    return undefined;
  };
}
