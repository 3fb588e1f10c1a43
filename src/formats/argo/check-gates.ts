import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import type { StepText } from '../yaml-steps/step-list.js';
import { gatesPassed } from './gates-passed.js';

/** Reports tasks that run where another one was left out, with too many gates before that one to ask for all of them. */
export function checkGates(text: StepText, plan: DagPlan, report: Report): void {
  const { dag, list, spelling } = text;
  for (const [index, passed] of gatesPassed(text, plan)) {
    const { map } = list.steps[index]!;
    const { start, end } = (map && spelling.fieldOf(map, 'depends')?.value) ?? { start: 0, end: 0 };
    const { gate: hook, other } = passed[0]!;
    const node = dag.nodes[index]!.name;
    report(
      'DW264',
      { node, other, hook, gates: passed.length, dag: dag.name },
      { span: { file: dag.file, start, end } },
    );
  }
}
