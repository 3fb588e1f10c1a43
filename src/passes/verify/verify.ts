import type { DagPlan, Plan } from '../../model/plan.js';
import type { AroundPrint, Dag, DagFingerprint, Fingerprints, Node, Workflow } from '../../model/workflow.js';
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
  const faults = findFaults(verification);
  if (faults.length > 0)
    throw new Error(`what was about to be written is not what was planned; ${faults.slice(0, 20).join('; ')}`);
}

function findFaults({ before, after, plan, proofs, expected, found }: Verification): readonly string[] {
  if (after.dags.length !== before.dags.length)
    return [`in \`${before.dags[0]?.name ?? ''}\`: ${before.dags.length} documents became ${after.dags.length}`];
  const plans = new Map(plan.dags.map((dag) => [dag.dag, dag]));
  return before.dags.flatMap((dag, index) =>
    dagFaults({
      before: dag,
      after: after.dags[index]!,
      plan: plans.get(index),
      proof: proofs.get(index),
      expected: expected.at(index)!,
      found: found.at(index)!,
    }).map((fault) => `in \`${dag.name}\`: ${fault}`),
  );
}

interface DagVerification {
  readonly before: Dag;
  /** As it is read from the text that is about to be written. */
  readonly after: Dag;
  /** `undefined` where it was not to be touched. */
  readonly plan: DagPlan | undefined;
  readonly proof: Proof | undefined;
  readonly expected: DagFingerprint;
  readonly found: DagFingerprint;
}

/** What of one DAG is not what was planned. */
export function dagFaults({ before, after, plan, proof, expected, found }: DagVerification): readonly string[] {
  const ofNodes = plan ? plannedFaults(before, after, plan) : untouchedFaults(before, after);
  const ofLaws = ofNodes.length === 0 && proof ? lawFaults(before, after, proof) : noFaults;
  return [...aroundFaults(expected, found), ...ofNodes, ...printFaults(expected, found), ...ofLaws];
}

const noFaults: readonly string[] = [];

/** What is around the nodes of a DAG and says something else than it should. */
export function aroundFaults(expected: AroundPrint, found: AroundPrint): readonly string[] {
  const rest = expected.rest === found.rest ? noFaults : ['something outside of its steps changed'];
  const handlers = new Set([...expected.handlers.keys(), ...found.handlers.keys()]);
  if (handlers.size === 0) return rest;
  const ofHandlers = [...handlers].flatMap((key) => {
    const [wanted, read] = [expected.handlers.get(key) ?? 'nothing', found.handlers.get(key) ?? 'nothing'];
    return wanted === read
      ? []
      : [`its handler \`${key}\` should say ${wanted.slice(0, 300)} and says ${read.slice(0, 300)}`];
  });
  return [...rest, ...ofHandlers];
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
  const [nodes, found] = [before.nodes, after.nodes];
  const same =
    nodes.length === found.length &&
    nodes.every(
      (node, index) =>
        node.name === found[index]!.name && sameNeeds(namesNeeded(nodes, index), namesNeeded(found, index)),
    );
  return same ? noFaults : ['it was not to be touched, but its steps changed'];
}

function plannedFaults(before: Dag, after: Dag, { nodes }: DagPlan): readonly string[] {
  // Asked for once: they may be read again each time.
  const [bases, found] = [before.nodes, after.nodes];
  if (nodes.length !== found.length) return [`it should have ${nodes.length} steps and has ${found.length}`];
  const positions: number[] = [];
  nodes.forEach((node, at) => {
    if (node.kind === 'kept') positions[node.node] = at;
  });
  const called = positionsByName(bases, nodes);
  return nodes.flatMap((planned, index): readonly string[] => {
    const { name, named, id, needs } = found[index]!;
    const read = needs?.map((need) => need.node ?? need.name);
    if (planned.kind === 'injected') {
      if (name !== planned.name)
        return [`step ${index + 1} should be called \`${planned.name}\` and is called \`${name}\``];
      const wanted = planned.needs?.map((need) => called.get(need) ?? need);
      return sameNeeds(wanted, read) ? noFaults : [`\`${name}\` does not wait for what it should`];
    }
    const base = bases[planned.node]!;
    if (planned.named && !(named && name === base.name)) return [`\`${base.name}\` should have its name written down`];
    if (base.named && (name !== base.name || id !== base.id)) return [`\`${base.name}\` is not where it was`];
    const wanted = planned.needs
      ? needsOfKept(base, planned.needs, called, positions)
      : base.needs?.map((need) => (need.node === undefined ? need.name : positions[need.node]!));
    return sameNeeds(wanted, read) ? noFaults : [`\`${base.name}\` does not wait for what it should`];
  });
}

/** A plan may name a need as the node itself does, by a name that only its list tells. */
function needsOfKept(
  base: Node,
  needs: readonly string[],
  called: ReadonlyMap<string, number>,
  positions: readonly number[],
): readonly (number | string)[] {
  let written: ReadonlyMap<string, number> | undefined;
  return needs.map((need) => {
    const at = called.get(need);
    if (at !== undefined) return at;
    written ??= new Map(base.needs?.flatMap(({ name, node }) => (node === undefined ? [] : [[name, node]])));
    return positions[written.get(need) ?? -1] ?? need;
  });
}

/** Where the nodes of a plan are in its list, by what the plan calls them: a node may be called otherwise in the text. */
function positionsByName(bases: Dag['nodes'], nodes: DagPlan['nodes']): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  nodes.forEach((node, at) => {
    const id = node.kind === 'kept' ? bases[node.node]!.id : undefined;
    if (id !== undefined) positions.set(id, at);
  });
  nodes.forEach((node, at) => {
    positions.set(node.kind === 'kept' ? bases[node.node]!.name : node.name, at);
  });
  return positions;
}

/** What the text of a node says it waits for, each by the name that a plan uses. */
function namesNeeded(nodes: Dag['nodes'], index: number): readonly string[] | undefined {
  return nodes[index]!.needs?.map((need) =>
    need.node === undefined ? need.name : (nodes[need.node]!.reference ?? need.name),
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
  const { nodes } = after;
  // The laws were held against the plan's list already, and an equal list cannot break them.
  if (list.every((planned, index) => isReadBack(planned, nodes[index]!))) return noFaults;
  const readBack = list.map(({ base, hook }, index): PlannedListNode => {
    const { entry, needs, engineNeeds, stage } = nodes[index]!;
    return { base, hook, entry, needs: needs?.flatMap((need) => need.node ?? []), engineNeeds, stage };
  });
  return graphs().flatMap(({ reading, base }: ReadGraph) =>
    findBreaches(before, base, readBack, reading.sequence).map(
      (breach) => `${breach.why} (${reading.name}: ${breach.law})`,
    ),
  );
}

function isReadBack(planned: PlannedListNode, { entry, needs, engineNeeds, stage }: Node): boolean {
  if (planned.entry !== entry || planned.stage !== stage) return false;
  if (planned.needs === undefined || needs === undefined) {
    if (planned.needs !== needs) return false;
  } else {
    const wanted = planned.needs;
    if (wanted.length !== needs.length || !needs.every(({ node }, at) => node === wanted[at])) return false;
  }
  const ofEngine = planned.engineNeeds;
  return engineNeeds.length === ofEngine.length && engineNeeds.every((need, at) => need === ofEngine[at]);
}
