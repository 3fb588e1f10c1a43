import { isOfPolicy } from '../../model/layer.js';
import {
  isChanged,
  lookOf,
  looksIn,
  type PictureDag,
  type PictureDenied,
  type PictureHook,
  roleOf,
} from '../../model/picture.js';
import type { DagScene } from '../graph/scene.js';
import {
  callText,
  deniedWords,
  forecastTitles,
  forecastWords,
  gateWords,
  handlerWords,
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
  /** The page asks the server that it came from for changes. */
  readonly served: boolean;
}

/** What the report writes into its page, as JSON, and the page's own script reads. All text in it is visible text. */
export type PageData = ReturnType<typeof reportData>;
export type PageDag = PageData['dags'][number];
export type PageStep = PageDag['steps'][number];
export type PageHook = NonNullable<PageStep['hook']>;
export type PageEdge = PageDag['edges'][number];

export function reportData({ title, summary, scenes, patch, locate }: ReportContent) {
  return {
    title: oneLine(title),
    summary: oneLine(summary),
    /** Are two sides compared, or is one workflow drawn on its own? */
    compares: patch !== undefined,
    dags: scenes.map((scene) => dagData(scene, locate)),
    /** How steps look, with what that means. */
    legend: legendOf(scenes),
    /** Titles of the columns of a hook's `forecast`. */
    forecastTitles,
    /** Lines of a unified diff. */
    patch: patch === undefined ? [] : patch.split('\n').slice(0, -1).map(visible),
  };
}

function legendOf(scenes: readonly DagScene[]) {
  const looks: readonly { readonly look: string; readonly words: string }[] = looksIn(scenes.map(({ dag }) => dag)).map(
    (look) => ({ look, words: lookWords[look] }),
  );
  const isDenied = scenes.some(({ dag }) => dag.denied.some(({ at }) => at !== undefined));
  return [...looks, ...(isDenied ? [{ look: 'denied', words: 'forbidden by a rule' }] : [])];
}

function dagData({ dag, width, height, boxes, paths }: DagScene, locate: Locator) {
  const steps = [
    ...dag.nodes.map(({ name, type, call, hook, span }, own) => ({
      name: oneLine(name),
      type: oneLine(type),
      /** Position in `PageData.dags`. */
      calls: call?.dag,
      calledName: call && oneLine(call.name),
      written: span && writtenAt(span, locate),
      hook: hook && hookData(hook, dag, locate),
      denied: dag.denied.filter(({ at }) => at === own).map((one) => deniedData(one, locate)),
    })),
    ...dag.handlers.map(({ name, event, hook }) => ({
      name: oneLine(name),
      type: `handler, ${handlerWords[event]}`,
      calls: undefined,
      calledName: undefined,
      written: undefined,
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
    edges: dag.edges.map(({ from, to, change }, at) => ({ from, to, change, path: paths[at]! })),
  };
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
