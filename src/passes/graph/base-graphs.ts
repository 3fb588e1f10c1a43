import type { Pattern, RuleSet } from '../../model/rule.js';
import type { Dag, Reading, Workflow } from '../../model/workflow.js';
import { type BaseGraph, baseGraph, type NodeRoles } from './border.js';
import { sequenced } from './check.js';
import { writtenReading } from './readings.js';
import type { Matches } from './tasks.js';
import { kindOfTasks, type Task } from './tasks.js';
import { predecessorsOf } from './topology.js';

/** The graph of a DAG under each of its readings. */
export interface ReadGraph {
  readonly reading: Reading;
  readonly base: BaseGraph;
}

export function graphsOf(dag: Dag, roles: NodeRoles): readonly ReadGraph[] {
  const nodes = sequenced(dag);
  return dag.readings.map((reading) => ({
    reading,
    base: baseGraph(dag, predecessorsOf(nodes, reading.sequence), roles),
  }));
}

/** The graph under the reading whose needs get written. */
export function writtenGraph(dag: Dag, graphs: readonly ReadGraph[]): BaseGraph {
  return graphs.find(({ reading }) => reading === writtenReading(dag))!.base;
}

/** What each node of a root DAG is to the point `post_roots`. */
export function nodeRoles(
  workflow: Workflow,
  tasks: readonly Task[],
  rules: RuleSet,
  matches: Matches,
): (dag: Dag) => NodeRoles {
  const bodies = kindOfTasks(workflow, rules) !== 'nodes';
  const taskNodes = new Set(tasks.flatMap(({ node }) => (node ? [`${node.dag} ${node.node}`] : [])));
  const calledBodies = new Set(tasks.flatMap(({ body }) => body ?? []));
  return (dag) => {
    if (!workflow.roots.includes(dag.index)) return { isTask: () => false, setup: [] };
    const isTask = (index: number) => {
      const call = dag.nodes[index]!.call;
      return taskNodes.has(`${dag.index} ${index}`) || (call?.dag !== undefined && calledBodies.has(call.dag));
    };
    return { isTask, setup: bodies ? undefined : namedSetup(dag, rules.setup, isTask, matches) };
  };
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
