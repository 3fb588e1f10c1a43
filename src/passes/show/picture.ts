import type { Engine } from '../../model/engine.js';
import type { Marks } from '../../model/mark.js';
import type { Denied } from '../../model/match.js';
import type { Picture, PictureDag, PictureEdge, PictureNode } from '../../model/picture.js';
import { type DagPlan, type HandlerPlan, handlersByDag, type Plan } from '../../model/plan.js';
import type { Forecast } from '../../model/run-table.js';
import type { Dag, Reading, Workflow } from '../../model/workflow.js';
import { predecessorsOf, type SequencedNode, sequenced, writtenReading } from '../graph/topology.js';
import { entryNumbers } from '../place/entry-numbers.js';
import { forecastHandler, forecastNodes } from './forecast.js';

export type Drawn = DrawnChange | DrawnText;

interface DrawnChange {
  readonly workflow: Workflow;
  /** What will be added. */
  readonly plan: Plan;
  readonly engine: Pick<Engine, 'runTable'>;
  /** Those that have a command of their own already. */
  readonly sharedHandlers: readonly HandlerPlan[];
  readonly denied: readonly Denied[];
}

/** A workflow as it is. */
export interface DrawnText {
  readonly workflow: Workflow;
  readonly plan: undefined;
  /** Hooks that the text holds already. */
  readonly marks: Marks | undefined;
  /** By DAG: in those of one number, nodes wait for each other in the same way. */
  readonly shapes?: readonly number[] | undefined;
}

/** The order that holds in every DAG, with what a plan changes in it. */
export function pictureOf(drawn: readonly Drawn[]): Picture {
  let first = 0;
  const dags = drawn.flatMap((one) => {
    const { workflow, plan } = one;
    const offset = first;
    first += workflow.dags.length;
    const plans = new Map(plan?.dags.map((dagPlan) => [dagPlan.dag, dagPlan]));
    const handlers = handlersByDag(plan?.handlers ?? []);
    const shared = new Set(one.plan && one.sharedHandlers);
    const marks = one.plan ? undefined : one.marks;
    const rules = new Map(marks?.nodes.map(({ dag, node, rule }) => [`${dag} ${node}`, rule]));
    const writtenOrder = orderOfEach(one.plan ? undefined : one.shapes);
    return workflow.dags.map((dag): PictureDag => {
      const dagPlan = plans.get(dag.index);
      const { reading, edges } = dagPlan ? changedOrder(dag, dagPlan) : writtenOrder(dag);
      const forecasts = one.plan && dagPlan ? forecastNodes(dag, dagPlan.nodes, edges, one.engine.runTable) : [];
      return {
        name: dag.name,
        file: dag.file,
        isRoot: workflow.roots.includes(dag.index),
        reading,
        nodes: nodesOf(dag, dagPlan, offset, rules, forecasts),
        edges,
        handlers: one.plan ? drawnHandlers(handlers.get(dag.index) ?? [], shared, one) : [],
        denied: one.plan ? deniedIn(dag, dagPlan, one.denied) : [],
      };
    });
  });
  return { dags };
}

function nodesOf(
  dag: Dag,
  plan: DagPlan | undefined,
  offset: number,
  rules: ReadonlyMap<string, string>,
  forecasts: readonly (Forecast | undefined)[],
): readonly PictureNode[] {
  const base = dag.nodes.map((node, index): PictureNode => {
    const { name, call } = node;
    const rule = rules.size > 0 ? rules.get(`${dag.index} ${index}`) : undefined;
    return {
      name,
      // Only a page asks for these, and to answer, a DAG may have to be read in full.
      get type() {
        return node.type;
      },
      get span() {
        return node.span;
      },
      call: call && { name: call.name, dag: call.dag === undefined ? undefined : offset + call.dag },
      hook: rule === undefined ? undefined : { rule, injection: undefined, forecast: undefined },
    };
  });
  if (!plan) return base;
  return plan.nodes.map((node, at): PictureNode => {
    if (node.kind === 'kept') return base[node.node]!;
    const { name, injection } = node;
    return {
      name,
      type: injection.rule.step.type,
      call: undefined,
      hook: { rule: injection.rule.id, injection, forecast: forecasts[at] },
      span: undefined,
    };
  });
}

interface DrawnOrder {
  /** The reading that is drawn, where the text allows several. */
  readonly reading: string | undefined;
  readonly edges: readonly PictureEdge[];
}

