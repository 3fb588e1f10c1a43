import type { SequencedNode } from '../graph/topology.js';

/** What a node needs: another one by position, or a name that nothing has. */
export type NeedRef = number | string;

/** A list, and what goes from it. */
export interface TakeOut {
  readonly list: readonly SequencedNode[];
  /** Names of needs that lead nowhere, by node. */
  readonly dangling?: ((node: number) => readonly string[]) | undefined;
  isTaken(node: number): boolean;
  /** In no reading counts what is written only, so that a node without needs waits for what is before it. */
  readonly positional: boolean;
  /** What goes took the place of nothing. */
  readonly keepsNeeds?: boolean | undefined;
  /** What `waiter` needed in place of `taken`, where that is known. */
  readonly instead?: ((waiter: number, taken: number) => readonly NeedRef[] | undefined) | undefined;
}

/**
 * The written needs of each node that stays and that names one which goes, as they are to be without it: in its place are
 * the needs of what goes, through chains of those. Answers may be shared between nodes.
 */
export function needsWithout(
  takeOut: TakeOut,
  behind = needsBehind(takeOut),
): (node: number) => readonly NeedRef[] | undefined {
  const { list, isTaken, instead, dangling, keepsNeeds } = takeOut;
  return (node) => {
    const needs = list[node]!.needs;
    if (!needs?.some(isTaken)) return undefined;
    const replaced = (need: number) => (isTaken(need) ? (instead?.(node, need) ?? behind(need)) : [need]);
    const names = dangling?.(node) ?? [];
    if (keepsNeeds) return [...needs.filter((need) => !isTaken(need)), ...names];
    if (needs.length === 1 && names.length === 0) return replaced(needs[0]!);
    return [...new Set([...needs.flatMap(replaced), ...names])];
  };
}

/** What a node that goes means, found once for each. */
export function needsBehind({ list, isTaken, positional, dangling }: TakeOut): (taken: number) => readonly NeedRef[] {
  const before = positional ? entriesBefore(list, isTaken) : [];
  const known = new Map<number, readonly NeedRef[]>();
  return (start) => {
    const open = [start];
    const entered = new Set<number>();
    while (open.length > 0) {
      const node = open.at(-1)!;
      const { needs = [] } = list[node]!;
      const waiting = entered.has(node)
        ? []
        : needs.filter((need) => isTaken(need) && !known.has(need) && !entered.has(need));
      entered.add(node);
      if (waiting.length > 0) {
        for (const need of waiting) open.push(need);
        continue;
      }
      open.pop();
      if (known.has(node)) continue;
      const names = dangling?.(node) ?? [];
      const written = [...needs.flatMap((need) => (isTaken(need) ? (known.get(need) ?? []) : [need])), ...names];
      known.set(node, needs.length + names.length > 0 ? [...new Set<NeedRef>(written)] : (before[node] ?? []));
    }
    return known.get(start)!;
  };
}

/** For each node, the nodes that stay of the last entry before its own in which any stays. */
function entriesBefore(
  list: readonly SequencedNode[],
  isTaken: (node: number) => boolean,
): readonly (readonly number[])[] {
  let entry = -1;
  let current: number[] = [];
  let before: readonly number[] = [];
  return list.map((node, index) => {
    if (node.entry !== entry) {
      if (current.length > 0) before = current;
      entry = node.entry;
      current = [];
    }
    if (!isTaken(index)) current.push(index);
    return before;
  });
}
