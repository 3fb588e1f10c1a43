import { gateOf, isChanged, type PictureDag, type PictureHook } from '../../model/picture.js';
import { callText } from '../graph/call-text.js';
import { forecastTitles, forecastWords } from '../graph/forecast-words.js';
import type { DagScene } from '../graph/scene.js';
import { gateWords, handlerWords, oneLine } from '../graph/words.js';
import type { Locator } from '../locator.js';
import { visible } from '../visible.js';
import type { PageDag, PageData, PageHook, PageStep } from './page-data.js';

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

export function reportData({ title, summary, scenes, patch, locate }: ReportContent): PageData {
  return {
    title: oneLine(title),
    summary: oneLine(summary),
    compares: patch !== undefined,
    dags: scenes.map((scene) => dagData(scene, locate)),
    forecastTitles,
    patch: patch === undefined ? [] : patch.split('\n').slice(0, -1).map(visible),
  };
}

function dagData({ dag, width, height, boxes, paths }: DagScene, locate: Locator): PageDag {
  const steps: Omit<PageStep, 'box'>[] = [
    ...dag.nodes.map(({ name, type, call, hook, span }) => ({
      name: oneLine(name),
      type: oneLine(type),
      calls: call?.dag,
      calledName: call && oneLine(call.name),
      written: span && writtenAt(span, locate),
      hook: hook && hookData(hook, dag, locate),
    })),
    ...dag.handlers.map(({ name, event, hook }) => ({
      name: oneLine(name),
      type: `handler, ${handlerWords[event]}`,
      hook: hookData(hook, dag, locate),
    })),
  ];
  return {
    name: oneLine(dag.name),
    file: oneLine(dag.file),
    root: dag.isRoot,
    reading: dag.reading,
    changed: isChanged(dag),
    width,
    height,
    steps: steps.map((step, at) => ({ ...step, box: boxes[at]! })),
    edges: dag.edges.map(({ from, to, change }, at) => ({ from, to, change, path: paths[at]! })),
  };
}

function hookData({ rule: id, injection, forecast }: PictureHook, dag: PictureDag, locate: Locator): PageHook {
  if (!injection) return { rule: oneLine(id) };
  const { rule, task, output } = injection;
  return {
    rule: oneLine(id),
    isNew: true,
    point: rule.point,
    task: task === undefined ? undefined : oneLine(task),
    type: oneLine(rule.step.type),
    gate: gateWords[gateOf(injection)],
    output,
    runs: visible(callText(injection)),
    written: writtenAt(rule.span, locate),
    forecast: forecast && forecastWords(forecast, dag, oneLine),
  };
}

function writtenAt(span: { readonly file: string; readonly start: number; readonly end: number }, locate: Locator) {
  const line = locate(span)?.start.line;
  return oneLine(line === undefined ? span.file : `${span.file}:${line}`);
}