/** The order of DAGs as they are; of those that are alike, one is looked at. */
function orderOfEach(shapes: readonly number[] | undefined): (dag: Dag) => DrawnOrder {
  const known = new Map<number, DrawnOrder>();
  return (dag) => {
    const shape = shapes?.[dag.index];
    const order = (shape === undefined ? undefined : known.get(shape)) ?? orderOf(dag);
    if (shape !== undefined) known.set(shape, order);
    return order;
  };
}

function orderOf(dag: Dag): DrawnOrder {
  const reading = writtenReading(dag);
  const edges = predecessorsOf(sequenced(dag), reading.sequence).flatMap((needs, to) =>
    needs.map((from): PictureEdge => ({ from, to, change: 'kept' })),
  );
  return { reading: nameAmong(dag, reading), edges };
}

function nameAmong({ readings }: Dag, { name }: Reading): string | undefined {
  return readings.length > 1 ? name : undefined;
}

function changedOrder(dag: Dag, plan: DagPlan): DrawnOrder {
  const reading = writtenReading(dag);
  return { reading: nameAmong(dag, reading), edges: changedEdges(dag, plan, reading) };
}

function changedEdges(dag: Dag, plan: DagPlan, { sequence }: Reading): readonly PictureEdge[] {
  const positions = new Map(plan.nodes.flatMap((node, at) => (node.kind === 'kept' ? [[node.node, at] as const] : [])));
  const before = predecessorsOf(sequenced(dag), sequence);
  const after = predecessorsOf(plannedSequence(dag, plan, positions), sequence);
  const then = new Map([...positions].map(([node, at]) => [at, before[node]!.map((need) => positions.get(need)!)]));
  return after.flatMap((needs, to): readonly PictureEdge[] => {
    const old = new Set(then.get(to));
    const now = new Set(needs);
    return [
      ...needs.map((from): PictureEdge => ({ from, to, change: old.has(from) ? 'kept' : 'added' })),
      ...[...old].filter((from) => !now.has(from)).map((from): PictureEdge => ({ from, to, change: 'removed' })),
    ];
  });
}

function plannedSequence(
  dag: Dag,
  { nodes }: DagPlan,
  positions: ReadonlyMap<number, number>,
): readonly SequencedNode[] {
  const byName = new Map<string, number>();
  const base = sequenced(dag);
  nodes.forEach((node, at) => {
    if (node.kind === 'injected') byName.set(node.name, at);
  });
  for (const { index, name } of dag.nodes) byName.set(name, positions.get(index)!);
  for (const { index, reference } of dag.nodes)
    if (reference !== undefined) byName.set(reference, positions.get(index)!);
  const entries = entryNumbers(
    dag,
    nodes.map((node) =>
      node.kind === 'kept' ? { kind: 'base', node: node.node } : { kind: 'hook', joins: node.joins },
    ),
  );
  return nodes.map((node, at) => {
    const own = node.kind === 'kept' ? base[node.node]! : undefined;
    const toPosition = (index: number) => positions.get(index)!;
    return {
      entry: entries[at]!,
      needs: node.needs ? node.needs.flatMap((name) => byName.get(name) ?? []) : own?.needs?.map(toPosition),
      engineNeeds: own?.engineNeeds.map(toPosition) ?? [],
      stage: node.kind === 'kept' ? own!.stage : node.stage,
    };
  });
}

function deniedIn(dag: Dag, plan: DagPlan | undefined, denied: readonly Denied[]): PictureDag['denied'] {
  const own = denied.filter((one) => one.dag === dag.index);
  const positions = new Map(plan?.nodes.map((node, at) => [node.kind === 'kept' ? node.node : undefined, at]));
  return own.map((one) => ({ ...one, at: plan && one.node !== undefined ? positions.get(one.node) : one.node }));
}

function drawnHandlers(
  handlers: readonly HandlerPlan[],
  shared: ReadonlySet<HandlerPlan>,
  { engine }: DrawnChange,
): PictureDag['handlers'] {
  return handlers.flatMap((handler) => {
    const { event } = handler;
    return handler.injections.map(({ name, injection }) => {
      const forecast = forecastHandler(event, injection, shared.has(handler), engine.runTable);
      return { name, event, hook: { rule: injection.rule.id, injection, forecast } };
    });
  });
}
