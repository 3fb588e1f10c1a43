import type { Graph } from '@dagrejs/graphlib';
import type { Report } from '../../diagnostics/diagnostics.js';
import { loadedLate } from '../../lang/late.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { inOrder } from './topology.js';

/**
 * Circles of DAGs that call each other, each as a path whose last member calls the first one; no DAG is given twice at an
 * end of a circle. Only DAGs whose calls never end are in the library's graph, because a node takes it a hundred times what a
 * list takes.
 */
export function findCallCycles({ dags }: Workflow): readonly (readonly number[])[] {
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
function callsOf(dags: readonly Dag[]): readonly (readonly number[])[] {
  return dags.map(({ nodes }) => [...new Set(nodes.flatMap(({ call }) => call?.dag ?? []))]);
}

/** The walk is our own and without recursion, because the library's overflow the stack in a chain of 3,000 calls. */
function walk(graph: Graph): {
  readonly circles: readonly (readonly number[])[];
  /** Each DAG once, behind those that it calls. */
  readonly finished: readonly number[];
} {
  const circles: (readonly number[])[] = [];
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
function endlessCalls(calls: readonly (readonly number[])[], ending: ReadonlySet<number>): Graph {
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

/** Reports DAGs that would run themselves because a hook in them runs a DAG that calls them. Circles without a hook are reported before. */
export function checkChildCycles(workflow: Workflow, { dags }: Plan, report: Report): void {
  const children: { readonly from: number; readonly name: string; readonly rule: Rule }[] = [];
  for (const { dag, nodes } of dags) {
    for (const node of nodes) {
      if (node.kind !== 'injected' || node.injection.call.kind !== 'spawn') continue;
      children.push({ from: dag, name: node.injection.call.workflow, rule: node.injection.rule });
    }
  }
  if (children.length === 0) return;
  const index = new Map(workflow.dags.map((dag) => [dag.name, dag.index]));
  const runs = children.flatMap(({ from, name, rule }) => {
    const to = index.get(name);
    return to === undefined ? [] : [{ from, to, rule }];
  });
  if (runs.length === 0) return;
  for (const cycle of findCallCycles(withCalls(workflow, runs))) {
    const rule = runs.find(({ from, to }) => isStep(cycle, from, to))?.rule;
    if (!rule) continue;
    const path = [...cycle, cycle[0]!].map((dag) => workflow.dags[dag]!.name).join(' runs ');
    report('DW432', { rule: rule.id, path }, { span: rule.span });
  }
}

/** The workflow as it would call, with what hooks run among its calls. */
function withCalls(workflow: Workflow, runs: readonly { readonly from: number; readonly to: number }[]): Workflow {
  const targets = new Map<number, Set<number>>();
  for (const { from, to } of runs) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const dags = workflow.dags.map((dag) => {
    const node = dag.nodes[0];
    if (!node || !targets.has(dag.index)) return dag;
    const params = new Set<string>();
    const calls = [...targets.get(dag.index)!].map((to) => {
      return { ...node, call: { name: workflow.dags[to]!.name, dag: to, params, span: dag.span } };
    });
    return { ...dag, nodes: [...dag.nodes, ...calls] };
  });
  return { ...workflow, dags };
}

function isStep(cycle: readonly number[], from: number, to: number): boolean {
  const at = cycle.indexOf(from);
  return at !== -1 && cycle[(at + 1) % cycle.length] === to;
}
