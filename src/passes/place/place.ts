import { isOfTaskEnd } from '../../model/rule.js';
import type { Dag, Node } from '../../model/workflow.js';
import { type BaseGraph, borderOf } from '../graph/border.js';
import type { Hook, Slot } from '../graph/slot.js';
import { positionMayCount } from '../graph/topology.js';
import type { HookRow, SlotRows } from './rows.js';

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
export function placeHooks(dag: Dag, base: BaseGraph, slots: SlotRows): readonly PlacedNode[] {
  const placed = new Map<readonly HookRow[], readonly PlacedHook[]>();
  const put = (rows: readonly HookRow[] | undefined, needs: readonly Ref[]): readonly Ref[] => {
    if (!rows || rows.length === 0) return needs;
    const { slot } = rows[0]!.hooks[0]!;
    const hooks: PlacedHook[] = [];
    placed.set(rows, hooks);
    return chain(rows, needs, { joins: joinedBy(slot, dag), stage: stageAt(slot, dag, base) }, dag, hooks);
  };

  const wayOut = dag.nodes.map(({ index }) => put(slots.after.get(index), [index]));
  const { middle } = base;
  const middleOut = put(slots.middle, unique(middle.after.flatMap((node) => wayOut[node]!)));
  const heldBack = new Set(areAwaited(slots.middle) ? middle.before : []);
  const held = new Set(heldBack.size > 0 ? middle.after : []);
  const entryOut = put(slots.entry, []);

  const wayIn = (index: number) => {
    const node = dag.nodes[index]!;
    const before = inWrittenOrder(node, base.predecessors[index]!);
    const isHeldBack = heldBack.has(index);
    if (!isHeldBack && before.length === 0) return entryOut;
    const first = before.length === 0 || mayStartFirst(node) ? entryOut : [];
    if (!isHeldBack && first.length === 0 && !before.some((need) => slots.after.has(need))) return before;
    const into = before.flatMap((need) => (isHeldBack && held.has(need) ? middleOut : wayOut[need]!));
    return unique([...first, ...into, ...(isHeldBack ? middleOut : [])]);
  };
  const nodes = dag.nodes.map(
    ({ index }): PlacedBase => ({ kind: 'base', node: index, needs: put(slots.before.get(index), wayIn(index)) }),
  );
  if (slots.exit.length > 0) {
    const last = borderOf({ kind: 'exit' }, base).after.flatMap((node) => wayOut[node]!);
    put(slots.exit, unique([...last, ...(middle.before.length === 0 ? middleOut : [])]));
  }
  return inList(dag, nodes, slots, (rows) => (rows && placed.get(rows)) ?? noHooks, middle.after);
}

const noHooks: readonly PlacedHook[] = [];

/** Would it wait for nothing in a run in which all that it needs is missing? */
function mayStartFirst({ needs = [] }: Node): boolean {
  return needs.length > 0 && needs.every(({ node, mayBeMissing }) => node === undefined || mayBeMissing);
}

/** What takes the place of needs is written in their order, so that taking it out leaves them as they were. */
function inWrittenOrder({ needs = [] }: Node, predecessors: readonly number[]): readonly number[] {
  const written = needs.flatMap(({ node }) => node ?? []);
  if (written.every((node, at) => at === 0 || node > written[at - 1]!)) return predecessors;
  const all = new Set(predecessors);
  return [...new Set([...written.filter((node) => all.has(node)), ...predecessors])];
}

/** Strings the rows of a slot together behind `needs`; what comes behind the slot waits for the result. */
function chain(
  rows: readonly HookRow[],
  needs: readonly Ref[],
  { joins, stage }: Pick<PlacedHook, 'joins' | 'stage'>,
  { lastStage }: Dag,
  placed: PlacedHook[],
): readonly Ref[] {
  let last = needs;
  for (const { hooks } of rows) {
    for (const hook of hooks) {
      // All that is in a later stage may wait for a hook.
      const own = hook.rule.await ? stage : lastStage;
      // What runs although its task failed must not wait for what does not run then.
      const before = isOfTaskEnd(hook.rule) ? needs : last;
      placed.push({ kind: 'hook', hook, needs: before, joins, stage: own });
    }
    const awaited = hooks.filter((hook) => hook.rule.await);
    if (awaited.length > 0) last = awaited;
  }
  return last;
}

/** Does anything that is behind them wait for them? */
function areAwaited(rows: readonly HookRow[]): boolean {
  return rows.some((row) => row.hooks.some((hook) => hook.rule.await));
}

/** The first stage in which a hook can wait for all that it is to wait for, so that those behind it need not change. */
function stageAt(slot: Slot, { nodes, lastStage }: Dag, { middle }: BaseGraph): number | undefined {
  if (lastStage === undefined || slot.kind === 'exit') return lastStage;
  if ('node' in slot) return nodes[slot.node]!.stage;
  return slot.kind === 'entry' ? 0 : middle.after.reduce((last, node) => Math.max(last, nodes[node]!.stage ?? 0), 0);
}

function joinedBy(slot: Slot, dag: Dag): number | undefined {
  return 'node' in slot && dag.nodes[slot.node]!.grouped && !positionIsAll(dag) ? slot.node : undefined;
}

/** The order of the list: each hook beside what it is about, so that position says the same as the graph. */
function inList(
  dag: Dag,
  nodes: readonly PlacedBase[],
  { entry, middle, exit, before, after }: SlotRows,
  hooksOf: (rows: readonly HookRow[] | undefined) => readonly PlacedHook[],
  middleAfter: readonly number[],
): readonly PlacedNode[] {
  const lastBefore = middleAfter.reduce((last, node) => Math.max(last, node), -1);
  const middleBehind = middle.length > 0 ? endOfEntry(dag, lastBefore) : -1;
  const around = positionIsAll(dag) ? groupsOf(dag) : undefined;
  const all: PlacedNode[] = [...hooksOf(entry)];
  const add = (rows: readonly HookRow[] | undefined) => {
    for (const hook of rows ? hooksOf(rows) : []) all.push(hook);
  };
  if (middleBehind < 0) add(middle);
  for (const node of nodes) {
    if (around) for (const one of around[node.node]!.before) add(before.get(one));
    else add(before.get(node.node));
    all.push(node);
    if (around) for (const one of around[node.node]!.after) add(after.get(one));
    else add(after.get(node.node));
    if (node.node === middleBehind) add(middle);
  }
  const last = [...hooksOf(exit)].sort((a, b) => Number(b.hook.rule.await) - Number(a.hook.rule.await));
  for (const hook of last) all.push(hook);
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
  const members = new Map<number, number[]>();
  for (const { index, entry } of nodes) {
    const group = members.get(entry);
    if (group) group.push(index);
    else members.set(entry, [index]);
  }
  return nodes.map(({ index, entry }) => ({
    before: nodes[index - 1]?.entry === entry ? [] : members.get(entry)!,
    after: nodes[index + 1]?.entry === entry ? [] : members.get(entry)!,
  }));
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
