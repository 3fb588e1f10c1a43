import type { Picture, PictureDag, PictureNode } from '../../model/picture.js';
import { shortened, textWidth } from '../visible.js';
import type { LayOut, Point, Size } from './layout.js';
import { handlerWords, oneLine } from './words.js';

/** A DAG with a place for everything in it, in pixels from its upper left corner. */
export interface DagScene extends Size {
  readonly dag: PictureDag;
  readonly boxes: readonly BoxScene[];
  /** SVG paths, in the order of `dag.edges`. */
  readonly paths: readonly string[];
}

export interface BoxScene extends Size {
  /** Of the upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly label: string;
}

/** The steps of each DAG, then its handlers, which are in a row below. */
export function sceneOf({ dags }: Picture, layOut: LayOut): readonly DagScene[] {
  return dags.map((dag): DagScene => {
    const labels = dag.nodes.map(labelOf);
    const sizes = labels.map(sizeOf);
    const { width, height, centres, curves } = layOut(sizes, dag.edges);
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
      dag,
      width: Math.ceil(Math.max(width, ...row.map((box) => box.x + box.width))),
      height: Math.ceil(Math.max(height, ...row.map((box) => box.y + box.height))),
      boxes: [...boxes, ...row],
      paths: curves.map(pathOf),
    };
  });
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
  return { width: textWidth(label) * characterPixels + 20, height: 28 };
}

/** Of a monospaced font at 12 pixels. */
const characterPixels = 7.25;
const longestLabel = 34;
const longestTask = 20;

function labelOf({ name, call, hook }: PictureNode): string {
  const sign = hook ? '+ ' : call ? '▸ ' : '';
  const task = hook?.injection?.task;
  const behind = task === undefined ? '' : ` · ${shortened(oneLine(task), longestTask)}`;
  return `${sign}${shortened(oneLine(name), longestLabel)}${behind}`;
}

function handlerLabel({ name, event }: PictureDag['handlers'][number]): string {
  return `+ ${shortened(oneLine(name), longestLabel)} (${handlerWords[event]})`;
}

function pathOf([first, ...rest]: readonly Point[]): string {
  if (!first) return '';
  return `M${round(first.x)} ${round(first.y)}C${rest.map(({ x, y }) => `${round(x)} ${round(y)}`).join(' ')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
