import type { Report } from '../../diagnostics/diagnostics.js';
import { type DagRemoval, type HandlerMark, hookPrefix, type Marks, marksByDag } from '../../model/mark.js';
import {
  type HandlerPlace,
  type HandlerPlan,
  handlersByDag,
  type InjectedNode,
  type Plan,
  type PlannedNode,
} from '../../model/plan.js';
import type { TextEdit } from '../../model/source.js';
import type { Field } from '../../text/print-yaml.js';
import { checkRepeats } from '../yaml-steps/check-shared-text.js';
import { eraseSteps } from '../yaml-steps/erase-steps.js';
import { stepPrint, stepPrints } from '../yaml-steps/fingerprint.js';
import { readNodeMarks } from '../yaml-steps/node-marks.js';
import type { TextPlace } from '../yaml-steps/text-place.js';
import { writeSteps } from '../yaml-steps/write-steps.js';
import { afterScript } from './after-script.js';
import { checkHook } from './check-hooks.js';
import { endText } from './hook-script.js';
import { mergesAbove } from './merged.js';
import type { Body, Pipeline } from './pipeline.js';
import { plannedHooks } from './planned-hooks.js';
import { unwrapScript, wrapScript } from './wrapped-script.js';

/** Puts hooks in front of what jobs run at their ends, so that nothing of that keeps them from running. */
export function writeEnds(
  pipeline: Pipeline,
  place: TextPlace,
  { handlers, marks }: Pick<Plan, 'handlers' | 'marks'>,
  report: Report,
): readonly TextEdit[] {
  const { document, bodies } = pipeline;
  const byDag = handlersByDag(handlers);
  const ends = bodies.flatMap((body, at) => {
    const nodes = nodesAtEnd(body, byDag.get(at + 1));
    return nodes.every(({ kind }) => kind === 'kept') ? [] : [{ body, nodes }];
  });
  const known = mergesAbove([...document.pieces.values()], afterScript);
  const changed = ends.map(({ body: { job, end } }) => (end.script.kind === 'list' ? end.script.list : job.map));
  checkRepeats(repeatingText(pipeline), changed, known, report);
  return ends.flatMap(({ body, nodes }) => {
    const { job, end } = body;
    const { script, text } = end;
    const hooks = plannedHooks(nodes, document);
    for (const node of nodes) if (node.kind === 'injected') checkHook(node, hooks, text.dag, pipeline, report);
    if (script.kind === 'list') return writeSteps(place, text, { nodes, marks }, fieldsOf, report);
    return wrapScript(place, { script, job, key: afterScript }, text, { nodes, marks }, fieldsOf);
  });
}

/** In which aliases may repeat what is written. */
export function repeatingText({ file, document }: Pipeline) {
  return { file: file.path, source: file.text, root: document.root };
}

function nodesAtEnd({ end }: Body, handlers: readonly HandlerPlan[] = []): readonly PlannedNode[] {
  return [
    ...handlers.flatMap(({ injections }) =>
      injections.map((hook): InjectedNode => ({ ...hook, ...plainHook, kind: 'injected' })),
    ),
    ...end.text.dag.nodes.map(({ index }): PlannedNode => {
      return { kind: 'kept', node: index, needs: undefined, named: false };
    }),
  ];
}

const plainHook = { needs: undefined, slot: 'exit', joins: undefined, detached: false, instead: [] } as const;

function fieldsOf(node: InjectedNode): readonly Field[] {
  return [
    { key: 'name', value: node.name },
    { key: 'script', value: endText(node) },
  ];
}

/** What a job runs at its end; with handlers of a plan, what it will run. */
export function endPrints(
  { file, bodies }: Pipeline,
  dag: number,
  handlers: readonly HandlerPlan[] | undefined,
): ReadonlyMap<string, string> {
  const body = bodies[dag - 1];
  if (!body) return new Map();
  const prints = stepPrints(file.text, body.end.text, nodesAtEnd(body, handlers), fieldsOf);
  const all = Array.from({ length: prints.count }, (_, at) => prints.node(at));
  return all.length === 0 ? new Map() : new Map([[afterScript, all.join('\n')]]);
}

