import type { Report } from '../../diagnostics/diagnostics.js';
import type { Removal } from '../../model/mark.js';
import { type DagPlan, handlersByDag, type Plan, type PlannedNode } from '../../model/plan.js';
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
import { checkEntrypoint } from './check-entrypoint.js';
import { checkHook, checkKept } from './check-hooks.js';
import { checkLinesBefore } from './check-lines-before.js';
import { checkRepository } from './check-repository.js';
import { checkRuntime } from './check-runtime.js';
import { checkShell } from './check-shell.js';
import { checkUnread } from './check-unread.js';
import { endPrints, eraseEnds, repeatingText, writeEnds } from './end-hooks.js';
import { hookFields } from './hook-fields.js';
import { mergesAbove } from './merged.js';
import { needsAreReferred } from './needs-by-reference.js';
import { withOptionalHooks } from './optional-hooks.js';
import type { Body, Pipeline } from './pipeline.js';
import { plannedHooks } from './planned-hooks.js';
import { unwrapScript, wrapScript } from './wrapped-script.js';

/** Writes a plan down as edits. The commands of a job come before what is put behind the job. */
export function writePlan(pipeline: Pipeline, plan: Plan, report: Report): readonly TextEdit[] {
  const { dags, marks } = plan;
  const { file, document } = pipeline;
  const place = textPlaces([file])(file.path);
  const write = (dag: DagPlan) => writeDag(pipeline, place, dag, marks, report);
  const bodies = dags.filter(({ dag }) => dag > 0).toReversed();
  const changed = bodies.map(({ dag }) => writtenIn(pipeline.bodies[dag - 1]!));
  checkRepeats(repeatingText(pipeline), changed, mergesAbove([...document.pieces.values()], 'script'), report);
  checkRuntime(pipeline, plan, report);
  checkRepository(pipeline, plan, report);
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
  report: Report,
): readonly TextEdit[] {
  const { document, texts, bodies } = pipeline;
  const text = texts[dag]!;
  const fieldsOf = hookFields(pipeline, dag, nodes);
  const hooks = plannedHooks(nodes, document);
  for (const node of nodes) {
    if (node.kind === 'injected') checkHook(node, hooks, text.dag, pipeline, report);
    else if (dag === 0) checkKept(node, nodes, hooks, pipeline, report);
  }
  checkEntrypoint(text.dag, nodes, pipeline, report);
  if (dag > 0) checkLinesBefore(text.dag, nodes, pipeline, report);
  if (dag === 0) {
    checkAlways(text.dag, nodes, pipeline, report);
    checkUnread(nodes, hooks, pipeline, report);
    checkBetween(nodes, hooks, pipeline, report);
    checkShell(nodes, hooks, pipeline, report);
    checkSharedText(text, { ...repeatingText(pipeline), others: [] }, nodes, report);
    const changes = { nodes: nodes.map((node) => withoutReported(node, pipeline)), marks };
    return writeSteps(place, withOptionalHooks(text, nodes, document), changes, fieldsOf, report);
  }
  const { script, job } = bodies[dag - 1]!;
  if (script.kind !== 'list')
    return wrapScript(place, { script, job, key: 'script' }, text, { nodes, marks }, fieldsOf);
  return writeSteps(place, text, { nodes, marks }, fieldsOf, report);
}

/** What a reference leads to has no place in the text of the job: that was reported, and nothing can be written there. */
function withoutReported(node: PlannedNode, { document, file }: Pipeline): PlannedNode {
  const isReported = node.kind === 'kept' && node.needs && needsAreReferred(document.jobs[node.node]!, file.text);
  return isReported ? { ...node, needs: undefined } : node;
}

/** What gets other text where hooks go among the commands of a job. */
function writtenIn({ script, job }: Body): YamlNode {
  return script.kind === 'list' ? script.list : job.map;
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
    const none = new Set<number>();
    const removal = {
      dag,
      nodes,
      needs: new Map(),
      cut: none,
      empty: new Map(),
      lone: new Map(),
      bare: none,
      names: new Map(),
    };
    return [...edits, ...eraseSteps(() => place, texts, [removal], { ...marks, stray: [] })];
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
