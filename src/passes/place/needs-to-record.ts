import type { InjectedNode } from '../../model/plan.js';
import type { Dag, Node } from '../../model/workflow.js';
import { needsBehind, needsWithout } from '../earlier/needs-without.js';
import { mayBeCut, positionCounts } from '../graph/topology.js';
import type { PlannedListNode } from './planned-list.js';

/**
 * Hooks can be taken out of a text again where their own needs tell what those that wait for them waited for before. Where
 * they do not, as for a hook that holds back tasks for more than each of them waited for, it has to be written down.
 * @returns by position of the hook in the list
 */
export function needsToRecord(
  dag: Dag,
  list: readonly PlannedListNode[],
  { isGivenName, marks }: { readonly isGivenName: (base: number) => boolean; readonly marks: boolean },
): ReadonlyMap<number, InjectedNode['instead']> {
  const found = new Map<number, InjectedNode['instead'][number][]>();
  const isTaken = (node: number) => list[node]!.base === undefined;
  if (dag.keepsNeeds || !list.some(({ base, needs }) => base !== undefined && needs?.some(isTaken))) return found;
  const taking = { list, isTaken, positional: positionCounts(dag) };
  const behind = needsBehind(taking);
  const without = needsWithout(taking, behind);
  // Without a mark, the position of a hook that is in one entry with what waits for it is taken to tell nothing.
  const unmarked = marks ? undefined : needsWithout({ ...taking, positional: false });
  list.forEach(({ base, needs }, at) => {
    if (base === undefined) return;
    if (!needs?.some(isTaken)) return;
    const hooks = needs.filter(isTaken);
    const isBeside = taking.positional && hooks.every((hook) => list[hook]!.entry === list[at]!.entry);
    const ways = isBeside && unmarked ? [without, unmarked] : [without];
    const { needs: before, needsTakenOver: isTakenOver = false, needsElsewhere = [] } = dag.nodes[base]!;
    const isStaged = before === undefined && dag.lastStage !== undefined;
    // They are written down with the hook, and stay where it goes.
    const mayStay = isStaged && needsElsewhere.length > 0;
    const spelled = new Map<number, string>();
    for (const { node, name } of before ?? []) if (node !== undefined) spelled.set(node, name);
    const written = new Set(spelled.keys());
    const respelled = [...spelled].some(([node, name]) => isUnusual(dag.nodes[node]!, name, isGivenName(node)));
    const cut = mayBeCut(dag, dag.nodes[base]!);
    const isTold = ways.every((way) => {
      const told = way(at)!;
      return told.length === written.size && told.every((ref) => written.has(list[ref as number]!.base!));
    });
    if (!cut && !respelled && !isTakenOver && !mayStay && isTold) return;
    // The others tell the truth, so nothing is written at them.
    const misleading = hooks.filter((hook) => behind(hook).some((ref) => !written.has(list[ref as number]!.base!)));
    for (const need of needs) written.delete(list[need]!.base ?? -1);
    const entry: InjectedNode['instead'][number] = isTakenOver
      ? { node: base, needs: (before ?? []).map(({ name }) => name), cut: false, unwritten: 'taken over' }
      : {
          node: base,
          needs: [...written].map((node) => spelled.get(node)!),
          cut,
          ...(isStaged ? { unwritten: 'by stage' } : {}),
        };
    for (const hook of cut || respelled || isTakenOver || misleading.length === 0 ? hooks : misleading) {
      const entries = found.get(hook);
      if (entries) entries.push(entry);
      else found.set(hook, [entry]);
    }
  });
  return found;
}

/** A node without a name may be spoken of by its id or by the name that the engine makes up: is it not the one it is taken to be? */
function isUnusual({ name, named, reference }: Node, spelled: string, isGivenName: boolean): boolean {
  return !named && spelled !== (isGivenName ? name : (reference ?? name));
}
