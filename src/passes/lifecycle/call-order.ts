import type { Dag, Workflow } from '../../model/workflow.js';
import { sequenced } from '../check.js';
import { predecessorsOf } from '../topology.js';

/** The rank of each node and each body in the order in which a run comes to them, a body right behind its first caller. */
export function callOrder(workflow: Workflow): ReadonlyMap<string, number> {
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

/** Its nodes by index, each behind those that it waits for; otherwise as they stand in the list. */
export function nodesInOrder(dag: Dag): readonly number[] {
  const reading = dag.readings.find(({ sequence }) => sequence === 'none') ?? dag.readings[0]!;
  const predecessors = predecessorsOf(sequenced(dag), reading.sequence);
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
