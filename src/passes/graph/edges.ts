import type { Dag } from '../../model/workflow.js';
import { type Edges, predecessorsOf, sequenced, successorsOf } from './topology.js';

/** What waits for what in a DAG, under one reading. */
export interface DagEdges {
  readonly predecessors: Edges;
  readonly successors: Edges;
}

/** The edges of a DAG under each of its readings, in their order. */
export type EdgesOf = (dag: Dag) => readonly DagEdges[];

export const edgesOf: EdgesOf = (dag) => {
  const nodes = sequenced(dag);
  return dag.readings.map(({ sequence }) => {
    const predecessors = predecessorsOf(nodes, sequence);
    return { predecessors, successors: successorsOf(predecessors) };
  });
};

/** Several passes ask for the same edges, so each DAG is gone through once. */
export function rememberedEdges(): EdgesOf {
  const known = new Map<Dag, readonly DagEdges[]>();
  return (dag) => {
    let edges = known.get(dag);
    if (!edges) {
      edges = edgesOf(dag);
      known.set(dag, edges);
    }
    return edges;
  };
}
