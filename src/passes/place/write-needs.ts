import type { Dag, Node } from '../../model/workflow.js';
import { idleNodes } from '../graph/idle-nodes.js';
import type { Hook } from '../graph/slot.js';
import { mayBeCut, namedNeeds } from '../graph/topology.js';
import { needsAtEnd, type StagedNode } from './ends-in-stages.js';
import { entryNumbers } from './entry-numbers.js';
import { gatesToAsk } from './gates-to-ask.js';
import type { PlacedHook, PlacedNode, Ref } from './place.js';

/** For each node of a placed list: what its text will say it waits for, or `undefined` where the text stays as it is or says nothing. */
export function needsToWrite(dag: Dag, list: readonly PlacedNode[]): readonly (readonly Ref[] | undefined)[] {
  const sequences = dag.readings.map((reading) => reading.sequence);
  if (sequences.includes('only')) return list.map(() => undefined);
  if (sequences.includes('stages')) return writtenInStages(dag, list);
  if (sequences.includes('none')) return writtenInGraphs(dag, list);
  const implies = positionImplies(dag, list);
  return list.map((node, at) => writtenInChain(dag, node, (ref) => implies(ref, at)));
}

/**
 * A stage says most of it. Where it does not, all is written, for a list of needs takes the place of stages. What a node
 * needed it goes on to need, because it gets files from there.
 */
function writtenInStages(dag: Dag, list: readonly PlacedNode[]): readonly (readonly Ref[] | undefined)[] {
  const stages = new Map<Ref, number>(
    list.map((node) => (node.kind === 'base' ? [node.node, dag.nodes[node.node]!.stage!] : [node.hook, node.stage!])),
  );
  const isAllBefore = (refs: readonly Ref[], stage: number) => refs.every((ref) => stages.get(ref)! < stage);
  const ofBase = list.map((node) => {
    if (node.kind === 'hook') return undefined;
    const { needs, stage } = dag.nodes[node.node]!;
    if (!needs && isAllBefore(node.needs, stage!)) return undefined;
    return needs && !node.needs.some((ref) => typeof ref !== 'number') ? undefined : allNeeds(dag, node);
  });
  const changed = new Set(
    list.flatMap((node, at) => (node.kind === 'base' && ofBase[at] ? (dag.nodes[node.node]!.heirs ?? []) : [])),
  );
  const written = list.map((node, at) => {
    if (node.kind === 'hook')
      return isSaidByStage(dag, node) && isAllBefore(node.needs, node.stage!) ? undefined : node.needs;
    // Without a hook in its own list, no mark could tell that there was no list.
    const isHeir = changed.has(node.node) && node.needs.some((ref) => typeof ref !== 'number');
    return ofBase[at] ?? (isHeir ? allNeeds(dag, node) : undefined);
  });
  return writtenAtEnd(dag, list, written);
}

/** The same, with what hooks at the end of a run name. */
function writtenAtEnd(
  dag: Dag,
  list: readonly PlacedNode[],
  written: readonly (readonly Ref[] | undefined)[],
): readonly (readonly Ref[] | undefined)[] {
  if (!list.some(isAtEnd)) return written;
  const inLastStage = list.flatMap((node, at): readonly StagedNode[] => {
    if (node.kind === 'hook')
      return isPartOfRun(node.hook) && node.stage === dag.lastStage ? [{ node, needs: written[at] }] : [];
    const { stage, needs } = dag.nodes[node.node]!;
    return stage === dag.lastStage ? [{ node, needs: written[at] ?? (needs && node.needs) }] : [];
  });
  const all = (): readonly Ref[] => {
    const idle = idleNodes(dag);
    const isAroundIdle = ({ slot }: Hook) => 'node' in slot && idle.has(slot.node);
    const hooks = list.flatMap((node) => (node.kind === 'hook' && isPartOfRun(node.hook) ? [node.hook] : []));
    const nodes = dag.nodes.flatMap(({ index }) => (idle.has(index) ? [] : [index]));
    return [...nodes, ...hooks.filter((hook) => !isAroundIdle(hook))];
  };
  const needsOf = needsAtEnd(dag, inLastStage);
  return list.map((node, at) => (isAtEnd(node) ? needsOf(node, all) : written[at]));
}

function isAtEnd(node: PlacedNode): node is PlacedHook {
  return node.kind === 'hook' && node.hook.slot.kind === 'exit';
}

/** What a node needs in a list: what it has in one, or else all that is in earlier stages, and its hooks. */
function allNeeds(dag: Dag, { node, needs }: Extract<PlacedNode, { kind: 'base' }>): readonly Ref[] {
  const own = dag.nodes[node]!;
  const earlier = () => dag.nodes.flatMap((other) => (other.stage! < own.stage! ? [other.index] : []));
  const before = own.needs ? own.needs.flatMap((need) => need.node ?? []) : earlier();
  return [...before, ...needs.filter((ref) => typeof ref !== 'number')];
}

