import { Graph } from '@dagrejs/graphlib';
import type { Report } from '../../diagnostics/diagnostics.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { findCycle } from './topology.js';

/**
 * Circles of DAGs that call each other, each as a path whose last member calls the first one; no DAG is given twice at an
 * end of a circle. The walk is our own and without recursion: the library's overflow the stack on long chains of calls.
 */
export function findCallCycles(workflow: Workflow): readonly (readonly number[])[] {
  if (!hasCycle(workflow)) return [];
  const graph = callGraph(workflow);
  const cycles: (readonly number[])[] = [];
  const told = new Set<number>();
  const visited = new Set<number>();
  for (const { index } of workflow.dags) {
    if (visited.has(index)) continue;
    visited.add(index);
    const path = [{ dag: index, left: calledFrom(graph, index) }];
    const placeOnPath = new Map([[index, 0]]);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.left.pop();
      const place = next === undefined ? undefined : placeOnPath.get(next);
      if (next === undefined) {
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
  return cycles;
}

/** Called DAGs before those that call them; where they call each other without end, each is somewhere. */
export function calledFirst({ dags }: Workflow): readonly number[] {
  const order: number[] = [];
  const state = new Map<number, 'open' | 'done'>();
  for (const { index } of dags) {
    const stack = [index];
    for (let dag = stack.at(-1); dag !== undefined; dag = stack.at(-1)) {
      if (state.get(dag) === undefined) {
        state.set(dag, 'open');
        for (const { call } of dags[dag]!.nodes) {
          if (call?.dag !== undefined && !state.has(call.dag)) stack.push(call.dag);
        }
        continue;
      }
      stack.pop();
      if (state.get(dag) === 'open') order.push(dag);
      state.set(dag, 'done');
    }
  }
  return order;
}

/** Nearly always the answer is no, and plain lists give it a hundred times sooner: 10,000 DAGs take the library half a second. */
function hasCycle({ dags }: Workflow): boolean {
  const calls = dags.map(({ nodes }) => [...new Set(nodes.flatMap(({ call }) => call?.dag ?? []))]);
  return findCycle(calls) !== undefined;
}

/** Keys have a prefix, so that none is mistaken for a property of an object. */
function callGraph({ dags }: Workflow): Graph {
  const graph = new Graph();
  for (const { index } of dags) graph.setNode(keyOf(index));
  for (const { index, nodes } of dags) {
    for (const { call } of nodes) if (call?.dag !== undefined) graph.setEdge(keyOf(index), keyOf(call.dag));
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
