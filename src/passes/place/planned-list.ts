import type { Dag } from '../../model/workflow.js';
import type { Hook, Slot } from '../graph/slot.js';
import { namedNeeds, type SequencedNode } from '../graph/topology.js';
import { entryNumbers } from './entry-numbers.js';
import type { PlacedNode, Ref } from './place.js';

/** The list that a DAG is to have, with what each of its nodes waits for by position. */
export function plannedList(
  dag: Dag,
  list: readonly PlacedNode[],
  written: readonly (readonly Ref[] | undefined)[],
  names: ReadonlyMap<Hook, string>,
  detached: readonly boolean[],
): readonly PlannedListNode[] {
  const entries = entryNumbers(dag, list);
  const positions = new Map<Ref, number>();
  list.forEach((node, at) => void positions.set(node.kind === 'base' ? node.node : node.hook, at));
  const positionsOf = (refs: readonly Ref[]) => (refs.length === 0 ? none : refs.map((ref) => positions.get(ref)!));
  return list.map((node, at): PlannedListNode => {
    const own = node.kind === 'base' ? dag.nodes[node.node]! : undefined;
    const refs = written[at] ?? (own && namedNeeds(own));
    return {
      base: own?.index,
      hook: node.kind === 'hook' ? plannedHook(node.hook, names.get(node.hook)!, detached[at]!) : undefined,
      entry: entries[at]!,
      needs: refs && positionsOf(refs),
      engineNeeds: own ? positionsOf(own.engineNeeds) : none,
      stage: node.kind === 'base' ? own!.stage : node.stage,
    };
  });
}

// A large workflow has one of these for each node.
const none: readonly number[] = [];

/** A node of a list that is planned, or that was read back from what was written. */
export interface PlannedListNode extends SequencedNode {
  /** Index into the DAG as it was; `undefined` for a hook. */
  readonly base: number | undefined;
  readonly hook: PlannedHook | undefined;
}

export interface PlannedHook {
  readonly name: string;
  readonly rule: string;
  readonly slot: Slot;
  readonly awaited: boolean;
  readonly detached: boolean;
  /** It may run where something failed. */
  readonly pastFailure: boolean;
}

function plannedHook({ rule, slot }: Hook, name: string, detached: boolean): PlannedHook {
  return { name, rule: rule.id, slot, awaited: rule.await, detached, pastFailure: rule.run !== 'success' };
}
