import type { Dag } from '../../model/workflow.js';
import { sequenced } from './check.js';
import type { Border } from './slot.js';
import { predecessorsOf, reachable, successorsOf } from './topology.js';

/** Which nodes of a DAG take the workspace away, and the one with which the task of the DAG is done. */
export interface WorkspaceRoles {
  readonly end: number | undefined;
  isTeardown(node: number): boolean;
}

type Edges = readonly (readonly number[])[];

/** Behind the end of the task, or the last nodes that still have the workspace, and in front of what takes it away. */
export function workspaceBorder(
  dag: Dag,
  predecessors: Edges,
  successors: Edges,
  { end, isTeardown }: WorkspaceRoles,
): Border {
  const teardowns = dag.nodes.map(({ index }) => index).filter((node) => isTeardown(node));
  const behind = behindOf(teardowns, successors);
  const without = new Set([...teardowns, ...behind.keys()]);
  const isLast = (node: number) => !without.has(node) && successors[node]!.every((next) => without.has(next));
  const after =
    end !== undefined && !without.has(end) ? [end] : dag.nodes.map(({ index }) => index).filter((node) => isLast(node));
  // One that waits for nothing takes the workspace away from all nodes alike.
  const first = teardowns.filter((node) => !behind.has(node) && predecessors[node]!.length > 0);
  const before = new Set([...after.flatMap((node) => successors[node]!), ...first]);
  return { after, before: [...before].sort((a, b) => a - b) };
}

/** For each node that runs without the workspace, or may under one reading, a node that takes it away: one before it, or itself. */
export function nodesWithoutWorkspace(dag: Dag, isTeardown: (node: number) => boolean): ReadonlyMap<number, number> {
  const teardowns = dag.nodes.map(({ index }) => index).filter((node) => isTeardown(node));
  if (teardowns.length === 0) return new Map();
  const nodes = sequenced(dag);
  return new Map([
    ...teardowns.map((node) => [node, node] as const),
    ...dag.readings.flatMap(({ sequence }) => [...behindOf(teardowns, successorsOf(predecessorsOf(nodes, sequence)))]),
  ]);
}

/** What comes behind some nodes, and behind which of them. */
function behindOf(teardowns: readonly number[], successors: Edges): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const teardown of teardowns) {
    if (found.has(teardown)) continue;
    for (const node of reachable(teardown, successors, (next) => !found.has(next))) found.set(node, teardown);
  }
  return found;
}
