import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { type Edges, predecessorsAsWritten } from '../graph/topology.js';
import { gatesBehindTasks } from './gates-behind.js';

/**
 * Reports nodes that run whatever becomes of a task before them, where a gate is behind the work of that task, in its own DAG: where the
 * gate fails, so does the task, and nothing tells that apart from any other failure of it. A node that looks at how its needs ended
 * is there to judge them; only the gate of a policy may not rely on that.
 */
export function reportPassedGates(workflow: Workflow, plan: Plan, report: Report): void {
  const passing = workflow.dags.filter(({ nodes }) => nodes.some(({ goesPast }) => goesPast));
  if (passing.length === 0) return;
  const gates = gatesBehindTasks(plan);
  for (const dag of passing) {
    const before = predecessorsAsWritten(dag);
    for (const { index, name, span, goesPast } of dag.nodes) {
      if (!goesPast) continue;
      const tasks = new Map<Rule, string[]>();
      for (const task of passedBy(dag, index, before)) {
        const { name: taskName, call, failable } = dag.nodes[task]!;
        // Where that lets others go on, it is what is wrong.
        if (failable !== 'no') continue;
        for (const rule of gates.get(call?.dag ?? -1) ?? []) tasks.set(rule, [...(tasks.get(rule) ?? []), taskName]);
      }
      for (const [rule, names] of tasks) {
        const { field, instead, judges = false } = goesPast;
        if (judges && !isOfPolicy(rule)) continue;
        report(
          isOfPolicy(rule) && !judges ? 'DW485' : 'DW484',
          { rule: rule.id, node: name, dag: dag.name, past: { tasks: names, field, instead } },
          { span, related: { message: 'the rule', span: rule.span } },
        );
      }
    }
  }
}

/** What fails, and the node runs all the same: without its own condition, it would not. */
function passedBy({ nodes }: Dag, passer: number, before: Edges): readonly number[] {
  const needs = before[passer]!;
  const { failed = needs, skipped = needs } = nodes[passer]!.goesPast!;
  const holding = stoppersOf(nodes, before, without(needs, failed), without(needs, skipped));
  return [...stoppersOf(nodes, before, needs, needs)].filter((one) => one !== passer && !holding.has(one));
}

/**
 * What keeps something from running where it fails.
 * @param failing what does so itself
 * @param skipped what does so where it is skipped, because of what it waits for
 */
function stoppersOf(
  nodes: Dag['nodes'],
  before: Edges,
  failing: readonly number[],
  skipped: readonly number[],
): ReadonlySet<number> {
  const found = new Set(failing);
  const open = new Set(skipped);
  // Nodes of one stage share a list.
  const seen = new Set<readonly number[]>();
  for (const one of open) {
    const needs = before[one]!;
    const { goesPast } = nodes[one]!;
    if (!goesPast && seen.has(needs)) continue;
    if (!goesPast) seen.add(needs);
    for (const need of goesPast ? without(needs, goesPast.failed ?? needs) : needs) found.add(need);
    for (const need of goesPast ? without(needs, goesPast.skipped ?? needs) : needs) open.add(need);
  }
  return found;
}

function without(some: readonly number[], others: readonly number[]): readonly number[] {
  if (some === others) return [];
  const out = new Set(others);
  return some.filter((one) => !out.has(one));
}
