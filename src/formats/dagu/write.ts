import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { type DagPlan, handlersByDag, type InjectedNode, type Injection, type Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { TextEdit } from '../../model/source.js';
import type { Dag } from '../../model/workflow.js';
import type { Field } from '../../text/print-yaml.js';
import { checkSharedText } from '../yaml-steps/check-shared-text.js';
import { type TextPlace, textPlaces } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import { checkGuard } from './condition-guard.js';
import type { DaguDocument } from './document.js';
import { fieldOf, mapOf } from './fields.js';
import { handlersOf } from './handler-fields.js';
import { handlerScript } from './handler-script.js';
import { reportInheritedType } from './inherited-type.js';
import { type Replacement, replacementsIn, reportReplaced } from './own-names.js';
import { checkOwnStep } from './own-steps.js';
import type { DaguWorkflow } from './read.js';
import { stepFields } from './step-fields.js';
import { reportSurroundings, surroundingsOf } from './surroundings.js';
import { writeHandlers } from './write-handlers.js';

/**
 * Writes a plan down as edits of the files that the workflow was read from.
 * @param placeOf by the path of a file, where somebody knows already how things are written there
 */
export function writePlan(
  read: DaguWorkflow,
  plan: Plan,
  report: Report,
  placeOf: (file: string) => TextPlace = textPlaces(read.workflow.files),
): readonly TextEdit[] {
  const planned = new Set(plan.dags.map(({ dag }) => dag));
  const inHandlers = rulesInHandlers(plan);
  const reportAround = (dag: number, ofNodes: readonly Rule[]) =>
    reportSurroundings(
      read.documents.at(dag)!,
      read.workflow.dags[dag]!,
      [...ofNodes, ...(inHandlers.get(dag) ?? [])],
      report,
    );
  for (const dag of inHandlers.keys()) if (!planned.has(dag)) reportAround(dag, []);
  const check = ownNameCheck(read, plan, report);
  for (const { dag, injections } of plan.handlers)
    for (const { injection } of injections)
      if (injection.call.kind !== 'approval')
        check(dag, injection, () => handlerScript([{ injection, after: undefined }], false));
  const edits = plan.dags.flatMap((dagPlan) => {
    const { dag, nodes } = dagPlan;
    reportAround(
      dag,
      nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection.rule] : [])),
    );
    const fieldsOf = hookFields(read, dag, report);
    const checked = (node: InjectedNode) => {
      const fields = fieldsOf(node);
      check(dag, node.injection, () => scriptOf(fields));
      return fields;
    };
    return writeDag(read, dagPlan, plan.marks, { place: placeOf(read.workflow.dags[dag]!.file), checked }, report);
  });
  return [...edits, ...writeAllHandlers(read, plan, placeOf, report)];
}

function rulesInHandlers({ handlers }: Plan): ReadonlyMap<number, readonly Rule[]> {
  const rules = new Map<number, Rule[]>();
  for (const { dag, injections } of handlers)
    rules.set(dag, [...(rules.get(dag) ?? []), ...injections.map(({ injection }) => injection.rule)]);
  return rules;
}

function writeDag(
  read: DaguWorkflow,
  { dag: index, nodes }: DagPlan,
  marks: boolean,
  { place, checked }: Writing,
  report: Report,
): readonly TextEdit[] {
  const dag = read.workflow.dags[index]!;
  const document = read.documents.at(index)!;
  const { dialect } = read.version;
  const text = read.texts.at(index)!;
  const { file, written } = document;
  const others = handlersOf(document)?.map.pairs.map(({ value }) => value) ?? [];
  checkSharedText(text, { file, source: place.text, root: written, others }, nodes, report);
  if (
    dialect === 'v2' &&
    document.type === undefined &&
    document.base === undefined &&
    document.steps.shape !== 'map'
  ) {
    const firstKey = written.pairs[0]!.key.start;
    reportInheritedType(
      { dag: dag.name, span: dag.span, firstKey, lineBreak: place.lineBreak, flow: written.flow },
      report,
    );
  }
  return writeSteps(place, text, { nodes, marks }, checked, report);
}

interface Writing {
  readonly place: TextPlace;
  readonly checked: (node: InjectedNode) => readonly Field[];
}

/** Checks the texts of hooks of a policy for what Dagu 1.30 would put into them; 2.x leaves the text of a step alone. */
function ownNameCheck({ workflow, version }: DaguWorkflow, plan: Plan, report: Report) {
  const known = new Map<number, readonly Replacement[]>();
  const hooksOf = (index: number) =>
    plan.dags.flatMap(({ dag, nodes }) =>
      dag === index ? nodes.flatMap((node) => (node.kind === 'injected' ? [node.injection] : [])) : [],
    );
  const replacementsOf = (dag: number) => {
    const found = known.get(dag) ?? replacementsIn(workflow, workflow.dags[dag]!, hooksOf(dag));
    known.set(dag, found);
    return found;
  };
  return (dag: number, { rule }: Injection, text: () => string) => {
    if (version.dialect === 'v2' || !isOfPolicy(rule)) return;
    reportReplaced(text(), rule, () => replacementsOf(dag), report);
  };
}

/** What a shell is to run. */
export function scriptOf(fields: readonly Field[]): string {
  return fields
    .flatMap(({ key, value }) => (commandKeys.has(key) && typeof value === 'string' ? [value] : []))
    .join('\n');
}

const commandKeys: ReadonlySet<string> = new Set(['command', 'run']);

/** The fields that a hook of a DAG is written with. */
export function hookFields(
  { workflow, documents, version: { dialect } }: DaguWorkflow,
  index: number,
  report: Report,
): (node: InjectedNode) => readonly Field[] {
  const dag = workflow.dags[index]!;
  const document = documents.at(index)!;
  const surroundings = surroundingsOf(document, dialect);
  const place = {
    dag: dag.name,
    dialect,
    isRoot: workflow.roots.includes(index),
    isForWorkers: isForWorkers(document),
  };
  return (node) => {
    const fields = stepFields(node, surroundings);
    checkGuard(node.injection, dag.name, surroundings, report);
    checkOwnStep(node.injection, { ...place, inBackground: node.detached }, report);
    if (surroundings.oneLine) checkLines(fields, node, dag, report);
    return fields;
  };
}

function isForWorkers({ root }: DaguDocument): boolean {
  const labels = mapOf(fieldOf(root, 'workerSelector')?.value);
  return labels !== undefined && labels.pairs.length > 0;
}

function checkLines(fields: readonly Field[], node: InjectedNode, dag: Dag, report: Report): void {
  const { id, span } = node.injection.rule;
  const lines = fields.some(
    ({ key, value }) => (key === 'command' || key === 'run') && typeof value === 'string' && value.includes('\n'),
  );
  if (lines) report('DW607', { rule: id, dag: dag.name }, { span });
}

function writeAllHandlers(
  read: DaguWorkflow,
  plan: Plan,
  placeOf: (file: string) => TextPlace,
  report: Report,
): readonly TextEdit[] {
  const { dialect } = read.version;
  if (dialect === 'both') return [];
  const { marks } = plan;
  return [...handlersByDag(plan.handlers)].flatMap(([dag, handlers]) => {
    const document = read.documents.at(dag)!;
    return writeHandlers(placeOf(document.file), document, { handlers, marks }, dialect, report);
  });
}
