import { isChanged, type PictureDag } from '../../model/picture.js';
import { type Arrow, drawnOrder } from './drawn-order.js';

/** A DAG in which some nodes are drawn as one. */
export interface FoldedDag {
  /** Positions of nodes; more than one where they are drawn as one. */
  readonly blocks: readonly (readonly number[])[];
  /** Between blocks, without repeats. */
  readonly arrows: readonly Arrow[];
}

/** @param folding `alike`: many nodes between the same neighbours; `unchanged`: also all that is the same way towards what changes */
export function foldDag(dag: PictureDag, folding: 'alike' | 'unchanged'): FoldedDag {
  const arrows = dag.edges.filter((edge) => edge.change !== 'removed');
  const kept = folding === 'unchanged' && isChanged(dag) ? changedNodes(dag) : undefined;
  const classOf =
    kept && kept.size <= mostChanges ? standingTowards(kept, dag.nodes.length, arrows) : alike(dag, arrows);
  return contracted(classOf, arrows);
}

/** With more changes than this nobody looks at a folded picture, and telling who is how takes long. */
const mostChanges = 5000;
const fewestAlike = 6;

function changedNodes(dag: PictureDag): ReadonlySet<number> {
  const kept = new Set<number>();
  dag.nodes.forEach((node, at) => {
    if (node.hook?.injection) kept.add(at);
  });
  for (const { from, to, change } of dag.edges) if (change !== 'kept') kept.add(from).add(to);
  return kept;
}

/**
 * Nodes get the same number if they come behind the same changes and before the same ones. Drawing such nodes as one makes no
 * circle: whatever lies on a way between two of them is the same way.
 */
function standingTowards(kept: ReadonlySet<number>, count: number, arrows: readonly Arrow[]): readonly number[] {
  const order = drawnOrder(count, arrows);
  const before: number[][] = Array.from({ length: count }, () => []);
  const behind: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of arrows) {
    before[to]!.push(from);
    behind[from]!.push(to);
  }
  const all = [...kept];
  let classes: readonly number[] = Array.from({ length: count }, (_, node) => (kept.has(node) ? node + 1 : 0));
  for (let start = 0; start < all.length; start += bitsAtOnce) {
    const own = new Int32Array(count);
    all.slice(start, start + bitsAtOnce).forEach((node, bit) => {
      own[node]! |= 1 << bit;
    });
    const above = spread(order, before, own);
    const below = spread([...order].reverse(), behind, own);
    classes = numbered(classes.map((one, node) => `${one} ${kept.has(node) ? '' : `${above[node]} ${below[node]}`}`));
  }
  return classes;
}

const bitsAtOnce = 32;

function spread(order: readonly number[], neighbours: readonly (readonly number[])[], own: Int32Array): Int32Array {
  const reached = own.slice();
  for (const node of order) for (const one of neighbours[node]!) reached[node]! |= reached[one]!;
  return reached;
}

function numbered(keys: readonly string[]): readonly number[] {
  const numbers = new Map<string, number>();
  return keys.map((key) => {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}

/** Many nodes with the same neighbours get the same number. */
function alike(dag: PictureDag, arrows: readonly Arrow[]): readonly number[] {
  if (dag.nodes.length < fewestAlike) return [...dag.nodes.keys()];
  const neighbours: string[][] = dag.nodes.map(() => []);
  for (const { from, to } of arrows) {
    neighbours[from]!.push(`>${to}`);
    neighbours[to]!.push(`<${from}`);
  }
  const keys = neighbours.map((list, at) =>
    list.length > 0 && !dag.nodes[at]!.hook ? list.sort().join(' ') : `${at}`,
  );
  const sizes = new Map<string, number>();
  for (const key of keys) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  return numbered(keys.map((key, at) => (sizes.get(key)! < fewestAlike ? `node ${at}` : key)));
}

function contracted(classOf: readonly number[], arrows: readonly Arrow[]): FoldedDag {
  const numbers = numbered(classOf.map(String));
  const blocks: number[][] = [];
  numbers.forEach((block, node) => {
    const members = blocks[block];
    if (members) members.push(node);
    else blocks[block] = [node];
  });
  const seen = new Set<string>();
  const between = arrows.flatMap(({ from, to }): readonly Arrow[] => {
    const arrow = { from: numbers[from]!, to: numbers[to]! };
    const key = `${arrow.from} ${arrow.to}`;
    if (arrow.from === arrow.to || seen.has(key)) return [];
    seen.add(key);
    return [arrow];
  });
  return { blocks, arrows: between };
}
