import type { DagRemoval, Nameless, NodeMark } from '../../model/mark.js';
import type { Dag, NamePlace, NamesIn, Node } from '../../model/workflow.js';

/** Names that were written down for hooks that go, as their marks tell. */
export function namesTold(dag: Dag, taken: ReadonlySet<number>, marks: readonly NodeMark[]): DagRemoval['names'] {
  const told = new Map(marks.flatMap(({ node, named }) => (taken.has(node) ? [...named] : [])));
  if (told.size === 0) return new Map();
  return new Map(
    dag.nodes.flatMap(({ index, name, named }) => {
      const before = taken.has(index) || !named ? undefined : told.get(name);
      return before === undefined ? [] : [[index, before]];
    }),
  );
}

/**
 * Without such a name the engine makes up the same one; where it would not, because the list has changed since, a name that
 * other steps have come to use stays.
 */
export function namesToTakeOut(
  dag: Dag,
  taken: ReadonlySet<number>,
  needs: ReadonlyMap<number, readonly string[]>,
  told: DagRemoval['names'],
  namesIn: NamesIn,
): DagRemoval['names'] {
  if (told.size === 0) return told;
  const { left, ways } = withoutNames(dag, taken, told, namesIn);
  const used = new Set(
    left.flatMap(
      (node) =>
        needs.get(node.index) ??
        (node.needs ?? []).flatMap(({ node: need }) => (need === undefined ? [] : dag.nodes[need]!.name)),
    ),
  );
  const names = new Map(told);
  left.forEach(({ index, name }, at) => {
    if (names.has(index) && used.has(name) && !ways.some((way) => way[at] === name)) names.delete(index);
  });
  return names;
}

/** Of names that may have been written down for hooks without a mark, those that the engine makes up again once all of them are gone. */
export function namesMadeUpAgain(
  dag: Dag,
  taken: ReadonlySet<number>,
  likely: DagRemoval['names'],
  namesIn: NamesIn,
): DagRemoval['names'] {
  let names = likely;
  for (let round = 0; names.size > 0 && round < mostRounds; round += 1) {
    const { left, ways } = withoutNames(dag, taken, names, namesIn);
    const made = new Map<number, Nameless>();
    left.forEach(({ index, name }, at) => {
      const before = names.get(index);
      if (before !== undefined && ways.some((way) => way[at] === name)) made.set(index, before);
    });
    if (made.size === names.size) return names;
    names = made;
  }
  return new Map();
}

/** A name that stays may be in the way of another one, and so on; each takes a round. */
const mostRounds = 8;

/** The nodes that stay, and what each is called, in each way in which an engine may make it up, once the names are gone. */
export function withoutNames(
  dag: Dag,
  taken: ReadonlySet<number>,
  names: DagRemoval['names'],
  namesIn: NamesIn,
): { readonly left: readonly Node[]; readonly ways: readonly (readonly string[])[] } {
  const left = dag.nodes.filter(({ index }) => !taken.has(index));
  const entryOf = entriesLeft(dag, taken);
  const places = left.map(
    (node): NamePlace => ({
      node: node.index,
      name: node.named && !names.has(node.index) ? node.name : undefined,
      entry: entryOf(node.entry),
    }),
  );
  return { left, ways: namesIn(dag.index, places) };
}

/** The numbers that entries have once those are gone that held nothing but what goes; an empty list goes on to count. */
function entriesLeft({ nodes }: Dag, taken: ReadonlySet<number>): (entry: number) => number {
  const kept = new Set(nodes.flatMap(({ index, entry }) => (taken.has(index) ? [] : [entry])));
  const numbers = new Map<number, number>();
  let gone = 0;
  let last = -1;
  for (const { entry } of nodes) {
    if (entry === last) continue;
    last = entry;
    if (kept.has(entry)) numbers.set(entry, entry - gone);
    else gone += 1;
  }
  return (entry) => numbers.get(entry)!;
}
