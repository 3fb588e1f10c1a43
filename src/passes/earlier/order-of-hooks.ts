import { type Marks, marksByDag, type NodeMark, waiterLabels } from '../../model/mark.js';
import type { Dag, NamesIn, Need, Node, Workflow } from '../../model/workflow.js';
import { positionCounts, positionMayCount } from '../graph/topology.js';
import { namesTold } from './names-to-take-out.js';
import { needsAfter } from './needs-after.js';

/** A workflow, and what its nodes without names are called. */
export interface NamedWorkflow {
  readonly workflow: Workflow;
  readonly namesIn: NamesIn;
}

/** What the hooks of a workflow leave to the order of its list. */
export type HookOrder =
  /** Nothing, or it makes no difference. */
  | { readonly kind: 'needs' }
  /** What position says is not written at them. */
  | { readonly kind: 'position' }
  /** It may be either. */
  | { readonly kind: 'unknown'; readonly doubts: readonly Doubt[] };

/** A node that waits for a hook, and what it waited for before. */
export interface Doubt {
  readonly dag: Dag;
  readonly node: Node;
  /** If hooks leave nothing to position. */
  readonly left: readonly string[];
  /** If they leave to it what they can. */
  readonly byPosition: readonly string[];
}

/**
 * A text that may mean two graphs can have hooks that were written for one of them: where position counts, they do not say what it
 * says. Where that makes a difference, how they are wired mostly tells which it is.
 * @param taken the hooks to be taken out, by DAG
 */
export function orderOfHooks(
  { workflow, namesIn }: NamedWorkflow,
  marks: Marks,
  taken: ReadonlyMap<number, ReadonlySet<number>>,
): HookOrder {
  const nodeMarks = marksByDag(marks.nodes);
  const open = [...taken].flatMap(([index, nodes]): MarkedDag[] => {
    const dag = workflow.dags[index]!;
    const ofDag = nodeMarks.get(index) ?? [];
    return isOpen(dag) && areMarked(nodes, ofDag) ? [{ dag, taken: nodes, marks: ofDag }] : [];
  });
  if (!open.some(mayLeaveToPosition)) return byNeeds;
  const all = open.map((one): OpenDag => {
    const gone = namesTold(one.dag, one.taken, one.marks);
    const needsOf = (dag: Dag) => needsAfter({ ...one, dag, gone, ends: new Set() }, namesIn);
    return { ...one, left: needsOf(one.dag), byPosition: needsOf(readByPosition(one.dag)) };
  });
  const doubts = all.flatMap(doubtsIn);
  if (doubts.length === 0) return byNeeds;
  const saysPosition = all.some(leavesToPosition);
  if (saysPosition === all.some(writesWhatPositionSays)) return { kind: 'unknown', doubts };
  return saysPosition ? { kind: 'position' } : byNeeds;
}

const byNeeds: HookOrder = { kind: 'needs' };

/** A DAG in the reading in which position counts, if it has one. */
export function readByPosition(dag: Dag): Dag {
  if (!isOpen(dag)) return dag;
  return { ...dag, readings: dag.readings.filter((reading) => positionCounts({ ...dag, readings: [reading] })) };
}

function isOpen(dag: Dag): boolean {
  return positionMayCount(dag) && !positionCounts(dag);
}

function areMarked(nodes: ReadonlySet<number>, marks: readonly NodeMark[]): boolean {
  const marked = new Set(marks.map(({ node }) => node));
  return [...nodes].every((node) => marked.has(node));
}

/** Without needs, and behind something else, a hook waits for what is in front of it or for nothing. */
function mayLeaveToPosition({ dag: { nodes }, taken }: MarkedDag): boolean {
  const first = nodes.findIndex(({ index }) => !taken.has(index));
  return first >= 0 && nodes.some(({ index, needs }) => index > first && !needs && taken.has(index));
}

/** A DAG that may be read in two ways, and the hooks in it. */
interface MarkedDag {
  readonly dag: Dag;
  readonly taken: ReadonlySet<number>;
  readonly marks: readonly NodeMark[];
}

/** What nodes that wait for hooks are to wait for without them, in either way. */
interface OpenDag extends MarkedDag {
  readonly left: ReadonlyMap<number, readonly string[]>;
  readonly byPosition: ReadonlyMap<number, readonly string[]>;
}

function doubtsIn({ dag, left, byPosition }: OpenDag): readonly Doubt[] {
  return [...byPosition].flatMap(([node, needs]) => {
    const own = left.get(node) ?? [];
    const isSame = own.length === needs.length && own.every((need, at) => need === needs[at]);
    return isSame ? [] : [{ dag, node: dag.nodes[node]!, left: own, byPosition: needs }];
  });
}

/**
 * Where all needs are written, a hook without any is in front of all nodes, or right in front of the only one that waits for it,
 * and is called after that. Others may have been put between them since.
 */
function leavesToPosition({ dag: { nodes }, taken }: OpenDag): boolean {
  const { before, behind } = neighbours(nodes, taken);
  const leaves = (hook: number) => taken.has(hook) && !nodes[hook]!.needs && before[hook] !== undefined;
  const isCalledAfter = (hook: number, node: number) => nodes[hook]!.name.endsWith(`-${nodes[node]!.name}`);
  const besideWaiter = new Set(
    nodes.flatMap(({ index, needs = [] }) => needs.flatMap(({ node = index }) => (behind[node] === index ? node : []))),
  );
  return nodes.some(({ index, needs = [] }) => {
    if (!taken.has(index))
      return needs.some(
        ({ node: hook = index }) =>
          hook < index && leaves(hook) && !besideWaiter.has(hook) && !isCalledAfter(hook, index),
      );
    const next = behind[index];
    return leaves(index) && next !== undefined && isCalledAfter(index, before[index]!) && !isCalledAfter(index, next);
  });
}

/** The nearest nodes that stay, in front of each node and behind it. */
function neighbours(
  nodes: readonly Node[],
  taken: ReadonlySet<number>,
): Readonly<Record<'before' | 'behind', readonly (number | undefined)[]>> {
  let last: number | undefined;
  const step = ({ index }: Node) => {
    const found = last;
    if (!taken.has(index)) last = index;
    return found;
  };
  const before = nodes.map(step);
  last = undefined;
  return { before, behind: nodes.toReversed().map(step).toReversed() };
}

/** Where position counts, needs that it tells are not written at a hook, nor such hooks at a node that waited for nothing. */
function writesWhatPositionSays({ dag: { nodes }, taken, marks, byPosition }: OpenDag): boolean {
  // Behind a node that is cut off, position does not tell of what is in front of it.
  if (marks.some(({ cut }) => cut.size > 0) || nodes.some(({ needs }) => needs?.length === 0)) return false;
  const labels = waiterLabels(nodes);
  const told = new Set(marks.flatMap(({ instead, empty }) => [...instead.keys(), ...empty.keys()]));
  return nodes.some(({ index, entry, needs = [] }) => {
    const isInFront = ({ node }: Need) => node !== undefined && nodes[node]!.entry < entry;
    if (taken.has(index)) return needs.some(isInFront);
    const waitedForNothing = byPosition.get(index)?.length === 0 && !told.has(labels[index]!);
    return waitedForNothing && needs.some((need) => isInFront(need) && taken.has(need.node!));
  });
}
