import type { Dag } from '../../model/workflow.js';
import type { EdgesOf } from './edges.js';
import type { Border } from './slot.js';
import { ascending, type Edges, reachable } from './topology.js';

/** Which nodes of a DAG take the workspace away, and the one with which the task of the DAG is done. */
export interface WorkspaceRoles {
  readonly end: number | undefined;
  isTeardown(node: number): boolean;
}

/** Behind the end of the task, or the last nodes that still have the workspace, and in front of what takes it away. */
export function workspaceBorder(
  dag: Dag,
  predecessors: Edges,
  successors: Edges,
  { end, isTeardown }: WorkspaceRoles,
): Border {
  const nodes = dag.nodes.map(({ index }) => index);
  const teardowns = nodes.filter(isTeardown);
  const behind = behindOf(teardowns, successors);
  const without = new Set(teardowns);
  for (const node of behind.keys()) without.add(node);
  const isLast = (node: number) => !without.has(node) && successors[node]!.every((next) => without.has(next));
  const after = end !== undefined && !without.has(end) ? [end] : nodes.filter(isLast);
  const before = new Set<number>();
  for (const node of after) for (const next of successors[node]!) before.add(next);
  // One that waits for nothing takes the workspace away from all nodes alike.
  for (const node of teardowns) if (!behind.has(node) && predecessors[node]!.length > 0) before.add(node);
  return { after, before: ascending(before) };
}

/** For each node that runs without the workspace, or may under one reading, a node that takes it away: one before it, or itself. */
export function nodesWithoutWorkspace(
  dag: Dag,
  edgesOf: EdgesOf,
  isTeardown: (node: number) => boolean,
): ReadonlyMap<number, number> {
  const gone = new Map<number, number>();
  for (const { index } of dag.nodes) if (isTeardown(index)) gone.set(index, index);
  if (gone.size === 0) return gone;
  const teardowns = [...gone.keys()];
  for (const { successors } of edgesOf(dag))
    for (const [node, teardown] of behindOf(teardowns, successors)) gone.set(node, teardown);
  return gone;
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
