import type { DagPlan, Plan } from '../../model/plan.js';
import type { Dag, DagFingerprint, Fingerprints, Workflow } from '../../model/workflow.js';
import type { ReadGraph } from '../graph/border.js';
import { findBreaches } from '../place/laws.js';
import type { Proof } from '../place/plan-dag.js';
import type { PlannedListNode } from '../place/planned-list.js';

export interface Verification {
  readonly before: Workflow;
  /** The workflow as it is read from the text that is about to be written. */
  readonly after: Workflow;
  readonly plan: Plan;
  readonly proofs: ReadonlyMap<number, Proof>;
  /** What the text will say, by the text before and the plan. */
  readonly expected: Fingerprints;
  readonly found: Fingerprints;
}

/**
 * Trusts nothing: compares what was read back with the plan, node by node, and holds the laws against it again.
 * @throws where the two differ: a fault of ours
 */
export function verifyOutput(verification: Verification): void {
  const faults = [...findFaults(verification)].map(({ dag, breach }) => `in \`${dag}\`: ${breach}`);
  if (faults.length > 0)
    throw new Error(`what was about to be written is not what was planned; ${faults.slice(0, 20).join('; ')}`);
}

interface Fault {
  readonly dag: string;
  readonly breach: string;
}

function* findFaults({ before, after, plan, proofs, expected, found }: Verification): Iterable<Fault> {
  if (after.dags.length !== before.dags.length) {
    yield { dag: before.dags[0]?.name ?? '', breach: `${before.dags.length} documents became ${after.dags.length}` };
    return;
  }
  const plans = new Map(plan.dags.map((dag) => [dag.dag, dag]));
  for (const [index, dag] of before.dags.entries()) {
    const fault = (breach: string): Fault => ({ dag: dag.name, breach });
    const [wanted, said] = [expected.at(index)!, found.at(index)!];
    if (wanted.rest !== said.rest) yield fault('something outside of its steps changed');
    for (const breach of handlerFaults(wanted.handlers, said.handlers)) yield fault(breach);
    const dagPlan = plans.get(index);
    const faults = dagPlan ? plannedFaults(dag, after.dags[index]!, dagPlan) : untouchedFaults(dag, after.dags[index]!);
    for (const breach of [...faults, ...printFaults(wanted, said)]) yield fault(breach);
    const proof = proofs.get(index);
    if (proof && [...faults].length === 0)
      for (const breach of lawFaults(dag, after.dags[index]!, proof)) yield fault(breach);
  }
}

function handlerFaults(expected: DagFingerprint['handlers'], found: DagFingerprint['handlers']): readonly string[] {
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const [wanted, read] = [expected.get(key) ?? 'nothing', found.get(key) ?? 'nothing'];
    return wanted === read
      ? []
      : [`its handler \`${key}\` should say ${wanted.slice(0, 300)} and says ${read.slice(0, 300)}`];
  });
}

function printFaults(expected: DagFingerprint, found: DagFingerprint): readonly string[] {
  if (expected.count !== found.count) return [`it should have ${expected.count} steps and has ${found.count}`];
  for (let at = 0; at < expected.count; at += 1) {
    const source = expected.source(at);
    if (source !== undefined && source === found.source(at)) continue;
    const [wanted, read] = [expected.node(at), found.node(at)];
    if (wanted !== read) return [`step ${at + 1} should say ${wanted.slice(0, 300)} and says ${read.slice(0, 300)}`];
  }
  return [];
}

function untouchedFaults(before: Dag, after: Dag): readonly string[] {
  const same =
    before.nodes.length === after.nodes.length &&
    before.nodes.every(
      (node, index) =>
        sameNeeds(namesNeeded(before, index), namesNeeded(after, index)) && node.name === after.nodes[index]!.name,
    );
  return same ? [] : ['it was not to be touched, but its steps changed'];
}

