import { gateOf } from '../../model/picture.js';
import type { Dag } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { PlacedNode, Ref } from './place.js';

/**
 * The gates that a node has to ask for which may run although what it waits for failed: those right before it, one behind another, and
 * those that are before everything or before all tasks, however far. What is right before such a node asks as it does.
 * @returns `undefined` where no node may run in that way
 */
export function gatesToAsk(dag: Dag, list: readonly PlacedNode[]): ((node: PlacedNode) => readonly Hook[]) | undefined {
  if (!dag.nodes.some(({ pastFailure }) => pastFailure)) return undefined;
  const needsOf = new Map<Ref, readonly Ref[]>(
    list.map((node) => [node.kind === 'base' ? node.node : node.hook, node.needs]),
  );
  const allBefore = (from: readonly Ref[], enters: (ref: Ref) => boolean) => {
    const found = new Set(from);
    for (const ref of found) if (enters(ref)) for (const need of needsOf.get(ref)!) found.add(need);
    return [...found].flatMap((ref) => (typeof ref !== 'number' && gateOf(ref) === 'gate' ? [ref] : []));
  };
  return (node) => {
    const about = node.kind === 'base' ? node.node : node.hook.slot.kind === 'before' ? node.hook.slot.node : undefined;
    if (about === undefined || !dag.nodes[about]!.pastFailure) return [];
    const chained = allBefore(node.needs, (ref) => typeof ref !== 'number');
    const ofAll = allBefore(node.needs, () => true).filter(
      ({ slot }) => slot.kind === 'entry' || slot.kind === 'middle',
    );
    return [...new Set([...chained, ...ofAll])];
  };
}
