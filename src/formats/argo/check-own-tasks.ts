import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';

/** Reports tasks of the workflow that are written as hooks are: what expressions ask of them would be read as what hooks ask. */
export function checkOwnTasks(dag: Dag, { nodes }: DagPlan, report: Report): void {
  for (const planned of nodes) {
    if (planned.kind === 'injected') continue;
    const { name, span, readAsHook } = dag.nodes[planned.node]!;
    if (readAsHook) report('DW286', { node: name, dag: dag.name }, { span });
  }
}