/** A hook that others wait for, and no one that ends a run. */
function isPartOfRun({ rule, slot }: Hook): boolean {
  return rule.await && slot.kind !== 'exit';
}

/** Is what a hook is to wait for all that is in earlier stages? */
function isSaidByStage(dag: Dag, { hook: { slot }, stage }: PlacedHook): boolean {
  if (slot.kind === 'exit') return true;
  if (slot.kind === 'entry') return stage === 0;
  return slot.kind === 'before' && dag.nodes[slot.node]!.needs === undefined && stage === dag.nodes[slot.node]!.stage;
}

function writtenInGraphs(dag: Dag, list: readonly PlacedNode[]): readonly (readonly Ref[] | undefined)[] {
  const gatesOf = gatesToAsk(dag, list);
  return list.map((node) => {
    const more = [...(gatesOf?.(node) ?? []), ...needsAskedFor(dag, node)];
    return writtenInGraph(dag, more.length === 0 ? node : { ...node, needs: [...new Set([...node.needs, ...more])] });
  });
}

/** A hook before a node asks in its own condition for what that node asks for. */
function needsAskedFor(dag: Dag, node: PlacedNode): readonly Ref[] {
  if (node.kind === 'base' || node.hook.slot.kind !== 'before') return [];
  const own = dag.nodes[node.hook.slot.node]!;
  return own.asksForNeeds ? [...(namedNeeds(own) ?? [])] : [];
}

function writtenInGraph(dag: Dag, node: PlacedNode): readonly Ref[] | undefined {
  if (node.kind === 'hook') return node.needs.length === 0 ? undefined : node.needs;
  const { needs, engineNeeds } = dag.nodes[node.node]!;
  const written = new Set<Ref | undefined>();
  for (const need of needs ?? []) written.add(need.node);
  const fromEngine = new Set<Ref>(engineNeeds.filter((need) => !written.has(need)));
  const placed = fromEngine.size === 0 ? node.needs : node.needs.filter((need) => !fromEngine.has(need));
  const wanted = dag.keepsNeeds ? [...new Set<Ref>([...(namedNeeds({ needs }) ?? []), ...placed])] : placed;
  return sameRefs(wanted, written) ? undefined : wanted;
}

/** Where position adds needs, only what it does not add is written; what was written stays unless a hook took its place. */
function writtenInChain(dag: Dag, node: PlacedNode, implied: (ref: Ref) => boolean): readonly Ref[] | undefined {
  if (node.kind === 'hook') {
    const missing = node.needs.filter((ref) => !implied(ref));
    return missing.length === 0 ? undefined : missing;
  }
  const own = dag.nodes[node.node]!;
  if (isAsWritten(node.needs, own)) return undefined;
  const wanted = new Set(node.needs);
  const written = new Set(namedNeeds(own));
  const kept = [...written].filter((need) => wanted.has(need));
  // Position says nothing to a node that is cut off, until something else is written there.
  const replaced = kept.length < written.size || mayBeCut(dag, own);
  const hooks = node.needs.filter((ref) => typeof ref !== 'number' && (replaced || !implied(ref)));
  return sameRefs([...kept, ...hooks], written) ? undefined : [...kept, ...hooks];
}

/** Does it wait for no hook, and still for all that is written there? That is most nodes. */
function isAsWritten(refs: readonly Ref[], { needs = [] }: Node): boolean {
  if (needs.length * refs.length > fewPairs) return false;
  return (
    refs.every((ref) => typeof ref === 'number') && needs.every(({ node }) => node === undefined || refs.includes(node))
  );
}

/** Up to here, comparing each with each is quicker than looking up in a set. */
const fewPairs = 100;

function sameRefs(refs: readonly Ref[], written: ReadonlySet<Ref | undefined>): boolean {
  return refs.length === written.size && refs.every((ref) => typeof ref === 'number' && written.has(ref));
}

/** Does the position of a node in a chain make it wait for another one? An entry with a cut starts a new stretch of the chain. */
function positionImplies(dag: Dag, list: readonly PlacedNode[]): (ref: Ref, at: number) => boolean {
  const entries = entryNumbers(dag, list);
  const stretchOfEntry = new Map<number, number>();
  let stretch = 0;
  list.forEach((node, at) => {
    if (node.kind === 'base' && startsStretch(dag, dag.nodes[node.node]!)) stretch += 1;
    stretchOfEntry.set(entries[at]!, stretch);
  });
  const entryOf = new Map<Ref, number>();
  list.forEach((node, at) => void entryOf.set(node.kind === 'base' ? node.node : node.hook, entries[at]!));
  return (ref, at) => {
    const there = entryOf.get(ref)!;
    const here = entries[at]!;
    return there < here && stretchOfEntry.get(there) === stretchOfEntry.get(here);
  };
}

/** There is nothing to be cut off from in the first entry. */
function startsStretch(dag: Dag, node: Node): boolean {
  return mayBeCut(dag, node) && node.entry !== dag.nodes[0]!.entry;
}
