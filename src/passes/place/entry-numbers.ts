import type { Dag } from '../../model/workflow.js';

/**
 * The entry of each node of the list: hooks have one of their own, or share that of the nested list they join. An empty nested
 * list has no node, but counts where the engine makes up names.
 */
export function entryNumbers(
  dag: Dag,
  list: readonly (
    | { readonly kind: 'base'; readonly node: number }
    | { readonly kind: 'hook'; readonly joins: number | undefined }
  )[],
): readonly number[] {
  let number = -1;
  let current: number | undefined;
  let last = -1;
  return list.map((node) => {
    const base = node.kind === 'base' ? node.node : node.joins;
    const entry = base === undefined ? undefined : dag.nodes[base]!.entry;
    if (entry === undefined || entry !== current) number += 1;
    if (entry !== undefined && entry > last) {
      number += entry - last - 1;
      last = entry;
    }
    current = entry;
    return number;
  });
}
