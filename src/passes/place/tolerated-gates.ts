import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import { gateOf } from '../../model/picture.js';
import type { DagPlan, Plan } from '../../model/plan.js';
import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { predecessorsAsWritten } from '../graph/topology.js';

/**
 * Reports gates behind the work of a task, in the DAG of the task, where a node that calls the DAG lets others go on although it
 * failed: what waits for the task runs although the gate said no. A gate in front of the work keeps that from running all the same.
 */
export function reportToleratedGates(
  workflow: Workflow,
  plan: Plan,
  { letsOthersGoOn: field }: EngineWords,
  report: Report,
): void {
  const gates = new Map(plan.dags.map((one) => [one.dag, gatesBehind(one)]));
  for (const dag of workflow.dags) {
    for (const node of tolerantCalls(dag)) {
      const rules = gates.get(dag.nodes[node]!.call!.dag!) ?? [];
      if (rules.length === 0 || !isAwaited(dag, node)) continue;
      const { name, span } = dag.nodes[node]!;
      for (const rule of rules)
        report(
          isOfPolicy(rule) ? 'DW485' : 'DW484',
          { rule: rule.id, node: name, dag: dag.name, field },
          { span, related: { message: 'the rule', span: rule.span } },
        );
    }
  }
}

/** Those of whole tasks; a hook for one step is about what waits for that step. */
function gatesBehind({ nodes }: DagPlan): readonly Rule[] {
  const rules = nodes.flatMap((node) =>
    node.kind === 'injected' && gateOf(node.injection) === 'gate' ? [node.injection.rule] : [],
  );
  return [...new Set(rules)].filter((rule) => rule.point === 'post_task' && isOfTasks(rule) && !rule.each);
}

function tolerantCalls({ nodes }: Dag): readonly number[] {
  // The rest of a node may be read only when it is asked for.
  return nodes.flatMap((node, at) => (node.call?.dag !== undefined && node.failable !== 'no' ? [at] : []));
}

function isAwaited(dag: Dag, node: number): boolean {
  return predecessorsAsWritten(dag).some((needs) => needs.includes(node));
}
