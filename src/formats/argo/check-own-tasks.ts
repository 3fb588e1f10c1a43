import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { beginsWithDigit } from './task-names.js';

/**
 * Reports tasks of the workflow that are written as hooks are: what expressions ask of them would be read as what hooks ask. And those
 * whose names Argo refuses once they wait for something.
 */
export function checkOwnTasks(dag: Dag, { nodes }: DagPlan, report: Report): void {
  for (const planned of nodes) {
    if (planned.kind === 'injected') continue;
    const { name, span, readAsHook, needs } = dag.nodes[planned.node]!;
    if (readAsHook) report('DW286', { node: name, dag: dag.name }, { span });
    // Those that wait for something as it is were reported.
    const waitsNow = (planned.needs ?? []).length > 0 && (needs ?? []).length === 0;
    if (waitsNow && beginsWithDigit(name)) report('DW640', { node: name, dag: dag.name }, { span });
  }
}
