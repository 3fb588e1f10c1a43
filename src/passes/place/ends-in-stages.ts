import type { Dag } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { PlacedHook, PlacedNode, Ref } from './place.js';

/** A node with what its text will name as its needs; `undefined` where its stage says what it waits for. */
export interface StagedNode {
  readonly node: PlacedNode;
  readonly needs: readonly Ref[] | undefined;
}

/**
 * What a hook at the end of a run has to name. By its stage it waits for all earlier stages, and where something is in the last stage as well
 * it needs a list, which takes the place of that. A hook with a list is skipped, or starts early, once one of the list is skipped, so the list
 * is as short as it can be, and one that runs whatever happened has none rather than a long one.
 * @param inLastStage what else is there, but for the ends of a run and hooks that nobody waits for
 */
export function needsAtEnd(
  dag: Dag,
  inLastStage: readonly StagedNode[],
): (node: PlacedHook, all: () => readonly Ref[]) => readonly Ref[] | undefined {
  const refs = inLastStage.map(({ node }) => refOf(node));
  const late = lateOnes(inLastStage);
  // In a run that holds other nodes only, such a list would name nothing that is there.
  const isEnough = refs.every((ref) => late.has(ref)) && !dag.nodes.some(({ mayBeAbsent }) => mayBeAbsent);
  const staged = inLastStage.flatMap(({ node, needs }) =>
    node.kind === 'base' && !needs ? [dag.nodes[node.node]!] : [],
  );
  const some = {
    always: isEnough && staged.some(({ skippable }) => !skippable),
    success: isEnough && staged.some((one) => !one.skippable && !one.conditional && !one.pastFailure),
  };
  const successBefore = new Map<Hook, readonly Hook[]>();
  return ({ hook, needs }, all) => {
    const { run } = hook.rule;
    const before = needs.flatMap((ref) => (typeof ref !== 'number' && ref.slot.kind === 'exit' ? [ref] : []));
    const good = unique(
      before.flatMap((other) => (other.rule.run === 'success' ? [other] : successBefore.get(other)!)),
    );
    successBefore.set(hook, good);
    // Where one of a list was skipped because of the failure, it would never run.
    if (run === 'failure') return undefined;
    if (run !== 'success') return some.always ? refs : undefined;
    if (good.length > 0) return unique<Ref>([...before, ...good]);
    if (refs.length === 0 && before.length === 0) return undefined;
    return unique<Ref>([...(some.success ? refs : all()), ...before]);
  };
}

/** What cannot be skipped before all earlier stages have ended, for it waits for these, or for nothing but such. */
function lateOnes(inLastStage: readonly StagedNode[]): ReadonlySet<Ref> {
  const late = new Set<Ref>();
  const waiting = new Map<Ref, Set<Ref>>();
  const behind = new Map<Ref, Ref[]>();
  for (const { node, needs } of inLastStage) {
    const ref = refOf(node);
    if (!needs) late.add(ref);
    else waiting.set(ref, new Set(needs));
    for (const need of new Set(needs)) behind.set(need, [...(behind.get(need) ?? []), ref]);
  }
  for (const ref of late) {
    for (const other of behind.get(ref) ?? []) {
      const needs = waiting.get(other)!;
      needs.delete(ref);
      if (needs.size === 0) late.add(other);
    }
  }
  return late;
}

function refOf(node: PlacedNode): Ref {
  return node.kind === 'base' ? node.node : node.hook;
}

function unique<T>(all: readonly T[]): readonly T[] {
  return [...new Set(all)];
}
