import type { Report } from '../../diagnostics/diagnostics.js';
import type { Engine } from '../../model/engine.js';
import type { DagPlan, GatesPassed, InjectedNode, PlannedNode } from '../../model/plan.js';
import { isOfTaskEnd, type RuleSet } from '../../model/rule.js';
import type { Dag, NamesIn } from '../../model/workflow.js';
import {
  type BaseGraph,
  borderOf,
  newlyHeldBack,
  nodesThatMayBeSkipped,
  type ReadGraph,
  writtenGraph,
} from '../graph/border.js';
import type { Hook } from '../graph/slot.js';
import { positionMayCount } from '../graph/topology.js';
import { holdingUp } from './gates-passed.js';
import { givenNames, referenceWriter } from './given-names.js';
import { nameHooks } from './hook-names.js';
import { nameOutputs } from './hook-outputs.js';
import { type Injecting, inject } from './inject.js';
import { findBreaches } from './laws.js';
import { needsToRecord } from './needs-to-record.js';
import { type PlacedHook, type PlacedNode, placeHooks, type Ref } from './place.js';
import { type PlannedListNode, plannedList } from './planned-list.js';
import type { Remarks } from './remarks.js';
import { rowsBySlot, type SlotRows } from './rows.js';
import { needsToWrite } from './write-needs.js';

/** What is needed to check a list again when it was written. */
export interface Proof {
  readonly list: readonly PlannedListNode[];
  /** The graphs that it came from, made anew: they are as large as the text, and asked for where something is wrong. */
  graphs(): readonly ReadGraph[];
}

/** What planning a DAG needs besides the DAG and its hooks. */
export interface DagPlanning extends Injecting {
  readonly namesIn: NamesIn;
  readonly rules: Pick<RuleSet, 'marks'>;
  readonly gatesPassed?: GatesPassed | undefined;
}

/** The list of nodes that a DAG is to have, as it is written and as the laws were held against it. */
export function planDag(
  dag: Dag,
  hooks: readonly Hook[],
  graphs: readonly ReadGraph[],
  planning: DagPlanning,
  remarks: Remarks,
  report: Report,
): { readonly plan: DagPlan; readonly list: Proof['list'] } {
  const { engine } = planning;
  const base = writtenGraph(dag, graphs);
  const slots = rowsBySlot(hooks);

  const list = placeHooks(dag, base, slots);
  const needs = needsToWrite(dag, list);
  const detached = list.map(
    (node, at) => node.kind === 'hook' && isDetached(dag, node, at === list.length - 1, engine),
  );

  const names = nameHooks(dag, list, engine, remarks);
  const attached = list.filter((_, at) => !detached[at]);
  const outputs = nameOutputs(dag, attached, engine, remarks);
  remarkPlaces(dag, slots, base, list, remarks);
  if (!engine.can.pastSkipped || !isMiddleAsked(dag, list, needs)) remarkSkips(dag, slots, base, engine, remarks);

  const planned = plannedList(dag, list, needs, names, detached);
  checkReadings(dag, graphs, planned, engine, report);

  const named = givenNames(dag, list, needs, names, planning.namesIn);
  remarks.named([...named.given], dag);
  const writeReference = referenceWriter(dag, names, named, report);
  const instead = needsToRecord(dag, planned, {
    isGivenName: (node) => named.given.has(node),
    marks: planning.rules.marks,
  });
  const nodes = list.map((node, at): PlannedNode => {
    const written = needs[at]?.flatMap((ref) => writeReference(ref, node));
    if (node.kind === 'base') {
      const whole = written && [...written, ...needsElsewhere(dag, node.node)];
      return { kind: 'kept', node: node.node, needs: whole, named: named.given.has(node.node) };
    }
    const { rule, task, slot } = node.hook;
    remarkRun(node.hook, detached[at] && (engine.can.background || undefined), dag, remarks);
    return {
      kind: 'injected',
      name: names.get(node.hook)!,
      needs: written,
      detached: detached[at]!,
      instead: instead.get(at) ?? noStandIns,
      joins: node.joins,
      stage: node.stage,
      about: 'node' in slot ? slot.node : undefined,
      slot: slot.kind,
      injection: inject(rule, dag, task, outputs.get(node.hook), planning),
    };
  });
  return holdingUp(dag, { plan: { dag: dag.index, nodes }, list: planned }, planning.gatesPassed);
}

