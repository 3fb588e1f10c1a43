import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import { isOfPolicy } from '../../model/layer.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { AfterFailure, Dag, Workflow } from '../../model/workflow.js';
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
      if (after) {
        reportForgiven({ dag, node, after, judged, rules: failing.get(call!.dag!)! }, report);
      } else if (judged.length > 0 && failable !== 'no' && isAwaited(dag, node)) {
        for (const rule of judged) {
          const related = { message: 'the rule', span: rule.span };
          report(codeOf(rule, true), { rule: rule.id, node: name, dag: dag.name, field }, { span, related });
        }
      }
    }
  }
}

/** Gates in what a node calls, and what becomes of the DAG of the node where one of them fails. */
interface CallWithGates {
  readonly dag: Dag;
  readonly node: number;
  readonly after: AfterFailure;
  readonly rules: Iterable<Rule>;
  /** Those whose gates are behind the work. */
  readonly judged: readonly Rule[];
}

/** Reports those behind whose failure others go on, or a run succeeds. */
export function reportForgiven({ dag, node, after, rules, judged }: CallWithGates, report: Report): void {
  if (after.goesOn.length === 0 && after.whyWell === undefined) return;
  const { name, span } = dag.nodes[node]!;
  const runsOn = after.goesOn.length > 0 || after.handlers.length > 0;
  for (const rule of rules) {
    const related = { message: 'the rule', span: rule.span };
    const code = codeOf(rule, runsOn && judged.includes(rule));
    report(code, { rule: rule.id, node: name, dag: dag.name, after }, { span, related });
  }
}

function codeOf(rule: Rule, isBypassed: boolean): 'DW484' | 'DW485' {
  return isBypassed && isOfPolicy(rule) ? 'DW485' : 'DW484';
}

function callsWithGates({ nodes }: Dag, gates: ReadonlyMap<number, unknown>): readonly number[] {
  // The rest of a node may be read only when it is asked for.
  return nodes.flatMap(({ call }, at) => (call?.dag !== undefined && gates.has(call.dag) ? [at] : []));
}

function isAwaited(dag: Dag, node: number): boolean {
  return predecessorsAsWritten(dag).some((needs) => needs.includes(node));
}