function plannedFaults(before: Dag, after: Dag, { nodes }: DagPlan): readonly string[] {
  if (nodes.length !== after.nodes.length)
    return [`it should have ${nodes.length} steps and has ${after.nodes.length}`];
  const positionOf = new Map(nodes.flatMap((node, at) => (node.kind === 'kept' ? [[node.node, at]] : [])));
  const called = positionsByName(before, nodes);
  return nodes.flatMap((planned, index): readonly string[] => {
    const found = after.nodes[index]!;
    if (planned.kind === 'injected') {
      if (found.name !== planned.name)
        return [`step ${index + 1} should be called \`${planned.name}\` and is called \`${found.name}\``];
      const wanted = planned.needs?.map((name) => called.get(name) ?? name);
      return sameNeeds(wanted, nodesNeeded(after, index)) ? [] : [`\`${found.name}\` does not wait for what it should`];
    }
    const base = before.nodes[planned.node]!;
    if (planned.named && !(found.named && found.name === base.name))
      return [`\`${base.name}\` should have its name written down`];
    if (base.named && (found.name !== base.name || found.id !== base.id))
      return [`\`${base.name}\` is not where it was`];
    const written = new Map(base.needs?.flatMap(({ name, node }) => (node === undefined ? [] : [[name, node]])));
    const wanted = planned.needs
      ? planned.needs.map((name) => called.get(name) ?? positionOf.get(written.get(name) ?? -1) ?? name)
      : nodesNeeded(before, planned.node, positionOf);
    return sameNeeds(wanted, nodesNeeded(after, index)) ? [] : [`\`${base.name}\` does not wait for what it should`];
  });
}

/** Where the nodes of a plan are in its list, by what the plan calls them: a node may be called otherwise in the text. */
function positionsByName(before: Dag, nodes: DagPlan['nodes']): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  nodes.forEach((node, at) => {
    if (node.kind === 'kept' && before.nodes[node.node]!.id !== undefined)
      positions.set(before.nodes[node.node]!.id!, at);
  });
  nodes.forEach((node, at) => {
    positions.set(node.kind === 'kept' ? before.nodes[node.node]!.name : node.name, at);
  });
  return positions;
}

/** What the text of a node says it waits for, each by the name that a plan uses. */
function namesNeeded(dag: Dag, index: number): readonly string[] | undefined {
  return dag.nodes[index]!.needs?.map((need) =>
    need.node === undefined ? need.name : (dag.nodes[need.node]!.reference ?? need.name),
  );
}

/** The same by position in a list, whatever a node is called there; what no node has is reported by its name. */
function nodesNeeded(
  dag: Dag,
  index: number,
  positionOf?: ReadonlyMap<number, number>,
): readonly (number | string)[] | undefined {
  return dag.nodes[index]!.needs?.map(({ node, name }) =>
    node === undefined ? name : positionOf ? positionOf.get(node)! : node,
  );
}

function sameNeeds(
  expected: readonly (number | string)[] | undefined,
  found: readonly (number | string)[] | undefined,
): boolean {
  if (expected === undefined || found === undefined) return expected === found;
  if (expected.length === found.length && expected.every((name, at) => name === found[at])) return true;
  const wanted = new Set(expected);
  return wanted.size === new Set(found).size && found.every((name) => wanted.has(name));
}

function lawFaults(before: Dag, after: Dag, { graphs, list }: Proof): readonly string[] {
  const readBack = list.map(({ base, hook }, index): PlannedListNode => {
    const node = after.nodes[index]!;
    return {
      base,
      hook,
      entry: node.entry,
      needs: node.needs?.flatMap((need) => need.node ?? []),
      engineNeeds: node.engineNeeds,
      stage: node.stage,
    };
  });
  // The laws were held against the plan's list already, and an equal list cannot break them.
  if (readBack.every((node, index) => isSameNode(node, list[index]!))) return [];
  return graphs.flatMap(({ reading, base }: ReadGraph) =>
    findBreaches(before, base, readBack, reading.sequence).map(
      (breach) => `${breach.why} (${reading.name}: ${breach.law})`,
    ),
  );
}

function isSameNode(a: PlannedListNode, b: PlannedListNode): boolean {
  const isSamePlace = a.entry === b.entry && a.stage === b.stage;
  return isSamePlace && sameIndexes(a.needs, b.needs) && sameIndexes(a.engineNeeds, b.engineNeeds);
}

function sameIndexes(a: readonly number[] | undefined, b: readonly number[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((index, at) => index === b[at]);
}