/** Into which jobs the hooks of a plan go that are for every end. */
export function endPlaces({ bodies }: Pipeline, handlers: readonly HandlerPlan[]): readonly HandlerPlace[] {
  return [...handlersByDag(handlers)].map(([dag, ofDag]) => ({
    dag,
    handler: afterScript,
    names: [afterScript],
    injections: ofDag.flatMap(({ injections }) => injections.map(({ injection }) => injection)),
    shared: bodies[dag - 1]!.end.text.dag.nodes.length > 0,
    mayReplace: false,
  }));
}

/** The marks of hooks at the ends of jobs. */
export function endMarks(pipeline: Pipeline): Pick<Marks, 'handlers' | 'openHandlers' | 'stray'> {
  const { nodes, stray } = marksAtEnds(pipeline);
  const marked = new Set(nodes.map(({ dag, node }) => `${dag} ${node}`));
  const handlers = nodes.map(({ rule, dag, span, intact }): HandlerMark => {
    return { rules: [rule], dag, handler: afterScript, span, intact };
  });
  const openHandlers = pipeline.bodies.flatMap((body, at) =>
    likeHooks(body).some((node) => !marked.has(`${at + 1} ${node}`)) ? [at + 1] : [],
  );
  return { handlers, openHandlers, stray };
}

function marksAtEnds({ file, bodies }: Pipeline): Pick<Marks, 'nodes' | 'stray'> {
  return readNodeMarks(
    [file],
    bodies.map(({ end }) => end.text),
  );
}

function likeHooks({ end }: Body): readonly number[] {
  return end.text.dag.nodes.flatMap(({ name, index, isOwn }) => (!isOwn && name.startsWith(hookPrefix) ? [index] : []));
}

/** Takes them out again. One without a mark is known by what the rules would put there. */
export function eraseEnds(pipeline: Pipeline, place: TextPlace, demanded: readonly HandlerPlan[]): readonly TextEdit[] {
  const { file, document, bodies } = pipeline;
  const marks = marksAtEnds(pipeline);
  const [marked, byDag] = [marksByDag(marks.nodes), handlersByDag(demanded)];
  const removals = bodies.map((body, at): DagRemoval => {
    const dag = at + 1;
    const withMarks = (marked.get(dag) ?? []).map(({ node }) => node);
    return { ...nothing, dag, nodes: new Set([...withMarks, ...demandedIn(file.text, body, byDag.get(dag))]) };
  });
  const unwrapped = removals.map(({ dag, nodes }) => unwrapScript(place, endOf(bodies[dag - 1]!), document, nodes));
  const texts = [pipeline.texts[0]!, ...bodies.map(({ end }) => end.text)];
  const others = removals.filter((_, at) => !unwrapped[at]!.isWhole);
  return [...unwrapped.flatMap(({ edits }) => edits), ...eraseSteps(() => place, texts, others, marks)];
}

function endOf({ job, end }: Body) {
  return { job, script: end.script, key: afterScript };
}

function demandedIn(text: string, body: Body, demanded: readonly HandlerPlan[] | undefined): readonly number[] {
  const planned = nodesAtEnd(body, demanded);
  const prints = stepPrints(text, body.end.text, planned, fieldsOf);
  const wanted = new Set(planned.flatMap(({ kind }, at) => (kind === 'injected' ? [prints.node(at)] : [])));
  const { list, spelling } = body.end.text;
  return likeHooks(body).filter((node) => wanted.has(stepPrint(list.steps[node]!, spelling)));
}

const nothing: Omit<DagRemoval, 'dag' | 'nodes'> = {
  needs: new Map(),
  cut: new Set(),
  empty: new Map(),
  lone: new Map(),
  bare: new Set(),
  names: new Map(),
};
