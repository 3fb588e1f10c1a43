import { gateOf } from '../../model/picture.js';
import type { Dag } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { PlacedNode, Ref } from './place.js';

/**
 * The gates that a node has to ask for which may run although what it waits for failed: those right before it, one behind another, and
 * those that are before everything or before all tasks, however far. So it is with those before a node that it lets be skipped but not
 * fail: they are what skips it. What is right before such a node asks as it does.
 * @returns `undefined` where no node may run in that way
 */
export function gatesToAsk(dag: Dag, list: readonly PlacedNode[]): ((node: PlacedNode) => readonly Hook[]) | undefined {
  if (!dag.nodes.some(({ pastFailure }) => pastFailure)) return undefined;
  const needsOf = new Map<Ref, readonly Ref[]>(
    list.map((node) => [node.kind === 'base' ? node.node : node.hook, node.needs]),
  );
  const before = (from: readonly Ref[], enters: (ref: Ref) => boolean): readonly Ref[] => {
    const found = new Set(from);
    for (const ref of found) if (enters(ref)) for (const need of needsOf.get(ref)!) found.add(need);
    return [...found];
  };
  const chained = (needs: readonly Ref[]) => before(needs, isHook);
  const isPast = (ref: Ref) => typeof ref === 'number' && dag.nodes[ref]!.pastFailure === true;
  return (node) => {
    const about = node.kind === 'base' ? node.node : node.hook.slot.kind === 'before' ? node.hook.slot.node : undefined;
    if (about === undefined || !isPast(about)) return [];
    const ofAll = before(node.needs, () => true).filter((ref) => isHook(ref) && isOfAll.has(ref.slot.kind));
    const spared = before(dag.nodes[about]!.spares ?? [], (ref) => !isPast(ref));
    // What runs past a failure is skipped by those gates alone for which it asks.
    const ofSpared = spared.flatMap((ref) => (isPast(ref) ? chained(needsOf.get(ref)!) : [ref]));
    const found = new Set([...chained(node.needs), ...ofAll, ...ofSpared]);
    return [...found].filter(isHook).filter((hook) => gateOf(hook) === 'gate');
  };
}

const isOfAll: ReadonlySet<Hook['slot']['kind']> = new Set(['entry', 'middle']);

function isHook(ref: Ref): ref is Hook {
  return typeof ref !== 'number';
}
