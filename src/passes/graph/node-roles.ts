import { madeLate } from '../../lang/late.js';
import type { Pattern } from '../../model/pattern.js';
import type { RuleSet } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { kindOfTasks, type Matches, type Task } from './tasks.js';
import type { WorkspaceRoles } from './workspace.js';

/** What the middle of a DAG lies between: in a root, setup nodes and tasks; in a task, its work and what takes its workspace away. */
export type NodeRoles = TaskRoles | ({ readonly kind: 'workspace' } & WorkspaceRoles);

export interface TaskRoles {
  readonly kind: 'tasks';
  isTask(node: number): boolean;
  /** `undefined` where setup nodes are found by what tasks wait for. */
  readonly setup: readonly number[] | undefined;
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
  const taskNodes = madeLate(() => nodesByDag(tasks));
  const calledBodies = madeLate(() => new Set(tasks.flatMap(({ body }) => body ?? [])));
  return (dag) => {
    if (!workflow.roots.includes(dag.index)) {
      const end = taskEndOf(dag, rules, matches);
      return { kind: 'workspace', end, isTeardown: (node) => isTeardown(dag.index, node) };
    }
    const isTask = (index: number) => {
      const call = dag.nodes[index]!.call;
      const isOwn = taskNodes().get(dag.index)?.has(index) ?? false;
      return isOwn || (call?.dag !== undefined && calledBodies().has(call.dag));
    };
    return { kind: 'tasks', isTask, setup: bodies ? undefined : namedSetup(dag, rules.setup, isTask, matches) };
  };
}

function nodesByDag(tasks: readonly Task[]): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { node } of tasks) {
    if (!node) continue;
    const ofDag = found.get(node.dag);
    if (ofDag) ofDag.add(node.node);
    else found.set(node.dag, new Set([node.node]));
  }
  return found;
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