// Most hooks share it.
const noStandIns: InjectedNode['instead'] = [];

function needsElsewhere(dag: Dag, node: number): readonly string[] {
  const { needs, needsElsewhere = [] } = dag.nodes[node]!;
  return needs?.flatMap((need) => (need.elsewhere ? [need.name] : [])) ?? needsElsewhere;
}

function remarkPlaces(dag: Dag, slots: SlotRows, base: BaseGraph, list: readonly PlacedNode[], remarks: Remarks): void {
  const { entry, middle, exit, before, after } = slots;
  for (const rows of [entry, middle, exit]) remarks.equalOrder(rows, dag);
  for (const rows of before.values()) remarks.equalOrder(rows, dag);
  for (const rows of after.values()) remarks.equalOrder(rows, dag);
  if (middle.length > 0) {
    remarks.heldBack(middle, dag, newlyHeldBack(base));
    // One that is always left to a person is waited for by nobody as it is.
    const passed = base.middle.passed ?? [];
    remarks.passes(
      middle,
      dag,
      passed.filter((node) => dag.nodes[node]!.idle === 'sometimes'),
    );
  }
  remarks.serialGroup(list, dag);
}

function remarkRun(
  { rule, slot, task }: Hook,
  detached: true | 'soft' | false | undefined,
  dag: Dag,
  remarks: Remarks,
): void {
  if ('node' in slot && dag.nodes[slot.node]!.chosen) remarks.runsUnchosen(rule, dag, slot.node);
  if (isOfTaskEnd(rule)) return;
  if (detached) remarks.detached(rule, dag, detached === 'soft');
  else if (!rule.await && task?.body !== undefined) remarks.keepsCallerWaiting(rule, dag);
}

/** Does a node ask for a hook in the middle that runs although what is before it was skipped? Then that hook runs so, too. */
function isMiddleAsked(
  { nodes }: Dag,
  list: readonly PlacedNode[],
  needs: readonly (readonly Ref[] | undefined)[],
): boolean {
  return list.some(
    (node, at) =>
      node.kind === 'base' &&
      nodes[node.node]!.pastFailure === true &&
      needs[at]?.some((ref) => typeof ref !== 'number' && ref.slot.kind === 'middle'),
  );
}

/** A hook that waits for many is skipped with any of them; elsewhere it shares the fate of its only neighbour. */
function remarkSkips(dag: Dag, slots: SlotRows, base: BaseGraph, { can }: Engine, remarks: Remarks): void {
  for (const kind of can.pastSkipped ? (['middle'] as const) : (['middle', 'exit'] as const)) {
    const rows = slots[kind];
    if (rows.length === 0) continue;
    const skipped = nodesThatMayBeSkipped(dag, base);
    remarks.skippedWith(
      rows,
      dag,
      borderOf({ kind }, base).after.filter((node) => skipped.has(node)),
    );
  }
}

/** In a list that is run in order, whatever is behind a hook waits for it, unless it starts and returns at once. */
function isDetached(dag: Dag, { hook }: PlacedHook, isLast: boolean, { can }: Engine): boolean {
  return can.background !== false && !hook.rule.await && !isLast && positionMayCount(dag);
}

/** Where two readings are possible and only one of them can have the hooks, a line in the workflow has to decide. */
function checkReadings(
  dag: Dag,
  graphs: readonly ReadGraph[],
  list: readonly PlannedListNode[],
  { words }: Engine,
  report: Report,
): void {
  const breached = graphs.map(({ reading, base }) => ({
    reading,
    breaches: findBreaches(dag, base, list, reading.sequence),
  }));
  const fine = breached.find(({ breaches }) => breaches.length === 0);
  for (const { reading, breaches } of breached) {
    const breach = breaches[0];
    if (!breach) continue;
    const rule = breach.hook?.rule ?? list.find((node) => node.hook)!.hook!.rule;
    const args = { rule, dag: dag.name, reading: reading.name, why: breach.why };
    if (fine) report('DW407', { ...args, other: fine.reading.name, oneOrder: words.oneOrder }, { span: dag.span });
    else report('DW408', { ...args, asGraph: words.asGraph }, { span: dag.span });
    return;
  }
}
