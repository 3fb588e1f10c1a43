import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Plan } from '../../model/plan.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { predecessorsAsWritten } from '../graph/topology.js';
import { gatesBehindTasks } from './gates-behind.js';

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
  const gates = gatesBehindTasks(plan);
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

function tolerantCalls({ nodes }: Dag): readonly number[] {
  // The rest of a node may be read only when it is asked for.
  return nodes.flatMap((node, at) => (node.call?.dag !== undefined && node.failable !== 'no' ? [at] : []));
}

function isAwaited(dag: Dag, node: number): boolean {
  return predecessorsAsWritten(dag).some((needs) => needs.includes(node));
}
