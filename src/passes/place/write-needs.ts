import type { Dag, Node } from '../../model/workflow.js';
import { mayBeCut } from '../graph/topology.js';
import type { PlacedNode, Ref } from './place.js';

/** For each node of a placed list: what its text will say it waits for, or `undefined` where the text stays as it is or says nothing. */
export function needsToWrite(dag: Dag, list: readonly PlacedNode[]): readonly (readonly Ref[] | undefined)[] {
  const sequences = dag.readings.map((reading) => reading.sequence);
  if (sequences.includes('only')) return list.map(() => undefined);
  if (sequences.includes('none')) return list.map((node) => writtenInGraph(dag, node));
  const impliedBy = positions(dag, list);
  return list.map((node, at) => writtenInChain(dag, node, (ref) => impliedBy(ref, at)));
}

function writtenInGraph(dag: Dag, node: PlacedNode): readonly Ref[] | undefined {
  if (node.kind === 'hook') return node.needs.length === 0 ? undefined : node.needs;
  const { needs, engineNeeds } = dag.nodes[node.node]!;
  const written = new Set(needs?.map((need) => need.node));
  const fromEngine = new Set<Ref>(engineNeeds.filter((need) => !written.has(need)));
  const wanted = node.needs.filter((need) => !fromEngine.has(need));
  return sameRefs(wanted, written) ? undefined : wanted;
}

/** Where position adds needs, only what it does not add is written; what was written stays unless a hook took its place. */
function writtenInChain(dag: Dag, node: PlacedNode, implied: (ref: Ref) => boolean): readonly Ref[] | undefined {
  if (node.kind === 'hook') {
    const missing = node.needs.filter((ref) => !implied(ref));
    return missing.length === 0 ? undefined : missing;
  }
  const own = dag.nodes[node.node]!;
  const { needs } = own;
  const wanted = new Set(node.needs);
  const written = new Set(needs?.flatMap((need) => need.node ?? []));
  const kept = [...written].filter((need) => wanted.has(need));
  // Position says nothing to a node that is cut off, until something else is written there.
  const replaced = kept.length < written.size || mayBeCut(dag, own);
  const hooks = node.needs.filter((ref) => typeof ref !== 'number' && (replaced || !implied(ref)));
  return sameRefs([...kept, ...hooks], written) ? undefined : [...kept, ...hooks];
}

function sameRefs(refs: readonly Ref[], written: ReadonlySet<number | undefined>): boolean {
  return refs.length === written.size && refs.every((ref) => typeof ref === 'number' && written.has(ref));
}

/** Does the position of a node in a chain make it wait for another one? An entry with a cut starts a new stretch of the chain. */
function positions(dag: Dag, list: readonly PlacedNode[]): (ref: Ref, at: number) => boolean {
  const entries = entryNumbers(dag, list);
  const stretchOfEntry = new Map<number, number>();
  let stretch = 0;
  list.forEach((node, at) => {
    if (node.kind === 'base' && startsStretch(dag, dag.nodes[node.node]!)) stretch += 1;
    stretchOfEntry.set(entries[at]!, stretch);
  });
  const entryOf = new Map<Ref, number>(
    list.map((node, at) => [node.kind === 'base' ? node.node : node.hook, entries[at]!]),
  );
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

/** The entry of each node of the list: hooks have one of their own, or share that of the nested list they join. */
export function entryNumbers(
  dag: Dag,
  list: readonly (
    | { readonly kind: 'base'; readonly node: number }
    | { readonly kind: 'hook'; readonly joins: number | undefined }
  )[],
): readonly number[] {
  let number = -1;
  let current: number | undefined;
  return list.map((node) => {
    const base = node.kind === 'base' ? node.node : node.joins;
    const entry = base === undefined ? undefined : dag.nodes[base]!.entry;
    if (entry === undefined || entry !== current) number += 1;
    current = entry;
    return number;
  });
}
