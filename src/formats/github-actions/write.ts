import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, InjectedNode, Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Field } from '../../text/print-yaml.js';
import { checkSharedText } from '../yaml-steps/check-shared-text.js';
import { textPlaces } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import { checkHooks } from './check-hooks.js';
import { jobFields, stepFields } from './hook-fields.js';
import type { GithubWorkflow } from './read.js';
import { surroundingsOf } from './surroundings.js';

/** Writes a plan down as edits. What is put behind a job comes behind what is put into its steps. */
export function writePlan(read: GithubWorkflow, plan: Plan, report: Report): readonly TextEdit[] {
  checkHooks(read, plan, report);
  const place = textPlaces([read.document.file])(read.document.file.path);
  return plan.dags.toReversed().flatMap(({ dag, nodes }: DagPlan) => {
    const text = read.texts[dag]!;
    const { root, file } = read.document;
    checkSharedText(text, { file: file.path, root, others: [] }, nodes, report);
    return writeSteps(place, text, { nodes, marks: plan.marks }, hookFields(read, dag, plan.marks), report);
  });
}

/** How hooks of a DAG are written. */
export function hookFields(
  { document, texts, settings }: GithubWorkflow,
  dag: number,
  marks: boolean,
): (node: InjectedNode) => readonly Field[] {
  if (dag === 0 && document.kind === 'workflow') return (node) => jobFields(node, marks, document, settings);
  const body = document.bodies[dag - 1];
  const job = body && document.outer.steps[body.jobs[0]!]!.map;
  const surroundings = surroundingsOf(document, job, texts[dag]!.list.node?.flow === true);
  return (node) => stepFields(node, marks, surroundings);
}
