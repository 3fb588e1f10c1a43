import type { Pattern } from '../../model/pattern.js';
import type { RuleSet } from '../../model/rule.js';
import type { Dag, Reading, Workflow } from '../../model/workflow.js';
import { type DagEdges, type EdgesOf, edgesOf } from './edges.js';
import type { Border, Slot } from './slot.js';
import { kindOfTasks, type Matches, type Task } from './tasks.js';
import { reachable, writtenReading } from './topology.js';
import { type WorkspaceRoles, workspaceBorder } from './workspace.js';

/** The base graph of a DAG under one reading, with what the middle depends on. */
export interface BaseGraph extends DagEdges {
  readonly middle: Border;
}

/** What the middle of a DAG lies between: in a root, setup nodes and tasks; in a task, its work and what takes its workspace away. */
export type NodeRoles = TaskRoles | ({ readonly kind: 'workspace' } & WorkspaceRoles);

interface TaskRoles {
  readonly kind: 'tasks';
  isTask(node: number): boolean;
  /** `undefined` where setup nodes are found by what tasks wait for. */
  readonly setup: readonly number[] | undefined;
}

function baseGraph(dag: Dag, edges: DagEdges, roles: NodeRoles | undefined): BaseGraph {
  const { predecessors, successors } = edges;
  return { predecessors, successors, middle: roles ? middleOf(dag, edges, roles) : nowhere };
}

function middleOf(dag: Dag, { predecessors, successors }: DagEdges, roles: NodeRoles): Border {
  return roles.kind === 'tasks'
    ? middleBorder(dag, predecessors, successors, roles)
    : workspaceBorder(dag, predecessors, successors, roles);
}

const nowhere: Border = { after: [], before: [] };

export function borderOf(slot: Slot, { predecessors, successors, middle }: BaseGraph): Border {
  if (slot.kind === 'entry') return { after: [], before: emptyOnes(predecessors) };
  if (slot.kind === 'exit') return { after: emptyOnes(successors), before: [] };
  if (slot.kind === 'after') return { after: [slot.node], before: successors[slot.node]! };
  if (slot.kind === 'before') return { after: predecessors[slot.node]!, before: [slot.node] };
  return middle;
}

function emptyOnes(edges: readonly (readonly number[])[]): readonly number[] {
  return edges.flatMap((ends, node) => (ends.length === 0 ? [node] : []));
}

/** After all setup nodes and before every task; without setup nodes, after the first nodes and before what waits for them. */
function middleBorder(
  dag: Dag,
  predecessors: readonly (readonly number[])[],
  successors: readonly (readonly number[])[],
  roles: TaskRoles,
): Border {
  const tasks = dag.nodes.map((node) => node.index).filter((node) => roles.isTask(node));
  const behindTasks = new Set<number>();
  for (const task of tasks) {
    if (behindTasks.has(task)) continue;
    for (const node of reachable(task, successors, (next) => !behindTasks.has(next))) behindTasks.add(node);
  }
  const setup = new Set(
    roles.setup ?? tasks.flatMap((task) => predecessors[task]!).filter((node) => !roles.isTask(node)),
  );
  const after = [...setup].filter((node) => !behindTasks.has(node)).sort((a, b) => a - b);
  if (after.length > 0) {
    const first = new Set(after);
    return {
      after,
      before: tasks.filter((task) => !behindTasks.has(task) || predecessors[task]!.some((need) => first.has(need))),
    };
  }
  const roots = emptyOnes(predecessors);
  return { after: roots, before: ascending(roots.flatMap((root) => successors[root]!)) };
}

function ascending(nodes: readonly number[]): readonly number[] {
  return [...new Set(nodes)].sort((a, b) => a - b);
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

/** The graph of a DAG under each of its readings. */
export interface ReadGraph {
  readonly reading: Reading;
  readonly base: BaseGraph;
}

/** @param roles `undefined` where no hook is in the middle */
export function graphsOf(dag: Dag, roles: NodeRoles | undefined, edges: EdgesOf = edgesOf): readonly ReadGraph[] {
  const all = edges(dag);
  return dag.readings.map((reading, index) => ({ reading, base: baseGraph(dag, all[index]!, roles) }));
}

/** The graph under the reading whose needs get written. */
export function writtenGraph(dag: Dag, graphs: readonly ReadGraph[]): BaseGraph {
  return graphs.find(({ reading }) => reading === writtenReading(dag))!.base;
}

/** What each node of a DAG is to the hooks in its middle. */
export function nodeRoles(
  workflow: Workflow,
  tasks: readonly Task[],
  rules: RuleSet,
  matches: Matches,
  isTeardown: (dag: number, node: number) => boolean,
): (dag: Dag) => NodeRoles {
  const bodies = kindOfTasks(workflow, rules) !== 'nodes';
  const taskNodes = new Set(tasks.flatMap(({ node }) => (node ? [`${node.dag} ${node.node}`] : [])));
  const calledBodies = new Set(tasks.flatMap(({ body }) => body ?? []));
  return (dag) => {
    if (!workflow.roots.includes(dag.index)) {
      const end = taskEndOf(dag, rules, matches);
      return { kind: 'workspace', end, isTeardown: (node) => isTeardown(dag.index, node) };
    }
    const isTask = (index: number) => {
      const call = dag.nodes[index]!.call;
      return taskNodes.has(`${dag.index} ${index}`) || (call?.dag !== undefined && calledBodies.has(call.dag));
    };
    return { kind: 'tasks', isTask, setup: bodies ? undefined : namedSetup(dag, rules.setup, isTask, matches) };
  };
}

/** The node of a task's DAG with which the task is done, by its name. */
export function taskEndOf(dag: Dag, { taskEnds }: Pick<RuleSet, 'taskEnds'>, matches: Matches): number | undefined {
  return dag.nodes.find(({ name }) => taskEnds.some((pattern) => matches(pattern, name)))?.index;
}

function namedSetup(
  dag: Dag,
  setup: readonly Pattern[],
  isTask: (node: number) => boolean,
  matches: Matches,
): readonly number[] {
  return dag.nodes
    .filter((node) => !isTask(node.index) && setup.some((pattern) => matches(pattern, node.name)))
    .map((node) => node.index);
}
