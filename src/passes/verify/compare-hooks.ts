import type { Report } from '../../diagnostics/diagnostics.js';
import type { Marks } from '../../model/mark.js';
import type { DagPlan, HandlerPlace, Plan, PlannedNode } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { Dag, DagFingerprint, Fingerprints, Workflow } from '../../model/workflow.js';
import type { NodesByDag } from '../earlier/nodes-by-dag.js';
import { type Edges, predecessorsOf, sequenced } from '../graph/topology.js';

/** A workflow as it is, or as the rules would have it, with what it says. */
interface SaidWorkflow {
  readonly workflow: Workflow;
  readonly fingerprints: Fingerprints;
}

export interface Comparison {
  readonly found: SaidWorkflow & { readonly marks: Marks };
  /** The hooks in it. */
  readonly taken: NodesByDag;
  readonly demanded: SaidWorkflow;
  readonly plan: Plan;
  readonly places: readonly HandlerPlace[];
}

/** Reports where the hooks of a workflow are not what the rules demand, or can be bypassed. */
export function compareHooks({ found, taken, demanded, plan, places }: Comparison, report: Report): void {
  const plans = new Map(plan.dags.map((one) => [one.dag, one]));
  for (const dag of found.workflow.dags) {
    const other = demanded.workflow.dags[dag.index]!;
    const hooks = taken.get(dag.index) ?? new Set<number>();
    const [saidHere, saidThere] = [found.fingerprints.at(dag.index)!, demanded.fingerprints.at(dag.index)!];
    compareDag(
      { dag, said: saidHere, labels: foundLabels(dag, hooks) },
      found.marks,
      { dag: other, said: saidThere, labels: demandedLabels(other, plans.get(dag.index)) },
      plans.get(dag.index),
      report,
    );
    const said = { ...saidHere, marks: found.marks };
    compareHandlers(dag, said, saidThere, places, report);
  }
}

interface Side {
  readonly dag: Dag;
  readonly said: DagFingerprint;
  /** For each node, what it is on both sides: which node of the base, or a hook of that name. */
  readonly labels: readonly string[];
}

function foundLabels(dag: Dag, hooks: ReadonlySet<number>): readonly string[] {
  let base = 0;
  return dag.nodes.map((node) => (hooks.has(node.index) ? node.name : `#${base++}`));
}

function demandedLabels(dag: Dag, plan: DagPlan | undefined): readonly string[] {
  return dag.nodes.map((node, at) => {
    const planned = plan?.nodes[at];
    if (planned?.kind === 'injected') return node.name;
    return `#${planned?.kind === 'kept' ? planned.node : at}`;
  });
}

function compareDag(found: Side, marks: Marks, demanded: Side, plan: DagPlan | undefined, report: Report): void {
  const positions = new Map(found.labels.map((label, at) => [label, at]));
  const wanted = new Set(demanded.labels);
  const spans = new Map(found.dag.nodes.map(({ name, span }) => [name, span]));
  found.labels.forEach((label, at) => {
    if (wanted.has(label)) return;
    const rule = marks.nodes.find((mark) => mark.dag === found.dag.index && mark.node === at)?.rule;
    report('DW705', { hook: label, dag: found.dag.name, rule }, { span: found.dag.nodes[at]!.span });
  });
  demanded.labels.forEach((label, at) => {
    const planned = plan?.nodes[at];
    const there = positions.get(label);
    if (planned?.kind === 'kept') compareKept(found, there, demanded.said.node(at), report);
    if (planned?.kind !== 'injected') return;
    const { rule, task } = planned.injection;
    if (there === undefined) {
      report(
        'DW703',
        { hook: label, dag: found.dag.name, rule: rule.id, task },
        { span: spans.get(task ?? '') ?? found.dag.span, related: { message: 'the rule', span: rule.span } },
      );
      return;
    }
    const difference = firstDifference(demanded.said.node(at), found.said.node(there));
    if (difference)
      report(
        'DW704',
        { hook: label, dag: found.dag.name, rule: rule.id, task, ...difference },
        { span: found.dag.nodes[there]!.span },
      );
  });
  compareNeeds(found, demanded, plan, report);
}

/** What is asked for hooks in a step of the workflow itself, such as how a gate ended. */
function compareKept({ dag, said }: Side, at: number | undefined, expected: string, report: Report): void {
  const difference = at === undefined ? undefined : firstDifference(expected, said.node(at));
  if (at === undefined || !difference) return;
  const { name, span } = dag.nodes[at]!;
  report('DW266', { node: name, dag: dag.name, ...difference }, { span });
}

