import { isOfPolicy } from '../../model/layer.js';
import {
  isChanged,
  lookOf,
  looksIn,
  type PictureDag,
  type PictureDenied,
  type PictureEdge,
  type PictureHook,
  roleOf,
} from '../../model/picture.js';
import type { DagScene, FoldedScene } from '../graph/scene.js';
import {
  callText,
  deniedWords,
  forecastTitles,
  forecastWords,
  gateWords,
  handlerWords,
  lookSigns,
  lookWords,
  oneLine,
} from '../graph/words.js';
import type { Locator } from '../locator.js';
import { visible } from '../visible.js';

export interface ReportContent {
  readonly title: string;
  /** What the page says below its title: the line that every preview ends with. */
  readonly summary: string;
  readonly scenes: readonly DagScene[];
  /** A unified diff; `undefined` where nothing is compared. */
  readonly patch: string | undefined;
  readonly locate: Locator;
  /** For each DAG that changes, the lines of each node in what is written; `undefined` where nothing is compared. */
  readonly linesAfter?: readonly (readonly Lines[] | undefined)[] | undefined;
  /** The page asks the server that it came from for changes. */
  readonly served: boolean;
}

/** The first and the last line, as far as they are known. The nodes of one DAG may be in several files. */
type Lines = { readonly file: string; readonly first: number; readonly last: number } | undefined;

/** What the report writes into its page, as JSON, and the page's own script reads. All text in it is visible text. */
export type PageData = ReturnType<typeof reportData>;
export type PageDag = PageData['dags'][number];
export type PageStep = PageDag['steps'][number];
export type PageHook = NonNullable<PageStep['hook']>;
export type PageEdge = PageDag['edges'][number];
export type PageBox = PageStep['box'];

export function reportData({ title, summary, scenes, patch, locate, linesAfter }: ReportContent) {
  return {
    title: oneLine(title),
    summary: oneLine(summary),
    /** Are two sides compared, or is one workflow drawn on its own? */
    compares: patch !== undefined,
    dags: scenes.map((scene, at) => dagData(scene, locate, linesAfter?.[at])),
    /** How steps look, with what that means. */
    legend: legendOf(scenes),
    /** Titles of the columns of a hook's `forecast`. */
    forecastTitles,
    /** Lines of a unified diff. */
    patch: patch === undefined ? [] : patch.split('\n').slice(0, -1).map(visible),
  };
}

function legendOf(scenes: readonly DagScene[]) {
  const dags = scenes.map(({ dag }) => dag);
  const has = (change: PictureEdge['change']) => dags.some(({ edges }) => edges.some((edge) => edge.change === change));
  const entries: readonly (readonly [isThere: boolean, look: string, sign: string, words: string])[] = [
    ...looksIn(dags).map((look) => [true, look, lookSigns[look], lookWords[look]] as const),
    [dags.some(({ denied }) => denied.some(({ at }) => at !== undefined)), 'denied', '✗', 'forbidden by a rule'],
    [scenes.some(({ folded }) => folded), 'group', '⋮', 'several steps'],
    [has('added'), 'added', '', 'new order'],
    [has('removed'), 'removed', '', 'order until now'],
  ];
  return entries.flatMap(([isThere, look, sign, words]) => (isThere ? [{ look, sign, words }] : []));
}

function dagData(
  { dag, width, height, boxes, paths, folded }: DagScene,
  locate: Locator,
  linesAfter: readonly Lines[] | undefined,
) {
  const steps = [
    ...dag.nodes.map(({ name, type, call, hook, span }, own) => ({
      name: oneLine(name),
      type: oneLine(type),
      /** Position in `PageData.dags`. */
      calls: call?.dag,
      calledName: call && oneLine(call.name),
      written: span && writtenAt(span, locate),
      /** Where it is in the text as it is, and in the text as it will be, as far as that is known. */
      lineBefore: span && locate(span)?.start.line,
      linesAfter: linesAfter?.[own],
      file: oneLine(linesAfter?.[own]?.file ?? span?.file ?? dag.file),
      hook: hook && hookData(hook, dag, locate),
      denied: dag.denied.filter(({ at }) => at === own).map((one) => deniedData(one, locate)),
    })),
    ...dag.handlers.map(({ name, event, hook }) => ({
      name: oneLine(name),
      type: `handler, ${handlerWords[event]}`,
      calls: undefined,
      calledName: undefined,
      written: undefined,
      lineBefore: undefined,
      linesAfter: undefined,
      file: oneLine(dag.file),
      hook: hookData(hook, dag, locate),
      denied: [],
    })),
  ];
  return {
    name: oneLine(dag.name),
    file: oneLine(dag.file),
    /** Does a run start with it? */
    root: dag.isRoot,
    reading: dag.reading,
    changed: isChanged(dag),
    /** What is forbidden in it beside its steps. */
    denied: dag.denied.filter(({ at }) => at === undefined).map((one) => deniedData(one, locate)),
    width,
    height,
    steps: steps.map((step, at) => ({ ...step, box: boxes[at]! })),
    /** By positions in `steps`; `from` runs first. */
    edges: edgesWith(paths, dag.edges),
    folded: folded && foldedData(folded, dag.nodes.length),
  };
}

/** The DAG in few blocks: each has members, by their positions in `steps`. */
function foldedData({ width, height, boxes, paths, fold }: FoldedScene, nodes: number) {
  const blocks = boxes.map((box, at) => ({
    members: fold.blocks[at]?.members ?? [nodes + at - fold.blocks.length],
    box,
  }));
  return { width, height, blocks, edges: edgesWith(paths, fold.edges) };
}

function edgesWith(paths: readonly string[], edges: readonly PictureEdge[]) {
  return edges.map(({ from, to, change }, at) => ({ from, to, change, path: paths[at]! }));
}

/** `error: nothing may be destroyed; it runs … (policy.yaml:3, policy)` */
function deniedData({ denial, place, at, ...denied }: PictureDenied, locate: Locator): string {
  const { severity, message, span, ofPolicy } = denial;
  const where = at === undefined && place !== undefined ? `${oneLine(place)}: ` : '';
  const written = `${writtenAt(span, locate)}${ofPolicy ? ', policy' : ''}`;
  return `${where}${severity}: ${oneLine(message)}; ${oneLine(deniedWords(denied))} (${written})`;
}

function hookData(hook: PictureHook, dag: PictureDag, locate: Locator) {
  const { rule: id, injection, forecast } = hook;
  // Only that is known of a hook that was there before.
  const look = lookOf(hook);
  if (!injection) return { rule: oneLine(id), look };
  const { rule, task, output } = injection;
  return {
    rule: oneLine(id),
    look,
    isNew: true,
    point: rule.point,
    task: task === undefined ? undefined : oneLine(task),
    type: oneLine(rule.step.type),
    gate: gateWords[roleOf(injection)],
    output,
    /** The call as it is written into the workflow. */
    runs: visible(callText(injection)),
    written: `${writtenAt(rule.span, locate)}${isOfPolicy(rule) ? ', policy' : ''}`,
    forecast: forecast && forecastWords(forecast, dag, oneLine),
  };
}

function writtenAt(span: { readonly file: string; readonly start: number; readonly end: number }, locate: Locator) {
  const line = locate(span)?.start.line;
  return oneLine(line === undefined ? span.file : `${span.file}:${line}`);
}
