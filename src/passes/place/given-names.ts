import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dag, NamePlace, NamesIn } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import { entryNumbers } from './entry-numbers.js';
import type { PlacedNode, Ref } from './place.js';

export interface GivenNames {
  /** Nodes whose made-up name gets written down. */
  readonly given: ReadonlySet<number>;
  /** Does the name of a node hold in the list, made up or not? */
  holds(node: number): boolean;
}

/**
 * Finds out which nodes without a name need theirs written down: those that somebody waits for, or speaks of, where the name
 * that the engine made up is another one in the new list or is unknown for certain. A written name may be the one that
 * the engine then makes up for another node; that node keeps its own in the same way.
 */
export function givenNames(
  dag: Dag,
  list: readonly PlacedNode[],
  written: readonly (readonly Ref[] | undefined)[],
  hookNames: ReadonlyMap<Hook, string>,
  namesIn: NamesIn,
): GivenNames {
  if (dag.nodes.every(({ named }) => named)) return { given: new Set(), holds: () => true };
  const awaited = new Set(written.flatMap((refs) => refs?.filter((ref) => typeof ref === 'number') ?? []));
  const entries = entryNumbers(dag, list);
  const given = new Set<number>();
  const give = (node: number) => {
    if (given.has(node)) return;
    given.add(node);
    dag.nodes[node]!.followers.forEach(give);
  };
  const places = () =>
    list.map((placed, at): NamePlace => {
      if (placed.kind === 'hook') return { node: undefined, name: hookNames.get(placed.hook)!, entry: entries[at]! };
      const { index, named, name } = dag.nodes[placed.node]!;
      return { node: index, name: named || given.has(index) ? name : undefined, entry: entries[at]! };
    });
  for (let round = 0; ; round += 1) {
    const ways = namesIn(dag.index, places());
    const wrong = wrongNodes(dag, list, ways);
    const clashing = clashingNodes(dag, list, ways);
    const isNeeded = (node: number) => {
      const { id, mentioned } = dag.nodes[node]!;
      return mentioned || (awaited.has(node) && id === undefined);
    };
    const more = [...[...wrong].filter(isNeeded), ...clashing].filter((node) => !given.has(node));
    if (more.length === 0) return { given, holds: (node) => !wrong.has(node) };
    // A name that is in the way of another one, and so on through a long list, would take a round each.
    (round < mostRounds ? more : dag.nodes.flatMap(({ index, named }) => (named ? [] : [index]))).forEach(give);
  }
}

const mostRounds = 8;

/** Nodes that are not called in the new list what they are called now. */
function wrongNodes(dag: Dag, list: readonly PlacedNode[], ways: readonly (readonly string[])[]): ReadonlySet<number> {
  const wrong = new Set<number>();
  list.forEach((placed, at) => {
    if (placed.kind === 'base' && ways.some((names) => names[at] !== dag.nodes[placed.node]!.name))
      wrong.add(placed.node);
  });
  return wrong;
}

/** Nodes without a written name that are called like another one. */
function clashingNodes(dag: Dag, list: readonly PlacedNode[], ways: readonly (readonly string[])[]): readonly number[] {
  return ways.flatMap((names) => {
    const first = new Map<string, number>();
    const clashing = names.flatMap((name, at) => {
      const other = first.get(name);
      if (other === undefined) first.set(name, at);
      return other === undefined ? [] : [other, at];
    });
    return clashing.flatMap((at) => {
      const placed = list[at]!;
      return placed.kind === 'base' && !dag.nodes[placed.node]!.named ? [placed.node] : [];
    });
  });
}

/** How the text of a list names what its nodes wait for. Only a name that nobody could write down at all is reported. */
export function referenceWriter(
  dag: Dag,
  names: ReadonlyMap<Hook, string>,
  { given, holds }: GivenNames,
  report: Report,
): (ref: Ref, from: PlacedNode) => readonly string[] {
  return (ref, from) => {
    if (typeof ref !== 'number') return [names.get(ref)!];
    const node = dag.nodes[ref]!;
    if (node.reference !== undefined && (node.id !== undefined || holds(ref))) return [node.reference];
    if (given.has(ref)) return [node.name];
    if (from.kind === 'base') return asWritten(dag, from.node, ref);
    report('DW406', { rule: from.hook.rule.id, dag: dag.name, node: node.name }, { span: node.span });
    return [];
  };
}

/** What a step says already it may go on to say, even a name that nobody could write anew. */
function asWritten(dag: Dag, node: number, need: number): readonly string[] {
  const written = dag.nodes[node]!.needs?.find((one) => one.node === need);
  return written ? [written.name] : [];
}
