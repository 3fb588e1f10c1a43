import type { Dag, Reading } from '../../model/workflow.js';
import { type DagEdges, type EdgesOf, edgesOf } from './edges.js';
import type { NodeRoles, TaskRoles } from './node-roles.js';
import type { Border, Slot } from './slot.js';
import { ascending, type Edges, reachable, writtenReading } from './topology.js';
import { workspaceBorder } from './workspace.js';

/** The graph of a DAG under one of its readings. */
export interface ReadGraph {
  readonly reading: Reading;
  readonly base: BaseGraph;
}

/** The graph of a DAG without hooks, with what its middle lies between. */
export interface BaseGraph extends DagEdges {
  readonly middle: Middle;
}

interface Middle extends Border {
  /** What would be before it, and is not waited for because it may never start. */
  readonly passed?: readonly number[];
}

/** The graphs of a DAG, one for each of its readings. @param roles `undefined` where no hook is in the middle */
export function graphsOf(dag: Dag, roles: NodeRoles | undefined, edges: EdgesOf = edgesOf): readonly ReadGraph[] {
  const all = edges(dag);
  return dag.readings.map((reading, index) => {
    const { predecessors, successors } = all[index]!;
    const middle = roles ? middleOf(dag, all[index]!, roles) : nowhere;
    return { reading, base: { predecessors, successors, middle } };
  });
}

const nowhere: Border = { after: [], before: [] };

/** The graph under the reading whose needs get written. */
export function writtenGraph(dag: Dag, graphs: readonly ReadGraph[]): BaseGraph {
  return graphs.find(({ reading }) => reading === writtenReading(dag))!.base;
}

export function borderOf(slot: Slot, { predecessors, successors, middle }: BaseGraph): Border {
  if (slot.kind === 'entry') return { after: [], before: nodesWithout(predecessors) };
  if (slot.kind === 'exit') return { after: nodesWithout(successors), before: [] };
  if (slot.kind === 'after') return { after: [slot.node], before: successors[slot.node]! };
  if (slot.kind === 'before') return { after: predecessors[slot.node]!, before: [slot.node] };
  return middle;
}

/** The nodes that wait for nothing, or for which nothing waits. */
function nodesWithout(edges: Edges): readonly number[] {
  return edges.flatMap((ends, node) => (ends.length === 0 ? [node] : []));
}

function middleOf(dag: Dag, { predecessors, successors }: DagEdges, roles: NodeRoles): Middle {
  return roles.kind === 'tasks'
    ? middleBorder(dag, predecessors, successors, roles)
    : workspaceBorder(dag, predecessors, successors, roles);
}

/** After all setup nodes and before every task; without setup nodes, after the first nodes and before what waits for them. */
function middleBorder(dag: Dag, predecessors: Edges, successors: Edges, roles: TaskRoles): Middle {
  const tasks = dag.nodes.map((node) => node.index).filter((node) => roles.isTask(node));
  const behindTasks = new Set<number>();
  for (const task of tasks) {
    if (behindTasks.has(task)) continue;
    for (const node of reachable(task, successors, (next) => !behindTasks.has(next))) behindTasks.add(node);
  }
  const setup = roles.setup ?? tasks.flatMap((task) => predecessors[task]!).filter((node) => !roles.isTask(node));
  const after = ascending(setup.filter((node) => !behindTasks.has(node)));
  if (after.length > 0) {
    const first = new Set(after);
    const before = tasks.filter(
      (task) => !behindTasks.has(task) || predecessors[task]!.some((need) => first.has(need)),
    );
    return possibleIn(dag, { after, before });
  }
  const roots = nodesWithout(predecessors);
  const before = ascending(roots.flatMap((root) => successors[root]!));
  return possibleIn(dag, { after: roots, before });
}

/**
 * A hook that others wait for must not need what may never start, nor, where there are stages, what is in a later one than they are. Where
 * nothing else is before it, that is reported.
 */
function possibleIn({ nodes, lastStage }: Dag, { after, before }: Border): Middle {
  const passed = after.filter((node) => nodes[node]!.idle !== undefined);
  const needed = passed.length > 0 ? after.filter((node) => nodes[node]!.idle === undefined) : after;
  if (lastStage === undefined) return { after: needed, before, passed };
  const first = before.reduce((least, node) => Math.min(least, nodes[node]!.stage!), lastStage);
  const early = needed.filter((node) => nodes[node]!.stage! <= first);
  return { after: early.length > 0 ? early : needed, before, passed };
}

/** How many of the nodes that the middle holds back did not wait for all that is before it. Of many before it, some have to do. */
export function newlyHeldBack({ successors, middle }: BaseGraph): number {
  const waited = new Map<number, number>();
  const looked = middle.after.slice(0, 50);
  for (const node of looked) {
    for (const later of reachable(node, successors, () => true)) waited.set(later, (waited.get(later) ?? 0) + 1);
  }
  return middle.before.filter((node) => waited.get(node) !== looked.length).length;
}

/** Nodes that may be skipped without a failure, and that then take along what waits for them. */
export function nodesThatMayBeSkipped(dag: Dag, { successors }: BaseGraph): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { index, conditional, skippable } of dag.nodes) if (conditional && !skippable) found.add(index);
  for (const node of found) {
    for (const next of successors[node]!) if (!dag.nodes[next]!.skippable) found.add(next);
  }
  return found;
}
