import type { RuleSet } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import type { Task } from './tasks.js';
import { predecessorsAsWritten } from './topology.js';

/** A run of a workflow as lists of actions see it: stages one after another, and iterations in them. */
export interface Session {
  readonly stages: readonly SessionStage[];
  /** How many tasks there are. */
  readonly length: number;
  /** From 1, in the order in which tasks run; of a stage, the position of its last task. */
  positionOf(task: Task): number | undefined;
  /** The stages that a task is a part of; several where they run the same DAG. */
  stagesOf(task: Task): readonly SessionStage[];
}

/** A node of a root DAG that is a task, or that runs tasks. */
interface SessionStage {
  readonly name: string;
  /** The node as a place for hooks: they go around it. */
  readonly place: Task & { readonly node: NonNullable<Task['node']> };
  /** What a later step finds the outputs of the stage in. */
  readonly output: string | undefined;
  /** Keys of its tasks. */
  readonly tasks: ReadonlySet<string>;
}

/** Stages are those that the rules list, in that order, or else all there are in the order in which they run. */
export function findSession(workflow: Workflow, tasks: readonly Task[], { stages: listed }: RuleSet): Session {
  const order = callOrder(workflow);
  const rank = (task: Task) => order.get(taskKey(task)) ?? Number.POSITIVE_INFINITY;
  const inOrder = [...tasks].sort((a, b) => rank(a) - rank(b));
  const positions = new Map(inOrder.map((task, index) => [taskKey(task), index + 1]));
  const found = findStages(workflow, new Map(inOrder.map((task) => [taskKey(task), task])));
  const stages = listed ? listed.flatMap(({ text }) => found.filter(({ name }) => name === text)) : found;
  const ofTask = new Map<string, SessionStage[]>();
  for (const stage of stages) {
    for (const key of new Set([...stage.tasks, taskKey(stage.place)]))
      ofTask.set(key, [...(ofTask.get(key) ?? []), stage]);
  }
  const lastOf = (stage: SessionStage | undefined) => {
    const all = [...(stage?.tasks ?? [])].flatMap((key) => positions.get(key) ?? []);
    return all.length === 0 ? undefined : all.reduce((a, b) => Math.max(a, b));
  };
  return {
    stages,
    length: tasks.length,
    positionOf: (task) => positions.get(taskKey(task)) ?? lastOf(ofTask.get(taskKey(task))?.[0]),
    stagesOf: (task) => ofTask.get(taskKey(task)) ?? [],
  };
}

function findStages(workflow: Workflow, tasks: ReadonlyMap<string, Task>): readonly SessionStage[] {
  const inside = new Map<number, ReadonlySet<string>>();
  return workflow.roots.flatMap((root) => {
    const dag = workflow.dags[root]!;
    return nodesInOrder(dag).flatMap((index): readonly SessionStage[] => {
      const { call, output } = dag.nodes[index]!;
      const node = { dag: root, node: index };
      const own = tasks.get(taskKey({ body: undefined, node }));
      const body = call?.dag === undefined ? undefined : tasks.get(taskKey({ body: call.dag, node }));
      const name = (body ?? own)?.name;
      if (name === undefined) return [];
      const called = call?.dag === undefined ? [] : (inside.get(call.dag) ?? bodiesBelow(workflow, call.dag, tasks));
      if (call?.dag !== undefined) inside.set(call.dag, new Set(called));
      const place = { name, id: undefined, body: undefined, node };
      return [{ name, place, output, tasks: new Set([...(own ? [taskKey(own)] : []), ...called]) }];
    });
  });
}

function bodiesBelow(workflow: Workflow, start: number, tasks: ReadonlyMap<string, Task>): ReadonlySet<string> {
  const found = new Set([start]);
  const keys = new Set<string>();
  for (const body of found) {
    if (tasks.has(taskKey({ body, node: undefined }))) keys.add(taskKey({ body, node: undefined }));
    for (const { index, call } of workflow.dags[body]!.nodes) {
      const unread = taskKey({ body: undefined, node: { dag: body, node: index } });
      if (call?.dag !== undefined) found.add(call.dag);
      else if (tasks.has(unread)) keys.add(unread);
    }
  }
  return keys;
}

/** Tasks are found anew by each who asks, so they are distinguished by what they are. */
function taskKey({ body, node }: Pick<Task, 'body' | 'node'>): string {
  return body === undefined ? `node ${node?.dag} ${node?.node}` : `body ${body}`;
}

/** The rank of each node and each body in the order in which a run comes to them, a body right behind its first caller. */
function callOrder(workflow: Workflow): ReadonlyMap<string, number> {
  const rank = new Map<string, number>();
  const open = [...workflow.roots].reverse().map((root) => walkOf(workflow.dags[root]!));
  for (let walk = open.at(-1); walk !== undefined; walk = open.at(-1)) {
    const node = walk.nodes[walk.at];
    walk.at += 1;
    if (node === undefined) {
      open.pop();
      continue;
    }
    rank.set(`node ${walk.dag.index} ${node}`, rank.size);
    const body = walk.dag.nodes[node]!.call?.dag;
    if (body === undefined || rank.has(`body ${body}`)) continue;
    rank.set(`body ${body}`, rank.size);
    open.push(walkOf(workflow.dags[body]!));
  }
  return rank;
}

/** Its nodes by index, each behind those that it waits for; otherwise in list order. */
function nodesInOrder(dag: Dag): readonly number[] {
  const predecessors = predecessorsAsWritten(dag);
  const order: number[] = [];
  const begun = new Set<number>();
  for (const { index } of dag.nodes) {
    const path = begun.has(index) ? [] : [{ node: index, at: 0 }];
    begun.add(index);
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const need = predecessors[step.node]![step.at];
      step.at += 1;
      if (need === undefined) order.push(path.pop()!.node);
      else if (!begun.has(need)) {
        begun.add(need);
        path.push({ node: need, at: 0 });
      }
    }
  }
  return order;
}

interface Walk {
  readonly dag: Dag;
  readonly nodes: readonly number[];
  at: number;
}

function walkOf(dag: Dag): Walk {
  return { dag, nodes: nodesInOrder(dag), at: 0 };
}
