import { createRequire } from 'node:module';
import type { Graph } from '@dagrejs/graphlib';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';

/**
 * Circles of DAGs that call each other, each as a path whose last member calls the first one; no DAG is given twice at an
 * end of a circle.
 */
export function findCallCycles(workflow: Workflow): readonly (readonly number[])[] {
  return walkCalls(workflow).cycles;
}

/** Called DAGs before those that call them; where they call each other without end, each is somewhere. */
export function calledFirst(workflow: Workflow): readonly number[] {
  const { called, callers, others, order } = walkCalls(workflow);
  return [...called, ...order, ...callers, ...others];
}

interface CallWalk {
  /** DAGs that only are called, those that only call, and those that do neither. */
  readonly called: readonly number[];
  readonly callers: readonly number[];
  readonly others: readonly number[];
  /** The DAGs between them, called ones first. */
  readonly order: readonly number[];
  readonly cycles: readonly (readonly number[])[];
}

/**
 * One walk for both. Only DAGs that call and are called can be in a circle, or need an order among themselves: those alone are in
 * the library's graph, because a node takes it a hundred times what a list takes. A root that calls 100,000 tasks puts nothing in it.
 * The walk is our own and without recursion, because the library's overflow the stack in a chain of 3,000 calls.
 */
function walkCalls({ dags }: Workflow): CallWalk {
  const calls = dags.map(({ nodes }) => [...new Set(nodes.flatMap(({ call }) => call?.dag ?? []))]);
  const isCalled = new Set(calls.flat());
  const isBetween = (dag: number) => isCalled.has(dag) && calls[dag]!.length > 0;
  const all = [...calls.keys()];
  const ends = {
    called: all.filter((dag) => calls[dag]!.length === 0 && isCalled.has(dag)),
    callers: all.filter((dag) => calls[dag]!.length > 0 && !isCalled.has(dag)),
    others: all.filter((dag) => calls[dag]!.length === 0 && !isCalled.has(dag)),
  };
  const between = all.filter(isBetween);
  if (between.length === 0) return { ...ends, order: [], cycles: [] };
  const starts = all.flatMap((dag) => (isBetween(dag) ? [dag] : calls[dag]!.filter(isBetween)));
  return { ...ends, ...walk(callGraph(between, calls), starts) };
}

function walk(graph: Graph, starts: readonly number[]): Pick<CallWalk, 'order' | 'cycles'> {
  const order: number[] = [];
  const cycles: (readonly number[])[] = [];
  const told = new Set<number>();
  const visited = new Set<number>();
  for (const start of starts) {
    if (visited.has(start)) continue;
    visited.add(start);
    const path = [{ dag: start, left: calledFrom(graph, start) }];
    const placeOnPath = new Map([[start, 0]]);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.left.pop();
      const place = next === undefined ? undefined : placeOnPath.get(next);
      if (next === undefined) {
        order.push(at.dag);
        path.pop();
        placeOnPath.delete(at.dag);
      } else if (place !== undefined && !told.has(next) && !told.has(at.dag)) {
        const cycle = path.slice(place).map(({ dag }) => dag);
        for (const dag of cycle) told.add(dag);
        cycles.push(cycle);
      } else if (!visited.has(next)) {
        visited.add(next);
        placeOnPath.set(next, path.length);
        path.push({ dag: next, left: calledFrom(graph, next) });
      }
    }
  }
  return { order, cycles };
}

/** Calls among these DAGs. Keys have a prefix, so that none is mistaken for a property of an object. */
function callGraph(dags: readonly number[], calls: readonly (readonly number[])[]): Graph {
  const graph = new (load().Graph)();
  for (const dag of dags) graph.setNode(keyOf(dag));
  for (const dag of dags) {
    for (const called of calls[dag]!) if (graph.hasNode(keyOf(called))) graph.setEdge(keyOf(dag), keyOf(called));
  }
  return graph;
}

function keyOf(dag: number): string {
  return `dag:${dag}`;
}

/** Last first, to be taken from the end. */
function calledFrom(graph: Graph, dag: number): number[] {
  return (graph.successors(keyOf(dag)) ?? []).map((key) => Number(key.slice('dag:'.length))).reverse();
}

let loaded: typeof import('@dagrejs/graphlib') | undefined;

/** Loaded with the first DAG that calls and is called. */
function load(): typeof import('@dagrejs/graphlib') {
  loaded ??= createRequire(import.meta.url)('@dagrejs/graphlib') as typeof import('@dagrejs/graphlib');
  return loaded;
}

/** Reports DAGs that would run themselves because a hook in them runs a DAG that calls them. Circles without a hook are reported before. */
export function checkChildCycles(workflow: Workflow, { dags }: Plan, report: Report): void {
  const index = new Map(workflow.dags.map((dag) => [dag.name, dag.index]));
  const runs = dags.flatMap(({ dag, nodes }) =>
    nodes.flatMap((node): { from: number; to: number; rule: Rule }[] => {
      if (node.kind !== 'injected' || node.injection.call.kind !== 'spawn') return [];
      const to = index.get(node.injection.call.workflow);
      return to === undefined ? [] : [{ from: dag, to, rule: node.injection.rule }];
    }),
  );
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
