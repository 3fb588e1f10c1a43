import { lookOf, type Picture, type PictureDag, type PictureNode } from '../../model/picture.js';
import { shortened, textWidth } from '../visible.js';
import type { Arrow } from './drawn-order.js';
import { foldByRule, type RuleFold } from './fold-by-rule.js';
import type { LayOut, Point, Size } from './layout.js';
import { handlerWords, lookSigns, oneLine } from './words.js';

/** A DAG with a place for everything in it, in pixels from its upper left corner. */
export interface DagScene extends Size {
  readonly dag: PictureDag;
  readonly boxes: readonly BoxScene[];
  /** SVG paths, in the order of `dag.edges`. */
  readonly paths: readonly string[];
  /** The same DAG in few blocks; `undefined` where it is small, or where that would not make it much smaller. */
  readonly folded: FoldedScene | undefined;
}

export interface FoldedScene extends Size {
  readonly fold: RuleFold;
  /** In the order of the blocks, then the handlers. */
  readonly boxes: readonly BoxScene[];
  /** In the order of the edges of `fold`. */
  readonly paths: readonly string[];
}

export interface BoxScene extends Size {
  /** Of the upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/**
 * The steps of each DAG, then its handlers, which are in a row below.
 * @param folding also in few blocks, where a DAG is large
 */
export function sceneOf({ dags }: Picture, layOut: LayOut, folding = false): readonly DagScene[] {
  return dags.map((dag): DagScene => {
    const fold = folding && dag.nodes.length >= fewestToFold ? foldByRule(dag, dags) : undefined;
    const labels = dag.nodes.map((node, at) => labelOf(node, isDenied(dag, at)));
    return {
      dag,
      ...place(labels, dag.edges, dag, layOut),
      folded: fold && { fold, ...place(foldedLabels(fold, dag, labels), fold.edges, dag, layOut) },
    };
  });
}

/** A smaller DAG is looked at as a whole. */
const fewestToFold = 30;

/** @param labels what is drawn above the handlers, with `edges` between */
function place(labels: readonly string[], edges: readonly Arrow[], dag: PictureDag, layOut: LayOut) {
  const sizes = labels.map(sizeOf);
  const { width, height, centres, curves } = layOut(sizes, edges);
  const boxes = sizes.map(
    (size, at): BoxScene => ({
      ...size,
      x: round(centres[at]!.x - size.width / 2),
      y: round(centres[at]!.y - size.height / 2),
      label: labels[at]!,
    }),
  );
  const row = handlerRow(dag, height > 0 ? height + rowGap : 0);
  return {
    width: Math.ceil(Math.max(width, ...row.map((box) => box.x + box.width))),
    height: Math.ceil(Math.max(height, ...row.map((box) => box.y + box.height))),
    boxes: [...boxes, ...row],
    paths: curves.map(pathOf),
  };
}

const rowGap = 22;

function handlerRow({ handlers }: PictureDag, top: number): readonly BoxScene[] {
  let x = 0;
  return handlers.map((handler) => {
    const label = handlerLabel(handler);
    const box = { ...sizeOf(label), x, y: round(top), label };
    x += box.width + rowGap;
    return box;
  });
}

function sizeOf(label: string): Size {
  const signs = [...label].filter((character) => wide.has(character)).length;
  return { width: textWidth(label) * characterPixels + signs * widerSign + 20, height: 28 };
}

const wide: ReadonlySet<string> = new Set([...Object.values(lookSigns), '✗', '⋮']);

/** Signs come from another font than letters, and are wider. */
const widerSign = 5;

/** Of a monospaced font at 12 pixels. */
const characterPixels = 7.25;
const longestLabel = 34;
const longestTask = 20;

function isDenied({ denied }: PictureDag, node: number): boolean {
  return denied.some(({ at }) => at === node);
}

/** A sign says what a step is to those who do not see its colour. */
function labelOf({ name, call, hook }: PictureNode, denied: boolean): string {
  const sign = denied ? '✗ ' : hook ? `${lookSigns[lookOf(hook)]} ` : call ? '▸ ' : '';
  const task = hook?.injection?.task;
  if (task === undefined) return `${sign}${shortened(oneLine(name), longestLabel)}`;
  // Names that are made for a hook end with its task, and that is said once.
  const own = name.endsWith(`-${task}`) ? name.slice(0, -task.length - 1) : name;
  return `${sign}${shortened(oneLine(own), longestLabel)} · ${shortened(oneLine(task), longestTask)}`;
}

function foldedLabels({ blocks }: RuleFold, { nodes }: PictureDag, labels: readonly string[]): readonly string[] {
  return blocks.map(({ members, hooks }) => {
    if (members.length === 1) return labels[members[0]!]!;
    const names = members.flatMap((at) => (nodes[at]!.hook ? [] : [oneLine(nodes[at]!.name)]));
    const alike = commonStart(names);
    const shown = alike === '' ? `${names.length} steps` : `${names.length} × ${shortened(alike, longestTask)}…`;
    const rules = hooks.slice(0, mostRules).map((hook) => `${lookSigns[lookOf(hook)]} ${oneLine(hook.rule)}`);
    const more = hooks.length > mostRules ? [`+${hooks.length - mostRules}`] : [];
    return ['⋮', shown, ...rules.map((rule) => shortened(rule, longestTask)), ...more].join(' ');
  });
}

const mostRules = 2;

function commonStart(names: readonly string[]): string {
  let start = names[0] ?? '';
  for (const name of names) while (!name.startsWith(start)) start = start.slice(0, -1);
  return start;
}

function handlerLabel({ name, event, hook }: PictureDag['handlers'][number]): string {
  return `${lookSigns[lookOf(hook)]} ${shortened(oneLine(name), longestLabel)} (${handlerWords[event]})`;
}

function pathOf([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  return `M${round(first.x)} ${round(first.y)}C${rest.map(({ x, y }) => `${round(x)} ${round(y)}`).join(' ')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
