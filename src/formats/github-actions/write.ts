import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagRemoval } from '../../model/mark.js';
import type { DagPlan, InjectedNode, Plan, PlannedNode } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Field } from '../../text/print-yaml.js';
import { checkSharedText } from '../yaml-steps/check-shared-text.js';
import { type TextPlace, textPlaces } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import { gatingOf } from './asked-gates.js';
import { checkHooks } from './check-hooks.js';
import { writtenCore } from './condition-text.js';
import { conditionNode } from './fields.js';
import { questionsIn, withGates } from './gate-condition.js';
import { jobConditions, stepConditions } from './hook-conditions.js';
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
    checkSharedText(text, { file: file.path, source: file.text, root, others: [] }, nodes, report);
    const edits = writeSteps(
      place,
      text,
      { nodes, marks: plan.marks },
      hookFields(read, dag, nodes, plan.marks),
      report,
    );
    return [...conditionEdits(read, place, dag, nodes), ...edits];
  });
}

/** How hooks of a DAG are written. */
export function hookFields(
  read: GithubWorkflow,
  dag: number,
  nodes: readonly PlannedNode[],
  marks: boolean,
): (node: InjectedNode) => readonly Field[] {
  const { document, texts } = read;
  if (dag === 0 && document.kind === 'workflow') {
    const conditionOf = jobConditions(read, nodes);
    return (node) => jobFields(node, marks, conditionOf, read);
  }
  const conditionOf = stepConditions(read, dag, nodes);
  const body = document.bodies[dag - 1];
  const job = body && document.outer.steps[body.jobs[0]!]!.map;
  const surroundings = surroundingsOf(document, job, texts[dag]!.list.node?.flow === true);
  return (node) => stepFields(node, marks, conditionOf, surroundings);
}

/** Conditions that let something run past a gate that failed ask for that gate. */
function conditionEdits(
  read: GithubWorkflow,
  place: TextPlace,
  dag: number,
  nodes: readonly PlannedNode[],
): readonly TextEdit[] {
  const { steps } = read.texts[dag]!.list;
  return [...gatingOf(read, dag, nodes).asked].flatMap(([node, gates]) => {
    const value = conditionNode(steps[node]!.map);
    const core = writtenCore(place.text, value);
    const { start, end, expression } = core ?? { start: 0, end: 0, expression: '' };
    if (!core || value?.kind !== 'scalar') return [];
    const isQuoted = value.style === 'single';
    const asRead = isQuoted ? expression.replaceAll("''", "'") : expression;
    const asked = withGates(asRead, gates)!;
    const front = asked.startsWith(asRead) ? '' : '(';
    const added = asked.slice(front.length + asRead.length);
    const edits = [place.replace(end, end, isQuoted ? added.replaceAll("'", "''") : added)];
    return front === '' ? edits : [place.replace(start, start, front), ...edits];
  });
}

/** Takes the questions for hooks that go out of conditions again. */
export function restoreConditions(read: GithubWorkflow, place: TextPlace, removal: DagRemoval): readonly TextEdit[] {
  const { dag, list } = read.texts[removal.dag]!;
  const gone = new Set([...removal.nodes].map((node) => dag.nodes[node]!.name));
  return dag.nodes.flatMap(({ index }) => {
    const value = removal.nodes.has(index) ? undefined : conditionNode(list.steps[index]!.map);
    const questions = questionsIn(place.text, value, (gate) => gone.has(gate));
    return questions.map(({ start, end }) => place.replace(start, end, ''));
  });
}
