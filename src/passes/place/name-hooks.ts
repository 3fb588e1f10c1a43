import type { Dag } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import { hookName, nameGiver } from '../rules/name.js';
import type { PlacedNode } from './place.js';
import type { Remarks } from './remarks.js';

/** A name for each hook of a list, in the order of the list; none is taken by a node, as a name or as an id. */
export function nameHooks(
  dag: Dag,
  list: readonly PlacedNode[],
  maxNameBytes: number,
  remarks: Remarks,
): ReadonlyMap<Hook, string> {
  const taken = new Set(dag.nodes.flatMap(({ name, id }) => (id === undefined ? [name] : [name, id])));
  const giveName = nameGiver(taken, maxNameBytes);
  const names = new Map<Hook, string>();
  for (const node of list) {
    if (node.kind === 'base') continue;
    const { rule } = node.hook;
    const { name, first } = giveName(hookName(rule));
    // Actions have no names of their own, so that numbers are all that tells them apart.
    if (name !== first && !rule.action) remarks.renamed(rule, first, name, dag);
    names.set(node.hook, name);
  }
  return names;
}
