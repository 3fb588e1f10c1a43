import type { Dag, Sequence } from '../../model/workflow.js';
import { type BaseGraph, borderOf } from '../graph/border.js';
import { idleNodes } from '../graph/idle-nodes.js';
import { slotKey } from '../graph/slot.js';
import { type Edges, findCycle, leadsTo, predecessorsOf, reachable, successorsOf } from '../graph/topology.js';
import type { PlannedHook, PlannedListNode } from './planned-list.js';

export interface Breach {
  readonly law: 'acyclic' | 'order kept' | 'no order invented' | 'gate holds' | 'nobody waits';
  /** The hook in question; `undefined` where the base itself is hurt. */
  readonly hook: PlannedHook | undefined;
  /** A clause that can be behind a colon. */
  readonly why: string;
}

/**
 * Checks an augmented list against the graph it came from, under one reading. Stops after a few breaches.
 * Linear where hooks are between neighbours, which is what placing does; only a list that took another way costs a walk.
 */
export function findBreaches(
  dag: Dag,
  base: BaseGraph,
  list: readonly PlannedListNode[],
  sequence: Sequence,
): readonly Breach[] {
  const graph = lawGraph(dag, base, list, sequence);
  const cycle = findCycle(graph.predecessors, graph.successors);
  if (cycle) {
    const path = cycle.map((node) => graph.nameOf(node)).join(' waits for ');
    const hook = cycle.map((node) => list[node]!.hook).find((one) => one !== undefined);
    return [{ law: 'acyclic', hook, why: `steps would wait for each other in a circle: ${path}` }];
  }
  const found: Breach[] = [];
  findLostOrder(graph, found);
  findInventedOrder(graph, found);
  findLooseHooks(graph, found);
  return found.slice(0, mostBreaches);
}

/** More of them say nothing new, and each law ends there. */
const mostBreaches = 20;

interface LawGraph {
  readonly dag: Dag;
  readonly base: BaseGraph;
  readonly list: readonly PlannedListNode[];
  readonly predecessors: Edges;
  readonly successors: Edges;
  /** Does one position wait for another, directly or by whatever way? */
  isBefore(from: number, to: number): boolean;
  /** By node of the base: its position in the list. */
  readonly positions: readonly number[];
  nameOf(position: number): string;
}

/** Up to here, looking at each is quicker than looking up in a set. */
const fewNeeds = 16;

function lawGraph(dag: Dag, base: BaseGraph, list: readonly PlannedListNode[], sequence: Sequence): LawGraph {
  const predecessors = predecessorsOf(list, sequence);
  const successors = successorsOf(predecessors);
  const positions = dag.nodes.map(() => -1);
  list.forEach((node, at) => {
    if (node.base !== undefined) positions[node.base] = at;
  });
  let waitsFor: Map<number, ReadonlySet<number>> | undefined;
  const isNeed = (from: number, to: number) => {
    const needs = predecessors[to]!;
    if (needs.length <= fewNeeds) return needs.includes(from);
    waitsFor ??= new Map();
    const known = waitsFor.get(to) ?? new Set(needs);
    waitsFor.set(to, known);
    return known.has(from);
  };
  return {
    dag,
    base,
    list,
    predecessors,
    successors,
    isBefore: (from, to) => isNeed(from, to) || leadsTo(from, to, { successors, predecessors }),
    positions,
    nameOf: (position) => list[position]!.hook?.name ?? dag.nodes[list[position]!.base!]!.name,
  };
}

function findLostOrder(graph: LawGraph, found: Breach[]): void {
  const { base, positions } = graph;
  for (let node = 0; node < positions.length && found.length < mostBreaches; node += 1) {
    const to = positions[node]!;
    for (const need of base.predecessors[node]!) {
      const from = positions[need]!;
      if (graph.isBefore(from, to)) continue;
      const why = `\`${graph.nameOf(to)}\` would no longer wait for \`${graph.nameOf(from)}\``;
      found.push({ law: 'order kept', hook: undefined, why });
    }
  }
}

/** Only the middle may hold back what was free before; that is what it is for. */
function findInventedOrder(graph: LawGraph, found: Breach[]): void {
  const isMiddle = (position: number) => {
    const hook = graph.list[position]!.hook;
    return hook?.slot.kind === 'middle' && hook.awaited;
  };
  const through = (position: number) => graph.list[position]!.hook !== undefined && !isMiddle(position);
  for (let from = 0; from < graph.list.length && found.length < mostBreaches; from += 1) {
    const node = graph.list[from]!.base;
    if (node === undefined || hasOldSuccessors(graph, from, node)) continue;
    addInvented(graph, node, reachable(from, graph.successors, through), found);
  }
  const middle = graph.list.flatMap((_, position) => (isMiddle(position) ? [position] : []));
  if (middle.length === 0) return;
  // Everything before the middle and everything behind it: looked at as a whole, for there may be many of both.
  const before = basesReached(graph, middle, graph.predecessors);
  const behind = basesReached(graph, middle, graph.successors);
  const held = new Set(graph.base.middle.after);
  const heldBack = heldBackBy(graph.base);
  const strangers = behind.filter((position) => !heldBack.has(graph.list[position]!.base!));
  for (const position of before) {
    const node = graph.list[position]!.base!;
    addInvented(graph, node, held.has(node) ? strangers : behind, found);
  }
}

/** What the middle holds back, and all behind it, which may ask for its gates as well. */
function heldBackBy({ middle, successors }: BaseGraph): ReadonlySet<number> {
  const found = new Set(middle.before);
  for (const node of found) for (const next of successors[node]!) found.add(next);
  return found;
}

