import type { Report } from '../../diagnostics/diagnostics.js';
import type { EngineWords } from '../../model/engine.js';
import type { Plan } from '../../model/plan.js';
import type { Dag, Workflow } from '../../model/workflow.js';

/**
 * Warns of hooks in a DAG whose steps all let others go on where they fail. If all of them fail, so does its run; a hook that
 * succeeds beside them is one success, and the run counts as one that succeeded in part: other handlers run, and a step that
 * calls the DAG goes on.
 */
export function warnOfToleratedFailures(
  workflow: Workflow,
  plan: Plan,
  { letsOthersGoOn: field }: EngineWords,
  report: Report,
): void {
  const plans = plan.dags.filter((one) => mayAllFail(workflow.dags[one.dag]!));
  if (plans.length === 0) return;
  const called = new Set(workflow.dags.flatMap(({ nodes }) => nodes.map(({ call }) => call?.dag)));
  for (const { dag: index, nodes } of plans) {
    const dag = workflow.dags[index]!;
    const isCalled = called.has(index);
    const rules = nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection.rule] : []));
    const first = rules[0];
    if (first)
      report(
        'DW442',
        { rule: first.id, dag: dag.name, others: new Set(rules).size - 1, isCalled, field },
        { span: first.span },
      );
  }
}

/** Do all of its steps let others go on where they fail, so that a hook there decides how its run ends? */
export function mayAllFail({ nodes }: Dag): boolean {
  return nodes.length > 0 && nodes.every(({ failable, marksSuccess }) => failable !== 'no' && !marksSuccess);
}
