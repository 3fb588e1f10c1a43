import { isOfTaskEnd } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import { type BaseGraph, borderOf } from '../graph/border.js';
import { type Hook, type Slot, slotKey } from '../graph/slot.js';
import { positionMayCount } from '../graph/topology.js';
import type { Stage } from './stages.js';

/** What a node waits for: a node of the base by index, or a hook. */
export type Ref = number | Hook;

/** A node of the list to be, with everything it is meant to wait for, however that gets written. */
export type PlacedNode = PlacedBase | PlacedHook;

interface PlacedBase {
  readonly kind: 'base';
  readonly node: number;
  readonly needs: readonly Ref[];
}

export interface PlacedHook {
  readonly kind: 'hook';
  readonly hook: Hook;
  readonly needs: readonly Ref[];
  /** The node of the base whose nested list it is in. */
  readonly joins: number | undefined;
  /** The number of its stage, where nodes have stages. */
  readonly stage?: number | undefined;
}

/**
 * Puts the hooks of a DAG into its list and its graph.
 *
 * Each node gets a way out (the last hooks after it, or itself) and a way in (what its first hooks before it wait for), and
 * an edge u → v of the base becomes one from the way out of u to the way in of v. So no hook depends on which other rules
 * there are, and the order of rules decides only who comes first in a slot.
 */
export function placeHooks(
  dag: Dag,
  base: BaseGraph,
  slots: ReadonlyMap<string, readonly Stage[]>,
): readonly PlacedNode[] {
  const stagesOf = (slot: Slot) => slots.get(slotKey(slot)) ?? [];
  const placed = new Map<Hook, PlacedHook>();
  const put = (slot: Slot, needs: readonly Ref[]) => {
    const at = { joins: joinedBy(slot, dag), stage: stageAt(slot, dag, base) };
    return chain(stagesOf(slot), needs, at, dag, placed);
  };

  const wayOut = dag.nodes.map(({ index }) => put({ kind: 'after', node: index }, [index]));
  const middle = borderOf({ kind: 'middle' }, base);
  const middleOut = put({ kind: 'middle' }, unique(middle.after.flatMap((node) => wayOut[node]!)));
  const heldBack = new Set(gates(stagesOf({ kind: 'middle' })) ? middle.before : []);
  const held = new Set(heldBack.size > 0 ? middle.after : []);
  const entryOut = put({ kind: 'entry' }, []);

  const needs = dag.nodes.map(({ index }) => {
    const before = base.predecessors[index]!;
    const into = before.flatMap((need) => (heldBack.has(index) && held.has(need) ? middleOut : wayOut[need]!));
    const first = before.length === 0 ? entryOut : [];
    return put({ kind: 'before', node: index }, unique([...first, ...into, ...(heldBack.has(index) ? middleOut : [])]));
  });
  const last = borderOf({ kind: 'exit' }, base).after.flatMap((node) => wayOut[node]!);
  put({ kind: 'exit' }, unique([...last, ...(middle.before.length === 0 ? middleOut : [])]));

  const hooksAt = (slot: Slot) => stagesOf(slot).flatMap((stage) => stage.hooks.map((hook) => placed.get(hook)!));
  const nodes = dag.nodes.map(({ index }): PlacedBase => ({ kind: 'base', node: index, needs: needs[index]! }));
  return inList(dag, nodes, hooksAt, middle.after);
}

/** Strings the stages of a slot together behind `needs`; what comes behind the slot waits for the result. */
function chain(
  stages: readonly Stage[],
  needs: readonly Ref[],
  { joins, stage }: Pick<PlacedHook, 'joins' | 'stage'>,
  { lastStage }: Dag,
  placed: Map<Hook, PlacedHook>,
): readonly Ref[] {
  let last = needs;
  for (const { hooks } of stages) {
    for (const hook of hooks) {
      // All that is in a later stage may wait for a hook.
      const own = hook.rule.await ? stage : lastStage;
      // What runs although its task failed must not wait for what does not run then.
      const before = isOfTaskEnd(hook.rule) ? needs : last;
      placed.set(hook, { kind: 'hook', hook, needs: before, joins, stage: own });
    }
    const awaited = hooks.filter((hook) => hook.rule.await);
    if (awaited.length > 0) last = awaited;
  }
  return last;
}

