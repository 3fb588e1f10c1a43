import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan, Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { stepTypes } from '../../steps/index.js';
import { calledFirst } from '../graph/call-graph.js';
import { inOrder, predecessorsAsWritten } from '../graph/topology.js';
import type { AddedCosts } from './costs.js';
import type { PlannedListNode } from './planned-list.js';

/**
 * Warns of steps that wait to be called back at the same port and that no edge puts in order: the second one could not listen.
 * One pair is reported for each port and DAG. A DAG that is called counts with what waits in it.
 * @param listOf the planned list of a DAG; `undefined` where the DAG stays as it is
 */
export function warnOfSharedPorts(
  workflow: Workflow,
  plan: Plan,
  { added }: Pick<AddedCosts, 'added'>,
  listOf: (dag: number) => readonly PlannedListNode[] | undefined,
  report: Report,
): void {
  if (!added.some(portOf)) return;
  const plans = new Map(plan.dags.map((one) => [one.dag, listenersIn(one, workflow.dags[one.dag]!.name)]));
  const within = new Map<number, readonly Listener[]>();
  for (const index of calledFirst(workflow)) {
    const dag = workflow.dags[index]!;
    const list = listOf(index);
    const listeners = plans.get(index);
    const nodes = (list ?? dag.nodes).map((_, at): readonly Listener[] => {
      const hook = list?.[at]?.hook;
      if (hook) return listeners?.get(hook.name) ?? [];
      const called = dag.nodes[list ? list[at]!.base! : at]!.call?.dag;
      return (called !== undefined && within.get(called)) || [];
    });
    const all = nodes.flat();
    within.set(index, firstOfPort(all));
    if (all.length > 1) warnOfUnordered(dag, list, nodes, report);
  }
}

interface Listener {
  readonly name: string;
  readonly port: number;
  readonly span: Span;
}

/** The hooks of a DAG that wait at a port of their choice, by name. */
function listenersIn({ nodes }: DagPlan, dag: string): ReadonlyMap<string, readonly Listener[]> {
  const found = nodes.flatMap((node) => {
    if (node.kind !== 'injected') return [];
    const { rule } = node.injection;
    const port = portOf(rule);
    return port ? [[node.name, [{ name: `${node.name} in ${dag}`, port, span: rule.span }]] as const] : [];
  });
  return new Map(found);
}

/** 0 is any port that is free, which is shared with nobody. */
function portOf({ step }: Rule): number | undefined {
  return stepTypes.get(step.type)?.listensAt?.(step.config);
}

function firstOfPort(all: readonly Listener[]): readonly Listener[] {
  return [...new Map(all.toReversed().map((one) => [one.port, one])).values()];
}

/**
 * On no way through a DAG do two nodes have the same number of waiting ones up to them and both wait, so two that do are not in
 * order; and if all are in order, no two do. Linear.
 */
function warnOfUnordered(
  dag: Dag,
  list: readonly PlannedListNode[] | undefined,
  nodes: readonly (readonly Listener[])[],
  report: Report,
): void {
  const needs = predecessorsAsWritten(dag, list);
  const order = inOrder(needs);
  for (const port of new Set(nodes.flat().map((one) => one.port))) {
    const counts = nodes.map(() => 0);
    const seen = new Map<number, Listener>();
    for (const at of order) {
      const own = nodes[at]!.find((one) => one.port === port);
      counts[at] = needs[at]!.reduce((most, need) => Math.max(most, counts[need]!), 0) + (own ? 1 : 0);
      const other = own && seen.get(counts[at]!);
      if (other) {
        const related = other.span === own.span ? undefined : { message: 'the other one', span: other.span };
        report('DW435', { first: other.name, second: own.name, port }, { span: own.span, related });
        break;
      }
      if (own) seen.set(counts[at]!, own);
    }
  }
}
