import type { DagRemoval, NodeMark } from '../../model/mark.js';
import type { Dag, NamesIn } from '../../model/workflow.js';

/**
 * Names that were written down for hooks that go. Without it the engine makes up the same one; where it would not, because
 * the list has changed since, a name that other steps have come to use stays.
 */
export function namesToTakeOut(
  dag: Dag,
  taken: ReadonlySet<number>,
  needs: ReadonlyMap<number, readonly string[]>,
  marks: readonly NodeMark[],
  namesIn: NamesIn,
): DagRemoval['names'] {
  const told = new Map(marks.flatMap(({ node, named }) => (taken.has(node) ? [...named] : [])));
  if (told.size === 0) return new Map();
  const names = new Map(
    dag.nodes.flatMap(({ index, name, named }) => {
      const before = taken.has(index) || !named ? undefined : told.get(name);
      return before === undefined ? [] : [[index, before]];
    }),
  );
  const left = dag.nodes.filter(({ index }) => !taken.has(index));
  let entry = -1;
  let current: number | undefined;
  const ways = namesIn(
    dag.index,
    left.map((node) => {
      if (node.entry !== current) entry += 1;
      current = node.entry;
      return { node: node.index, name: node.named && !names.has(node.index) ? node.name : undefined, entry };
    }),
  );
  const used = new Set(
    left.flatMap(
      (node) =>
        needs.get(node.index) ??
        (node.needs ?? []).flatMap(({ node: need }) => (need === undefined ? [] : dag.nodes[need]!.name)),
    ),
  );
  left.forEach(({ index, name }, at) => {
    if (names.has(index) && used.has(name) && !ways.some((way) => way[at] === name)) names.delete(index);
  });
  return names;
}
