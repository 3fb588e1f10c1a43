import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { predecessorsAsWritten } from '../graph/topology.js';
import { failingGates } from './failing-gates.js';
import { gatesBehindTasks } from './gates-behind.js';

/**
 * Reports gates behind the work of a task, in the DAG of the task, where a node that calls the DAG lets others go on although it
 * failed: what waits for the task runs although the gate said no. A gate in front of the work keeps that from running all the same.
 * Where a format knows what becomes of the caller's DAG, each gate counts behind whose failure others go on, or a run succeeds.
 */
export function reportToleratedGates(
  workflow: Workflow,
  plan: Plan,
  { letsOthersGoOn: field }: EngineWords,
  report: Report,
): void {
  const behindWork = gatesBehindTasks(plan);
  const failing = failingGates(workflow, plan);
  for (const dag of workflow.dags) {
    for (const node of callsWithGates(dag, failing)) {
      const { name, span, call, failable } = dag.nodes[node]!;
      const { afterFailure: after } = call!;
      const judged = behindWork.get(call!.dag!) ?? [];
      const tell = (rule: Rule, bypasses: boolean) =>
        report(
          bypasses && isOfPolicy(rule) ? 'DW485' : 'DW484',
          { rule: rule.id, node: name, dag: dag.name, field, after },
          { span, related: { message: 'the rule', span: rule.span } },
        );
      if (!after) {
        if (judged.length > 0 && failable !== 'no' && isAwaited(dag, node)) for (const rule of judged) tell(rule, true);
      } else if (after.goesOn.length > 0 || after.whyWell !== undefined) {
        const runsOn = after.goesOn.length > 0 || after.handlers.length > 0;
        for (const rule of failing.get(call!.dag!)!) tell(rule, runsOn && judged.includes(rule));
      }
    }
  }
}

function callsWithGates({ nodes }: Dag, gates: ReadonlyMap<number, unknown>): readonly number[] {
  // The rest of a node may be read only when it is asked for.
  return nodes.flatMap(({ call }, at) => (call?.dag !== undefined && gates.has(call.dag) ? [at] : []));
}

function isAwaited(dag: Dag, node: number): boolean {
  return predecessorsAsWritten(dag).some((needs) => needs.includes(node));
}