function compareNeeds(found: Side, demanded: Side, plan: DagPlan | undefined, report: Report): void {
  const positions = new Map(found.labels.map((label, at) => [label, at]));
  demanded.dag.readings.forEach((reading) => {
    const here = predecessorsOf(sequenced(found.dag), reading.sequence);
    const there = predecessorsOf(sequenced(demanded.dag), reading.sequence);
    demanded.labels.forEach((label, at) => {
      const position = positions.get(label);
      if (position === undefined) return;
      const has = new Set(here[position]!.map((need) => found.labels[need]!));
      const missing = there[at]!.filter((need) => !has.has(demanded.labels[need]!));
      const named = new Set(there[at]!.map((need) => demanded.labels[need]!));
      const extra = here[position]!.filter((need) => !named.has(found.labels[need]!));
      if (missing.length === 0 && extra.length === 0) return;
      const hook = missing.find((need) => plan?.nodes[need]?.kind === 'injected');
      const round =
        hook === undefined
          ? undefined
          : pathRound(
              here,
              position,
              positions.get(demanded.labels[hook]!),
              there[hook]!.flatMap((need) => positions.get(demanded.labels[need]!) ?? []),
            );
      report(
        'DW706',
        {
          node: found.dag.nodes[position]!.name,
          dag: found.dag.name,
          reading: reading.name,
          missing: missing.map((need) => demanded.dag.nodes[need]!.name),
          extra: extra.map((need) => found.dag.nodes[need]!.name),
          round: round?.map((node) => found.dag.nodes[node]!.name),
          isGate: isGate(hook === undefined ? undefined : plan?.nodes[hook]),
          demand: demandOf(plan?.nodes[at]) ?? demandOf(hook === undefined ? undefined : plan?.nodes[hook]),
        },
        { span: found.dag.nodes[position]!.span },
      );
    });
  });
}

function isGate(node: PlannedNode | undefined): boolean {
  return node?.kind === 'injected' && !mayFail(node.injection.rule);
}

function demandOf(node: PlannedNode | undefined) {
  return node?.kind === 'injected' ? { rule: node.injection.rule.id, task: node.injection.task } : undefined;
}

function compareHandlers(
  dag: Dag,
  found: DagFingerprint & { readonly marks: Marks },
  demanded: DagFingerprint,
  places: readonly HandlerPlace[],
  report: Report,
): void {
  for (const handler of new Set([...demanded.handlers.keys(), ...found.handlers.keys()])) {
    const difference = firstDifference(demanded.handlers.get(handler) ?? '', found.handlers.get(handler) ?? '');
    if (!difference) continue;
    const place = places.find((one) => one.dag === dag.index && one.handler === handler);
    const rules = place?.injections.map(({ rule }) => rule.id) ?? [];
    const mark = found.marks.handlers.find((one) => one.dag === dag.index && one.handler === handler);
    report('DW707', { handler, dag: dag.name, rules, ...difference }, { span: mark?.span ?? dag.span });
  }
}

/** The stretches in which two texts differ, from a little before the first difference. */
function firstDifference(
  expected: string,
  found: string,
): { readonly expected: string; readonly found: string } | undefined {
  if (expected === found) return undefined;
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at += 1;
  const from = Math.max(0, at - 20);
  return { expected: expected.slice(from, at + 40), found: found.slice(from, at + 40) };
}

/**
 * A way from something that a gate is behind to something that should wait for the gate, without the gate.
 * @param gate `undefined` where it is missing
 * @param anchors what the gate waits for
 * @returns nodes from the anchor on, or `undefined` where there is no such way
 */
function pathRound(
  predecessors: Edges,
  to: number,
  gate: number | undefined,
  anchors: readonly number[],
): readonly number[] | undefined {
  const ends = new Set(anchors);
  const next = new Map<number, number>();
  const open = [to];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const need of predecessors[node]!) {
      if (need === gate || need === to || next.has(need)) continue;
      next.set(need, node);
      if (ends.has(need)) return pathFrom(need, to, next);
      open.push(need);
    }
  }
  return undefined;
}

function pathFrom(start: number, to: number, next: ReadonlyMap<number, number>): readonly number[] {
  const path = [start];
  for (let node = start; node !== to; ) {
    node = next.get(node)!;
    path.push(node);
  }
  return path;
}