/** Is all that waits for a node directly what waited for it before? That is most nodes, and needs no walk. */
function hasOldSuccessors({ list, base, successors }: LawGraph, position: number, node: number): boolean {
  const before = base.successors[node]!;
  if (before.length > fewNeeds) return false;
  for (const next of successors[position]!) {
    const other = list[next]!.base;
    if (other === undefined || !before.includes(other)) return false;
  }
  return true;
}

function addInvented(graph: LawGraph, node: number, reached: Iterable<number>, found: Breach[]): void {
  const from = graph.positions[node]!;
  let neighbours: ReadonlySet<number> | undefined;
  for (const to of reached) {
    const other = graph.list[to]!.base;
    if (other === undefined) continue;
    if (found.length >= mostBreaches) return;
    neighbours ??= new Set(graph.base.successors[node]);
    if (neighbours.has(other) || leadsTo(node, other, graph.base)) continue;
    const why = `\`${graph.nameOf(to)}\` would wait for \`${graph.nameOf(from)}\`, which it did not before`;
    found.push({ law: 'no order invented', hook: hookBetween(graph, from, to), why });
  }
}

/** The positions of nodes of the base that are reached from hooks, passing through hooks only. */
function basesReached(graph: LawGraph, hooks: readonly number[], edges: Edges): readonly number[] {
  const found = new Set(hooks);
  for (const position of found) {
    if (graph.list[position]!.hook) for (const next of edges[position]!) found.add(next);
  }
  return [...found].filter((position) => graph.list[position]!.hook === undefined);
}

function hookBetween(graph: LawGraph, from: number, to: number): PlannedHook | undefined {
  const onTheWay = graph.successors[from]!.find((next) => graph.list[next]!.hook && graph.isBefore(next, to));
  return onTheWay === undefined ? undefined : graph.list[onTheWay]!.hook;
}

/** Hooks that do not wait for all that is before their slot, or that are not waited for as they should be. */
function findLooseHooks(graph: LawGraph, found: Breach[]): void {
  const hooks = graph.list.flatMap(({ hook }, position) => (hook ? [{ hook, position }] : []));
  findEarlyHooks(graph, hooks, found);
  findPassedHooks(graph, hooks, found);
  for (const { hook, position } of hooks) {
    const [waiting] = graph.successors[position]!;
    if (waiting === undefined || hook.awaited || hook.detached) continue;
    if (found.length >= mostBreaches) return;
    found.push({ law: 'nobody waits', hook, why: `\`${graph.nameOf(waiting)}\` would wait for \`${hook.name}\`` });
  }
}

const none: ReadonlySet<number> = new Set();

interface PlacedHook {
  readonly hook: PlannedHook;
  readonly position: number;
}

/** Hooks that would run before what their slot is behind. */
function findEarlyHooks(graph: LawGraph, hooks: readonly PlacedHook[], found: Breach[]): void {
  const { list, predecessors, positions, dag } = graph;
  const proven = new Set<PlannedHook>();
  // A hook that ends a run is skipped with what it needs by name, and so does not need what need not run.
  const idle = dag.lastStage === undefined ? none : idleNodes(dag);
  for (const { hook, position } of hooks) {
    if (found.length >= mostBreaches) return;
    if (hasProven(hook, predecessors[position]!, { list, proven })) {
      proven.add(hook);
      continue;
    }
    const { after } = borderOf(hook.slot, graph.base);
    const isFree = (node: number) => isBesideEnd(hook, node, dag) || (hook.slot.kind === 'exit' && idle.has(node));
    const bound = after.filter((node) => !isFree(node));
    const loose = bound.filter((node) => !graph.isBefore(positions[node]!, position));
    if (loose.length === 0 && bound.length === after.length) proven.add(hook);
    for (const node of loose) {
      const why = `\`${hook.name}\` would not wait for \`${dag.nodes[node]!.name}\``;
      found.push({ law: 'gate holds', hook, why });
    }
  }
}

/** Hooks that would not hold back what is behind their slot. */
function findPassedHooks(graph: LawGraph, hooks: readonly PlacedHook[], found: Breach[]): void {
  const { list, successors, positions, dag } = graph;
  const proven = new Set<PlannedHook>();
  for (const { hook, position } of hooks.toReversed()) {
    if (found.length >= mostBreaches) return;
    if (!hook.awaited) continue;
    if (hasProven(hook, successors[position]!, { list, proven })) {
      proven.add(hook);
      continue;
    }
    const passed = borderOf(hook.slot, graph.base).before.filter((node) => !graph.isBefore(position, positions[node]!));
    if (passed.length === 0) proven.add(hook);
    for (const node of passed) {
      const why = `\`${dag.nodes[node]!.name}\` would not wait for \`${hook.name}\``;
      found.push({ law: 'gate holds', hook, why });
    }
  }
}

/** Is one of its neighbours a hook of the same slot that the law is proven of? In a chain of thousands, each is as good as the next one. */
function hasProven(
  { slot }: PlannedHook,
  neighbours: readonly number[],
  { list, proven }: { readonly list: readonly PlannedListNode[]; readonly proven: ReadonlySet<PlannedHook> },
): boolean {
  return neighbours.some((position) => {
    const { hook } = list[position]!;
    return hook !== undefined && proven.has(hook) && slotKey(hook.slot) === slotKey(slot);
  });
}

/** In the last stage nothing that runs past a failure can wait for all earlier stages, and for another one of its own as well. */
function isBesideEnd({ slot, pastFailure }: PlannedHook, node: number, { nodes, lastStage }: Dag): boolean {
  return slot.kind === 'exit' && pastFailure && lastStage !== undefined && nodes[node]!.stage === lastStage;
}
