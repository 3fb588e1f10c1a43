import type { PictureDag, PictureEdge, PictureHook } from '../../model/picture.js';
import { type Arrow, drawnOrder } from './drawn-order.js';

/** A large DAG in few blocks: each task with its hooks, and tasks together that get hooks of the same rules. */
export interface RuleFold {
  readonly blocks: readonly FoldedBlock[];
  readonly edges: readonly PictureEdge[];
}

export interface FoldedBlock {
  /** Positions in `nodes`. */
  readonly members: readonly number[];
  /** Of each rule that adds a hook to a member, or to the DAG that it calls, one of its hooks. */
  readonly hooks: readonly PictureHook[];
}

/**
 * No blocks wait for each other in a circle: tasks are put together only if they are equally far from the beginning, or if
 * one block and nothing else comes right before another and nothing else.
 * @returns `undefined` where it would not be much smaller, or no clearer
 */
export function foldByRule(dag: PictureDag, dags: readonly PictureDag[]): RuleFold | undefined {
  const count = dag.nodes.length;
  const arrows = dag.edges.filter(({ change }) => change !== 'removed');
  const called = new Map<number, readonly PictureHook[]>();
  const hooksIn = (index: number): readonly PictureHook[] => {
    const known = called.get(index) ?? oneOfEachRule(dags[index]!.nodes.flatMap((node) => node.hook ?? []));
    called.set(index, known);
    return known;
  };
  const hooksOf = (at: number): readonly PictureHook[] => {
    const { hook, call } = dag.nodes[at]!;
    if (hook) return [hook];
    return call?.dag === undefined ? [] : hooksIn(call.dag);
  };
  const rulesOf = (members: readonly number[]) =>
    [...new Set(members.flatMap(hooksOf).map(({ rule }) => rule))].sort().join('\n');

  const tasks = contract(taskKeys(dag), arrows);
  const groups = depthsOf(tasks) ? tasks : contract([...dag.nodes.keys()], arrows);
  const depths = depthsOf(groups)!;
  const layers = contract(
    groups.blockOf.map((group) => `${depths[group]}\n${rulesOf(groups.members[group]!)}`),
    arrows,
  );
  const chains = chainsOf(
    layers,
    layers.members.map((members) => rulesOf(members)),
  );
  const joined = contract(
    layers.blockOf.map((layer) => chains[layer]!),
    arrows,
  );
  // A task that is alone is drawn as it is, and so are its hooks.
  const isAlone = joined.members.map((members) => new Set(members.map((at) => groups.blockOf[at])).size === 1);
  const keys = joined.blockOf.map((block, at) => (isAlone[block] ? `node ${at}` : `block ${block}`));
  const { members, blockOf } = contract(keys, arrows);
  const edges = edgesBetween(blockOf, dag.edges);
  if (members.length * 2 > count || members.length > mostBlocks || edges.length > 3 * members.length) return undefined;
  return { blocks: members.map((own) => ({ members: own, hooks: oneOfEachRule(own.flatMap(hooksOf)) })), edges };
}

/** Nobody sees more at a glance, nor blocks in a thicket of edges. */
const mostBlocks = 200;

/** The same key for a task and its hooks. */
function taskKeys({ nodes }: PictureDag): readonly unknown[] {
  const tasks = new Map(nodes.flatMap(({ name, hook }, at) => (hook ? [] : [[name, at] as const])));
  return nodes.map(({ hook }, at) => {
    const task = hook?.injection?.task;
    return (task === undefined ? undefined : tasks.get(task)) ?? at;
  });
}

/** Nodes put together, as a graph of its own. */
interface Contraction {
  readonly blockOf: readonly number[];
  readonly members: readonly (readonly number[])[];
  /** Between blocks, without repeats. */
  readonly arrows: readonly Arrow[];
}

/** @param keys nodes with the same key are put together */
function contract(keys: readonly unknown[], arrows: readonly Arrow[]): Contraction {
  const numbers = new Map<unknown, number>();
  const members: number[][] = [];
  const blockOf = keys.map((key, at) => {
    const known = numbers.get(key);
    if (known !== undefined) members[known]!.push(at);
    else numbers.set(key, members.push([at]) - 1);
    return known ?? members.length - 1;
  });
  const between = new Map<string, Arrow>();
  for (const { from, to } of arrows) {
    const arrow = { from: blockOf[from]!, to: blockOf[to]! };
    if (arrow.from !== arrow.to) between.set(`${arrow.from} ${arrow.to}`, arrow);
  }
  return { blockOf, members, arrows: [...between.values()] };
}

/** How many blocks are on the longest way to each; `undefined` where blocks wait for each other in a circle. */
function depthsOf({ members, arrows }: Contraction): Int32Array | undefined {
  const order = drawnOrder(members.length, arrows);
  if (order.length < members.length) return undefined;
  const next: number[][] = members.map(() => []);
  for (const { from, to } of arrows) next[from]!.push(to);
  const depths = new Int32Array(members.length);
  for (const block of order) for (const one of next[block]!) depths[one] = Math.max(depths[one]!, depths[block]! + 1);
  return depths;
}

/** The same number for blocks of the same rules that are alone behind each other. */
function chainsOf({ members, arrows }: Contraction, rules: readonly string[]): readonly number[] {
  const before: number[][] = members.map(() => []);
  const behind: number[][] = members.map(() => []);
  for (const { from, to } of arrows) {
    before[to]!.push(from);
    behind[from]!.push(to);
  }
  const chains = [...members.keys()];
  for (const block of drawnOrder(members.length, arrows)) {
    const [only, ...others] = before[block]!;
    if (only === undefined || others.length > 0 || behind[only]!.length > 1 || rules[only] !== rules[block]) continue;
    chains[block] = chains[only]!;
  }
  return chains;
}

function oneOfEachRule(hooks: readonly PictureHook[]): readonly PictureHook[] {
  return [...new Map(hooks.map((hook) => [hook.rule, hook])).values()];
}

/** An edge is new, or gone, if all that it is made of is. */
function edgesBetween(blockOf: readonly number[], edges: readonly PictureEdge[]): readonly PictureEdge[] {
  const between = new Map<string, PictureEdge>();
  for (const { from, to, change } of edges) {
    const edge = { from: blockOf[from]!, to: blockOf[to]! };
    if (edge.from === edge.to) continue;
    const key = `${edge.from} ${edge.to}`;
    const known = between.get(key)?.change ?? change;
    between.set(key, { ...edge, change: known === change ? change : 'kept' });
  }
  return [...between.values()];
}
