import { type DagRemoval, hookPrefix, isEmptyList, type NodeMark, waiterLabels } from '../../model/mark.js';
import type { Unwritten } from '../../model/plan.js';
import type { Dag, NamesIn, Need, Node } from '../../model/workflow.js';
import { positionCounts } from '../graph/topology.js';
import { withoutNames } from './names-to-take-out.js';
import { type NeedRef, needsWithout, type TakeOut } from './needs-without.js';

interface Taken {
  readonly dag: Dag;
  readonly taken: ReadonlySet<number>;
  readonly marks: readonly NodeMark[];
  /** Names that go with the hooks. */
  readonly gone: DagRemoval['names'];
  /** Nodes that nothing waited for before there were hooks. */
  readonly ends: ReadonlySet<number>;
}

/** What those that stay and wait for hooks are to wait for once these are gone. */
export function needsAfter(
  { dag, taken, marks, gone, ends }: Taken,
  namesIn: NamesIn,
): ReadonlyMap<number, readonly string[]> {
  const instead = new Map(marks.map((mark) => [mark.node, mark.instead]));
  const labels = waiterLabels(dag.nodes);
  const positional = positionCounts(dag);
  const list = listWithout(dag, taken, (waiter, hook) => instead.get(hook)?.get(labels[waiter]!));
  const without = needsWithout({ ...list, positional });
  const withoutPosition = needsWithout({ ...list, positional: false });
  const nameless = namesLeft(dag, taken, gone, namesIn);
  const nameOf = (ref: NeedRef) =>
    typeof ref === 'string' ? ref : (nameless.get(ref) ?? dag.nodes[ref]!.reference ?? dag.nodes[ref]!.name);
  // Had somebody spoken of such a node, its name would have been written down.
  const wasSpokenOf = (node: number) => {
    const { name, named, id } = dag.nodes[node]!;
    return named || id !== undefined || nameless.get(node) === name;
  };
  // Position makes a node wait for all before it, and yet something was written.
  const earlierNeed = ({ index, entry }: Node) =>
    dag.nodes
      .slice(0, index)
      .filter((node) => !taken.has(node.index) && node.entry < entry && wasSpokenOf(node.index))
      .slice(-1)
      .map((node) => node.index);
  const byStages = dag.readings.some(({ sequence }) => sequence === 'stages');
  const unwritten = new Map<string, Unwritten>(
    marks.flatMap((mark) => {
      const missing = [...mark.empty].flatMap(([label, value]) => (byStages && !isEmptyList(value) ? [label] : []));
      const byStage = missing.map((label) => [label, 'by stage'] as const);
      return taken.has(mark.node) ? [...byStage, ...mark.unwritten] : [];
    }),
  );
  const needs = new Map<number, readonly string[]>();
  for (const node of dag.nodes) {
    const told = taken.has(node.index) ? undefined : without(node.index);
    if (!told) continue;
    const label = labels[node.index]!;
    const why = unwritten.get(label);
    if (why !== undefined) {
      const takenOver = marks.flatMap((mark) => mark.instead.get(label) ?? []);
      const isOurs = (need: Need) => (why === 'by stage' ? isOfStage(need, node, dag) : takenOver.includes(need.name));
      needs.set(node.index, addedList(node, dag, taken, isOurs));
      continue;
    }
    if (dag.keepsNeeds) {
      needs.set(node.index, [...new Set(told.map(nameOf))]);
      continue;
    }
    const hooks = node.needs!.flatMap((need) => (need.node !== undefined && taken.has(need.node) ? need.node : []));
    const isTold = hooks.some((hook) => instead.has(hook));
    const isBeside = positional && hooks.every((hook) => dag.nodes[hook]!.entry === node.entry);
    const likely = isBeside ? withoutPosition(node.index)! : possibleNeeds(node, told, ends, wasSpokenOf);
    const wanted = isTold ? told : likely.length > 0 || isBeside || !positional ? likely : earlierNeed(node);
    needs.set(node.index, [...new Set(wanted.map(nameOf))]);
  }
  return needs;
}

/** What is left of a list that a node got because of hooks: nothing, unless others have added to it, so that it became theirs. */
function addedList(
  { needs = [] }: Node,
  { nodes }: Dag,
  taken: ReadonlySet<number>,
  isOurs: (need: Need) => boolean,
): readonly string[] {
  const left = needs.filter(({ node }) => node === undefined || !taken.has(node));
  // Hooks that stay get their needs anew.
  const isHook = ({ node }: Need) => node !== undefined && nodes[node]!.name.startsWith(hookPrefix);
  const isUnchanged = left.every((need) => isHook(need) || isOurs(need));
  return isUnchanged ? [] : [...new Set(left.map(({ name }) => name))];
}

/** Does a node without a list wait for it, because of its stage? */
function isOfStage({ name, node }: Need, { stage, needsElsewhere }: Node, { nodes }: Dag): boolean {
  if (node === undefined) return needsElsewhere?.includes(name) ?? false;
  return stage !== undefined && nodes[node]!.stage! < stage;
}

/** The list of a DAG, and what goes from it. @param instead what a node waited for in place of a hook, where a mark tells */
function listWithout(
  dag: Dag,
  taken: ReadonlySet<number>,
  instead: NonNullable<TakeOut['instead']>,
): Omit<TakeOut, 'positional'> {
  return {
    list: dag.nodes.map(({ entry, needs, engineNeeds }) => ({
      entry,
      needs: needs?.flatMap((need) => need.node ?? []),
      engineNeeds,
    })),
    dangling: (node) => dag.nodes[node]!.needs?.flatMap((need) => (need.node === undefined ? [need.name] : [])) ?? [],
    isTaken: (node) => taken.has(node),
    keepsNeeds: dag.keepsNeeds,
    instead,
  };
}

/** Where no mark tells what a node waited for, all that its hooks wait for, but for what it cannot have waited for. */
function possibleNeeds(
  { needs }: Node,
  told: readonly NeedRef[],
  ends: ReadonlySet<number>,
  wasSpokenOf: (node: number) => boolean,
): readonly NeedRef[] {
  const written = new Set(needs!.map((need) => need.node));
  const spoken = told.filter((ref) => typeof ref === 'string' || written.has(ref) || wasSpokenOf(ref));
  const possible = spoken.filter((ref) => typeof ref === 'string' || written.has(ref) || !ends.has(ref));
  return possible.length > 0 ? possible : spoken;
}

/** What nodes are called that have no name once others, and the names that were written down for them, are gone. */
function namesLeft(
  dag: Dag,
  taken: ReadonlySet<number>,
  gone: DagRemoval['names'],
  namesIn: NamesIn,
): ReadonlyMap<number, string> {
  const isNameless = ({ index, named }: Node) => !taken.has(index) && (!named || gone.has(index));
  if (!dag.nodes.some(isNameless)) return new Map();
  const { left, ways } = withoutNames(dag, taken, gone, namesIn);
  // A name that was written down beside an id had been spoken of.
  const nameOf = ({ index, name, id }: Node, at: number) =>
    gone.has(index) && ways.some((way) => way[at] === name) ? name : (id ?? ways[0]![at]!);
  return new Map(left.flatMap((node, at) => (isNameless(node) ? [[node.index, nameOf(node, at)]] : [])));
}
