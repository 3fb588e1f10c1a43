import { type Arrow, drawnOrder } from './drawn-order.js';

export type LayOut = (boxes: readonly Size[], arrows: readonly Arrow[]) => Layout;

/** Graphviz, loaded when somebody wants a picture. It is given sizes and numbers only, so no foreign text ever reaches it. */
export async function loadLayout(): Promise<LayOut> {
  const { Graphviz } = await import('@hpcc-js/wasm-graphviz');
  const graphviz = await Graphviz.load();
  return (boxes, arrows) => {
    if (boxes.length === 0) return { width: 0, height: 0, centres: [], curves: [] };
    if (boxes.length > mostBoxes) return layInLayers(boxes, arrows);
    return readPlain(graphviz.layout(description(boxes, arrows), 'plain', 'dot'), boxes.length, arrows);
  };
}

/** Beyond this, Graphviz takes longer than anybody waits. */
const mostBoxes = 2000;
const pixelsPerInch = 72;

function description(boxes: readonly Size[], arrows: readonly Arrow[]): string {
  const hasty = boxes.length > manyBoxes ? ', nslimit=1, nslimit1=1, mclimit=0.2, splines=line' : '';
  return [
    `digraph { graph [ranksep=0.35, nodesep=0.2${hasty}]; node [shape=box, fixedsize=true, label=""]; edge [arrowhead=none];`,
    ...boxes.map(
      ({ width, height }, at) => `${at} [width=${width / pixelsPerInch}, height=${height / pixelsPerInch}];`,
    ),
    ...arrows.map(({ from, to }) => `${from} -> ${to};`),
    '}',
  ].join('\n');
}

/** With more, a good picture takes too long. */
const manyBoxes = 600;

/** Lines of `graph`, `node` and `edge`, in inches from the lower left corner. */
function readPlain(text: string, count: number, arrows: readonly Arrow[]): Layout {
  const centres: Point[] = Array.from({ length: count }, () => ({ x: 0, y: 0 }));
  const byArrow = new Map<string, readonly Point[]>();
  let size: Size = { width: 0, height: 0 };
  const point = (x: string, y: string): Point => ({
    x: Number(x) * pixelsPerInch,
    y: size.height - Number(y) * pixelsPerInch,
  });
  for (const line of text.split('\n')) {
    const [kind, first, second, ...more] = line.split(' ');
    if (kind === 'graph') size = { width: Number(second) * pixelsPerInch, height: Number(more[0]) * pixelsPerInch };
    else if (kind === 'node') centres[Number(first)] = point(second!, more[0]!);
    else if (kind === 'edge') byArrow.set(`${first} ${second}`, curve(more, point));
  }
  return { ...size, centres, curves: arrows.map(({ from, to }) => byArrow.get(`${from} ${to}`) ?? []) };
}

function curve(words: readonly string[], point: (x: string, y: string) => Point): readonly Point[] {
  return Array.from({ length: Number(words[0]) }, (_, at) => point(words[1 + at * 2]!, words[2 + at * 2]!));
}

const gap = 12;
const betweenLayers = 40;
const widest = 4000;

/** A plain picture in linear time: every node below all that it waits for, in rows, with straight lines. */
function layInLayers(boxes: readonly Size[], arrows: readonly Arrow[]): Layout {
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

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Layout extends Size {
  /** Centres, in the order of the boxes. */
  readonly centres: readonly Point[];
  /** Points of a Bézier curve for each arrow, in their order: the first one, then three for each piece. */
  readonly curves: readonly (readonly Point[])[];
}
