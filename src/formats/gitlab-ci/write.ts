import type { Report } from '../../diagnostics/diagnostics.js';
import type { Removal } from '../../model/mark.js';
import { type DagPlan, handlersByDag, type Plan } from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Fingerprints } from '../../model/workflow.js';
import { joinDeletions } from '../../text/edits.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { checkRepeats, checkSharedText } from '../yaml-steps/check-shared-text.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { fingerprintWithout, stepPrints } from '../yaml-steps/fingerprint.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import { type TextPlace, textPlaces } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import { checkAlways } from './check-always.js';
import { checkBetween } from './check-between.js';
import { checkHook, checkKept } from './check-hooks.js';
import { checkShell } from './check-shell.js';
import { checkUnread } from './check-unread.js';
import { endPrints, eraseEnds, writeEnds } from './end-hooks.js';
import { hookFields } from './hook-fields.js';
import { mergesAbove } from './merged.js';
import { withOptionalHooks } from './optional-hooks.js';
import type { Pipeline } from './pipeline.js';
import { unwrapScript, wrapScript } from './wrapped-script.js';

/** Writes a plan down as edits. The commands of a job come before what is put behind the job. */
export function writePlan(pipeline: Pipeline, plan: Plan, report: Report): readonly TextEdit[] {
  const { dags, marks } = plan;
  const place = textPlaces([pipeline.file])(pipeline.file.path);
  const known = mergesAbove([...pipeline.document.pieces.values()], 'script');
  const write = (dag: DagPlan) => writeDag(pipeline, place, dag, marks, known, report);
  const bodies = dags.filter(({ dag }) => dag > 0).toReversed();
  return [
    ...bodies.flatMap(write),
    ...writeEnds(pipeline, place, plan, report),
    ...dags.filter(({ dag }) => dag === 0).flatMap(write),
  ];
}

function writeDag(
  pipeline: Pipeline,
  place: TextPlace,
  { dag, nodes }: DagPlan,
  marks: boolean,
  known: ReadonlySet<YamlNode>,
  report: Report,
): readonly TextEdit[] {
  const { file, document, texts, bodies } = pipeline;
  const text = texts[dag]!;
  const fieldsOf = hookFields(pipeline, dag, nodes);
  for (const node of nodes) {
    if (node.kind === 'injected') checkHook(node, nodes, text.dag, pipeline, report);
    else if (dag === 0) checkKept(node, nodes, pipeline, report);
  }
  const repeating = { file: file.path, source: file.text, root: document.root };
  if (dag === 0) {
    checkAlways(text.dag, nodes, pipeline, report);
    checkUnread(nodes, pipeline, report);
    checkBetween(nodes, pipeline, report);
    checkShell(nodes, pipeline, report);
    checkSharedText(text, { ...repeating, others: [] }, nodes, report);
    return writeSteps(place, withOptionalHooks(text, nodes, document), { nodes, marks }, fieldsOf, report);
  }
  const body = bodies[dag - 1]!;
  const { script, job } = body;
  checkRepeats(repeating, [script.kind === 'list' ? script.list : job.map], known, report);
  if (script.kind !== 'list')
    return wrapScript(place, { script, job, key: 'script' }, text, { nodes, marks }, fieldsOf);
  return writeSteps(place, text, { nodes, marks }, fieldsOf, report);
}

/** Takes out what earlier runs put in. */
export function erase(pipeline: Pipeline, { dags, handlers }: Removal): readonly TextEdit[] {
  const { file, document, texts, bodies } = pipeline;
  const placeOf = textPlaces([file]);
  const marks = readNodeMarks([file], texts);
  const taken = new Map(dags.map(({ dag, nodes }) => [dag, nodes]));
  const unwrapped = bodies.map((body, at) =>
    unwrapScript(placeOf(file.path), { ...body, key: 'script' }, document, taken.get(at + 1) ?? new Set()),
  );
  const others = dags.filter(({ dag }) => !unwrapped[dag - 1]?.isWhole);
  const edits = [...unwrapped.flatMap((one) => one.edits), ...eraseSteps(placeOf, texts, others, marks)];
  const place = placeOf(file.path);
  return joinDeletions([file], [...edits, ...eraseClosed(pipeline, place), ...eraseEnds(pipeline, place, handlers)]);
}

/** Takes hooks with marks out of commands that take none any more; those that were edited by hand stay. */
function eraseClosed({ file, document, closed }: Pipeline, place: TextPlace): readonly TextEdit[] {
  const texts = closed.map(({ text }) => text);
  const marks = readNodeMarks([file], texts);
  return closed.flatMap((list, dag) => {
    const nodes = new Set(marks.nodes.flatMap((mark) => (mark.dag === dag && mark.intact ? [mark.node] : [])));
    if (nodes.size === 0) return [];
    const { edits, isWhole } = unwrapScript(place, list, document, nodes);
    if (isWhole) return edits;
    const removal = { dag, nodes, needs: new Map(), cut: new Set<number>(), empty: new Map(), bare: new Set<number>() };
    return [...edits, ...eraseSteps(() => place, texts, [{ ...removal, names: new Map() }], { ...marks, stray: [] })];
  });
}

export function fingerprints(pipeline: Pipeline, plan: Plan | undefined): Fingerprints {
  const { file, document, texts } = pipeline;
  const jobs = new Set(document.jobs.map(({ name }) => name));
  const planned = new Map(plan?.dags.map(({ dag, nodes }) => [dag, nodes]));
  const handlers = handlersByDag(plan?.handlers ?? []);
  return texts.map((text, dag) => ({
    rest: dag === 0 ? fingerprintWithout(document.root, (key) => jobs.has(key)) : '',
    handlers: endPrints(pipeline, dag, handlers.get(dag)),
    ...stepPrints(file.text, text, planned.get(dag), hookFields(pipeline, dag, planned.get(dag))),
  }));
}
