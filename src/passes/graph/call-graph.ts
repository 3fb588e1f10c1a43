import type { Graph } from '@dagrejs/graphlib';
import { loadedLate } from '../../lang/late.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { type Edges, inOrder } from './topology.js';

/** DAGs of which each calls the next one, and the last one the first. */
type Cycle = readonly number[];

/**
 * Circles of DAGs that call each other; no DAG is given twice at an end of a circle. Only DAGs whose calls never end are in the
 * library's graph, because a node takes it a hundred times what a list takes.
 */
export function findCallCycles({ dags }: Workflow): readonly Cycle[] {
  const calls = callsOf(dags);
  const ending = new Set(inOrder(calls));
  return ending.size === dags.length ? [] : walk(endlessCalls(calls, ending)).circles;
}

/** Called DAGs before those that call them; in a circle, one of them is before what it calls. */
export function calledFirst({ dags }: Workflow): readonly number[] {
  const calls = callsOf(dags);
  const ending = inOrder(calls);
  if (ending.length === dags.length) return ending;
  return [...ending, ...walk(endlessCalls(calls, new Set(ending))).finished];
}

/** For each DAG, those that it calls. */
function callsOf(dags: readonly Dag[]): Edges {
  return dags.map(({ nodes }) => [...new Set(nodes.flatMap(({ call }) => call?.dag ?? []))]);
}

/** The walk is our own and without recursion, because the library's overflow the stack in a chain of 3,000 calls. */
function walk(graph: Graph): {
  readonly circles: readonly Cycle[];
  /** Each DAG once, behind those that it calls. */
  readonly finished: readonly number[];
} {
  const circles: Cycle[] = [];
  const finished: number[] = [];
  const reported = new Set<number>();
  const visited = new Set<number>();
  for (const start of graph.nodes().map(dagOf)) {
    if (visited.has(start)) continue;
    visited.add(start);
    const path = [{ dag: start, left: calledFrom(graph, start) }];
    const placeOnPath = new Map([[start, 0]]);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.left.pop();
      const place = next === undefined ? undefined : placeOnPath.get(next);
      if (next === undefined) {
        path.pop();
        placeOnPath.delete(at.dag);
        finished.push(at.dag);
      } else if (place !== undefined && !reported.has(next) && !reported.has(at.dag)) {
        const circle = path.slice(place).map(({ dag }) => dag);
        for (const dag of circle) reported.add(dag);
        circles.push(circle);
      } else if (!visited.has(next)) {
        visited.add(next);
        placeOnPath.set(next, path.length);
        path.push({ dag: next, left: calledFrom(graph, next) });
      }
    }
  }
  return { circles, finished };
}

/** DAGs in a circle, and those that lead to one. Keys have a prefix, so that none is mistaken for a property of an object. */
function endlessCalls(calls: Edges, ending: ReadonlySet<number>): Graph {
  const graph = new (load().Graph)();
  const endless = [...calls.keys()].filter((dag) => !ending.has(dag));
  for (const dag of endless) graph.setNode(keyOf(dag));
  for (const dag of endless) {
    for (const called of calls[dag]!) if (!ending.has(called)) graph.setEdge(keyOf(dag), keyOf(called));
  }
  return graph;
}

function keyOf(dag: number): string {
  return `dag:${dag}`;
}

function dagOf(key: string): number {
  return Number(key.slice('dag:'.length));
}

/** Last first, to be taken from the end. */
function calledFrom(graph: Graph, dag: number): number[] {
  return (graph.successors(keyOf(dag)) ?? []).map(dagOf).reverse();
}

/** Few workflows call themselves, so the library is loaded with the first one. */
const load = loadedLate('@dagrejs/graphlib', (library: typeof import('@dagrejs/graphlib')) => library);