function gates(stages: readonly Stage[]): boolean {
  return stages.some((stage) => stage.hooks.some((hook) => hook.rule.await));
}

/** The first stage in which a hook can wait for all that it is to wait for, so that those behind it need not change. */
function stageAt(slot: Slot, { nodes, lastStage }: Dag, { middle }: BaseGraph): number | undefined {
  if (lastStage === undefined || slot.kind === 'exit') return lastStage;
  if ('node' in slot) return nodes[slot.node]!.stage;
  return slot.kind === 'entry' ? 0 : Math.max(0, ...middle.after.map((node) => nodes[node]!.stage ?? 0));
}

function joinedBy(slot: Slot, dag: Dag): number | undefined {
  return 'node' in slot && dag.nodes[slot.node]!.grouped && !positionIsAll(dag) ? slot.node : undefined;
}

/** The order of the list: each hook beside what it is about, so that position says the same as the graph. */
function inList(
  dag: Dag,
  nodes: readonly PlacedBase[],
  hooksAt: (slot: Slot) => readonly PlacedHook[],
  middleAfter: readonly number[],
): readonly PlacedNode[] {
  const entry = hooksAt({ kind: 'entry' });
  const middle = hooksAt({ kind: 'middle' });
  const exit = [...hooksAt({ kind: 'exit' })].sort((a, b) => Number(b.hook.rule.await) - Number(a.hook.rule.await));
  const middleBehind = endOfEntry(dag, Math.max(-1, ...middleAfter));
  const around = positionIsAll(dag)
    ? groupsOf(dag)
    : dag.nodes.map(({ index }) => ({ before: [index], after: [index] }));
  const list = nodes.flatMap((node): readonly PlacedNode[] => [
    ...around[node.node]!.before.flatMap((one) => hooksAt({ kind: 'before', node: one })),
    node,
    ...around[node.node]!.after.flatMap((one) => hooksAt({ kind: 'after', node: one })),
    ...(node.node === middleBehind ? middle : []),
  ]);
  const all = [...entry, ...(middleBehind < 0 ? middle : []), ...list, ...exit];
  if (!insertionsShiftNames(dag)) return all;
  return [...nodes, ...all.flatMap((node) => (node.kind === 'hook' ? [{ ...node, joins: undefined }] : []))];
}

/** Needs cannot be written, so what is beside one node of a group is beside all of it. */
function positionIsAll({ readings }: Dag): boolean {
  return readings.every(({ sequence }) => sequence === 'only');
}

/** For each node, those whose hooks are right before it, and right behind it: the first and the last of a group have those of all. */
function groupsOf({
  nodes,
}: Dag): readonly { readonly before: readonly number[]; readonly after: readonly number[] }[] {
  return nodes.map(({ index, entry }) => {
    const members = () => nodes.flatMap((node) => (node.entry === entry ? [node.index] : []));
    return {
      before: nodes[index - 1]?.entry === entry ? [] : members(),
      after: nodes[index + 1]?.entry === entry ? [] : members(),
    };
  });
}

/** The last node of the entry that a node is in. */
function endOfEntry(dag: Dag, node: number): number {
  let last = node;
  while (last >= 0 && dag.nodes[last + 1]?.entry === dag.nodes[last]!.entry) last += 1;
  return last;
}

/** Where position means nothing but the engine names steps after it, hooks go to the end of the list. */
function insertionsShiftNames(dag: Dag): boolean {
  return !positionMayCount(dag) && dag.nodes.some((node) => !node.named);
}

function unique(refs: readonly Ref[]): readonly Ref[] {
  return refs.length < 2 ? refs : [...new Set(refs)];
}
