import type { Pattern } from '../../model/pattern.js';
import type { RuleSet } from '../../model/rule.js';
import type { Node, Workflow } from '../../model/workflow.js';
import { decidedChildren } from './children.js';

/** What `pre_task` and `post_task` are about: a DAG that runs inside a node, or a node. */
export interface Task {
  readonly name: string;
  /** Another name that a pattern may use. */
  readonly id: string | undefined;
  /** The DAG whose inside is the task; `undefined` where hooks go around a node. */
  readonly body: number | undefined;
  /** The node that is the task or calls it; for a body, the first caller there is. */
  readonly node: { readonly dag: number; readonly node: number } | undefined;
  /** What it is, for rules that go by kind. */
  readonly kinds?: readonly string[];
  /** The name or kind that such a rule matches. */
  readonly matchedAs?: string;
}

/**
 * Nodes of every DAG, as tasks of rules that are about nodes.
 * @param isMeant by its names; all of them unless given
 */
export function nodesAsTasks(
  { dags }: Workflow,
  isMeant?: (names: Pick<Task, 'name' | 'id'>) => boolean,
): readonly Task[] {
  const tasks: Task[] = [];
  for (const dag of dags)
    for (const node of dag.nodes) {
      // A spread makes this several times as slow, and a large workflow has a hundred thousand nodes.
      const { name, id } = namesOf(node);
      if (isMeant && !isMeant({ name, id })) continue;
      tasks.push({ name, id, body: undefined, node: { dag: dag.index, node: node.index }, kinds: node.kinds });
    }
  return tasks;
}

/** The tasks of a workflow, in the order of DAGs and nodes; looked for once. */
export type TasksOf = (workflow: Workflow) => readonly Task[];

export function createTaskFinder(rules: RuleSet, matches: Matches): TasksOf {
  const known = new Map<Workflow, readonly Task[]>();
  return (workflow) => {
    const tasks = known.get(workflow) ?? findTasks(workflow, rules, matches);
    known.set(workflow, tasks);
    return tasks;
  };
}

function findTasks(workflow: Workflow, rules: RuleSet, matches: Matches): readonly Task[] {
  const mode = kindOfTasks(workflow, rules);
  const children = decidedChildren(workflow, rules);
  const tasks = [
    ...(mode === 'nodes' ? [] : bodyTasks(workflow).filter(({ body }) => !isChild(children, body))),
    ...(mode === 'bodies' ? [] : nodeTasks(workflow)),
  ];
  const isSetup = (task: Task) => task.body === undefined && rules.setup.some((pattern) => matches(pattern, task.name));
  return tasks.filter((task) => mayBeTask(task.name, rules, matches) && !(mode === 'nodes' && isSetup(task)));
}

/** Is it one of those that a setting names, where there is one? */
export function mayBeTask(name: string, { taskIds }: Pick<RuleSet, 'taskIds'>, matches: Matches): boolean {
  return taskIds.length === 0 || taskIds.some((pattern) => matches(pattern, name));
}

/** What tasks are in this workflow. */
export function kindOfTasks(workflow: Workflow, rules: RuleSet): 'bodies' | 'nodes' | 'both' {
  if (rules.tasksAre !== 'auto') return rules.tasksAre;
  return workflow.tasksAre ?? (hasBodies(workflow, rules) ? 'bodies' : 'nodes');
}

function isChild(children: ReturnType<typeof decidedChildren>, dag: number | undefined): boolean {
  return dag !== undefined && children.has(dag);
}

function hasBodies(workflow: Workflow, rules: RuleSet): boolean {
  const children = decidedChildren(workflow, rules);
  const others = workflow.dags.filter(({ index }) => !children.has(index) && !workflow.roots.includes(index));
  if (others.length > 0) return true;
  return workflow.roots.some((root) => workflow.dags[root]!.nodes.some((node) => node.call !== undefined));
}

/** Every DAG with steps that is no root, and every call of a DAG that was not read. */
function bodyTasks(workflow: Workflow): readonly Task[] {
  const roots = new Set(workflow.roots);
  const callers = new Map<number, { dag: number; node: number }>();
  const unread: Task[] = [];
  for (const dag of workflow.dags) {
    for (const { index, call } of dag.nodes) {
      if (call === undefined) continue;
      if (call.dag === undefined) {
        unread.push({ name: call.name, id: undefined, body: undefined, node: { dag: dag.index, node: index } });
      } else if (!callers.has(call.dag)) {
        callers.set(call.dag, { dag: dag.index, node: index });
      }
    }
  }
  const bodies = workflow.dags.flatMap((dag): Task[] =>
    roots.has(dag.index) || dag.nodes.length === 0
      ? []
      : [{ name: dag.name, id: undefined, body: dag.index, node: callers.get(dag.index) }],
  );
  return [...bodies, ...unread];
}

function nodeTasks(workflow: Workflow): readonly Task[] {
  return workflow.roots.flatMap((root) =>
    workflow.dags[root]!.nodes.map(
      (node): Task => ({ ...namesOf(node), body: undefined, node: { dag: root, node: node.index } }),
    ),
  );
}

/** An id that somebody wrote says more than a name that the engine made up. */
function namesOf({ name, named, id }: Node): Pick<Task, 'name' | 'id'> {
  return named || id === undefined ? { name, id } : { name: id, id: name };
}

/** Does a pattern mean this name? */
export type Matches = (pattern: Pattern, name: string) => boolean;
