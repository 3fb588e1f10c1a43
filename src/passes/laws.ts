import type { Dag, Sequence } from '../model/workflow.js';
import { type BaseGraph, borderOf } from './border.js';
import type { Slot } from './slot.js';
import { findCycle, predecessorsOf, reachable, type SequencedNode, successorsOf } from './topology.js';

/** A list that is to be, or that was read back, as far as the laws need it. */
export interface LawNode extends SequencedNode {
  /** Index into the DAG as it was; `undefined` for a hook. */
  readonly base: number | undefined;
  readonly hook: LawHook | undefined;
}

export interface LawHook {
  readonly name: string;
  readonly rule: string;
  readonly slot: Slot;
  readonly awaited: boolean;
  readonly detached: boolean;
}

export interface Breach {
  readonly law: 'acyclic' | 'order kept' | 'no order invented' | 'gate holds' | 'nobody waits';
  /** The hook in question; `undefined` where the base itself is hurt. */
  readonly hook: LawHook | undefined;
  /** A clause that can stand behind a colon. */
  readonly why: string;
}

/**
 * Checks an augmented list against the graph it came from, under one reading.
 * Linear where hooks stand between neighbours, which is what placing does; only a list that took another way costs a walk.
 */
export function findBreaches(
  dag: Dag,
  base: BaseGraph,
  list: readonly LawNode[],
  sequence: Sequence,
): readonly Breach[] {
  const graph = lawGraph(dag, base, list, sequence);
  const cycle = findCycle(graph.predecessors);
  if (cycle) {
    const path = cycle.map((node) => graph.nameOf(node)).join(' waits for ');
    const hook = cycle.map((node) => list[node]!.hook).find((one) => one !== undefined);
    return [{ law: 'acyclic', hook, why: `steps would wait for each other in a circle: ${path}` }];
  }
  return [...orderKept(graph), ...noOrderInvented(graph), ...hooksHold(graph)];
}

interface LawGraph {
  readonly dag: Dag;
  readonly base: BaseGraph;
  readonly list: readonly LawNode[];
  readonly predecessors: readonly (readonly number[])[];
  readonly successors: readonly (readonly number[])[];
  hasEdge(from: number, to: number): boolean;
  /** Position in the list of a node of the base. */
  readonly positionOf: ReadonlyMap<number, number>;
  nameOf(position: number): string;
  /** What is reached from a position through hooks only. */
  throughHooks(position: number): ReadonlySet<number>;
}

function lawGraph(dag: Dag, base: BaseGraph, list: readonly LawNode[], sequence: Sequence): LawGraph {
  const predecessors = predecessorsOf(list, sequence);
  const successors = successorsOf(predecessors);
  const reached = new Map<number, ReadonlySet<number>>();
  const waitsFor = new Map<number, ReadonlySet<number>>();
  return {
    dag,
    base,
    list,
    predecessors,
    successors,
    hasEdge(from, to) {
      const needs = waitsFor.get(to) ?? new Set(predecessors[to]);
      waitsFor.set(to, needs);
      return needs.has(from);
    },
    positionOf: new Map(list.flatMap((node, at) => (node.base === undefined ? [] : [[node.base, at] as const]))),
    nameOf: (position) => list[position]!.hook?.name ?? dag.nodes[list[position]!.base!]!.name,
    throughHooks(position) {
      const known = reached.get(position);
      if (known) return known;
      const found = reachable(position, successors, (node) => list[node]!.hook !== undefined);
      reached.set(position, found);
      return found;
    },
  };
}

/** Does `to` wait for `from`, directly, through hooks, or however else? */
function isBefore(graph: LawGraph, from: number, to: number): boolean {
  if (graph.hasEdge(from, to)) return true;
  if (graph.throughHooks(from).has(to)) return true;
  return reachable(from, graph.successors, () => true).has(to);
}

function* orderKept(graph: LawGraph): Iterable<Breach> {
  for (const [node, needs] of graph.base.predecessors.entries()) {
    const to = graph.positionOf.get(node)!;
    for (const need of needs) {
      const from = graph.positionOf.get(need)!;
      if (isBefore(graph, from, to)) continue;
      const why = `\`${graph.nameOf(to)}\` would no longer wait for \`${graph.nameOf(from)}\``;
      yield { law: 'order kept', hook: undefined, why };
    }
  }
}

/** Only the middle may hold back what was free before; that is what it is for. */
function* noOrderInvented(graph: LawGraph): Iterable<Breach> {
  const held = new Set(graph.base.middle.after);
  const heldBack = new Set(graph.base.middle.before);
  const hasMiddle = graph.list.some((node) => node.hook?.slot.kind === 'middle');
  for (const [node, from] of graph.positionOf) {
    const neighbours = new Set(graph.base.successors[node]);
    let behind: ReadonlySet<number> | undefined;
    const candidates = graph.successors[from]!.some((next) => graph.list[next]!.hook)
      ? graph.throughHooks(from)
      : graph.successors[from]!;
    for (const to of candidates) {
      const other = graph.list[to]!.base;
      if (other === undefined || neighbours.has(other)) continue;
      if (hasMiddle && held.has(node) && heldBack.has(other)) continue;
      behind ??= reachable(node, graph.base.successors, () => true);
      if (behind.has(other)) continue;
      const why = `\`${graph.nameOf(to)}\` would wait for \`${graph.nameOf(from)}\`, which it did not before`;
      yield { law: 'no order invented', hook: hookBetween(graph, from, to), why };
    }
  }
}

function hookBetween(graph: LawGraph, from: number, to: number): LawHook | undefined {
  const onTheWay = graph.successors[from]!.find((next) => graph.list[next]!.hook && graph.throughHooks(next).has(to));
  return onTheWay === undefined ? undefined : graph.list[onTheWay]!.hook;
}

function* hooksHold(graph: LawGraph): Iterable<Breach> {
  for (const [position, { hook }] of graph.list.entries()) {
    if (!hook) continue;
    const border = borderOf(hook.slot, graph.base);
    for (const node of border.after) {
      if (isBefore(graph, graph.positionOf.get(node)!, position)) continue;
      yield { law: 'gate holds', hook, why: `\`${hook.name}\` would not wait for \`${graph.dag.nodes[node]!.name}\`` };
    }
    if (hook.awaited) yield* gateHolds(graph, position, hook, border.before);
    else yield* nobodyWaits(graph, position, hook);
  }
}

function* gateHolds(graph: LawGraph, position: number, hook: LawHook, before: readonly number[]): Iterable<Breach> {
  for (const node of before) {
    if (isBefore(graph, position, graph.positionOf.get(node)!)) continue;
    yield { law: 'gate holds', hook, why: `\`${graph.dag.nodes[node]!.name}\` would not wait for \`${hook.name}\`` };
  }
}

function* nobodyWaits(graph: LawGraph, position: number, hook: LawHook): Iterable<Breach> {
  const [waiting] = graph.successors[position]!;
  if (waiting === undefined || hook.detached) return;
  yield { law: 'nobody waits', hook, why: `\`${graph.nameOf(waiting)}\` would wait for \`${hook.name}\`` };
}
