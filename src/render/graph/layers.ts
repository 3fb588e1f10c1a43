import { type Arrow, drawnOrder } from './drawn-order.js';
import type { Layout, Point, Size } from './geometry.js';

const gap = 12;
const betweenLayers = 40;
const widest = 4000;

/** A plain picture in linear time: every node below all that it waits for, in rows, with straight lines. */
export function layInLayers(boxes: readonly Size[], arrows: readonly Arrow[]): Layout {
  const depth = new Int32Array(boxes.length);
  const next: number[][] = boxes.map(() => []);
  for (const { from, to } of arrows) next[from]!.push(to);
  for (const node of drawnOrder(boxes.length, arrows)) {
    for (const one of next[node]!) depth[one] = Math.max(depth[one]!, depth[node]! + 1);
  }
  const layers: number[][] = [];
  depth.forEach((layer, node) => {
    const members = layers[layer];
    if (members) members.push(node);
    else layers[layer] = [node];
  });

  const centres: Point[] = [];
  const size = { width: 0, height: 0 };
  for (const members of layers) {
    let x = 0;
    let tallest = 0;
    for (const node of members) {
      const { width, height } = boxes[node]!;
      if (x > 0 && x + width > widest) {
        size.height += tallest + gap;
        x = 0;
        tallest = 0;
      }
      centres[node] = { x: x + width / 2, y: size.height + height / 2 };
      x += width + gap;
      tallest = Math.max(tallest, height);
      size.width = Math.max(size.width, x - gap);
    }
    size.height += tallest + betweenLayers;
  }
  const curves = arrows.map(({ from, to }) =>
    straight(below(centres[from]!, boxes[from]!), above(centres[to]!, boxes[to]!)),
  );
  return { width: size.width, height: size.height - betweenLayers, centres, curves };
}

function below({ x, y }: Point, { height }: Size): Point {
  return { x, y: y + height / 2 };
}

function above({ x, y }: Point, { height }: Size): Point {
  return { x, y: y - height / 2 };
}

function straight(from: Point, to: Point): readonly Point[] {
  return [from, from, to, to];
}
