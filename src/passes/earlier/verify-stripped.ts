import type { Removal } from '../../model/mark.js';
import type { Dag, Need, Node, Workflow } from '../../model/workflow.js';

/** Where a workflow without its hooks is not what was to be left of it. */
export interface StripFault {
  readonly dag: Dag;
  readonly why: string;
}

/**
 * Compares a workflow without its hooks with what was to be left of it.
 * @throws where documents are gone: a fault of ours
 */
export function findStripFaults(
  before: Workflow,
  after: Workflow | undefined,
  removal: Removal,
): readonly StripFault[] {
  if (after?.dags.length !== before.dags.length) throw new Error('taking hooks out changed the number of documents');
  const removals = new Map(removal.dags.map((one) => [one.dag, one]));
  return before.dags.flatMap((dag) => {
    const why = faultIn(dag, after.dags[dag.index]!, removals.get(dag.index) ?? nothing);
    return why === undefined ? [] : [{ dag, why }];
  });
}

function faultIn(
  dag: Dag,
  found: Dag,
  { nodes: taken, needs, cut, bare, names }: Omit<Removal['dags'][number], 'dag'>,
): string | undefined {
  const left = dag.nodes.filter((node) => !taken.has(node.index));
  const called = new Map<string, number>([
    ...found.nodes.flatMap(({ id, index }) => (id === undefined ? [] : [[id, index] as const])),
    ...found.nodes.map(({ name, index }) => [name, index] as const),
  ]);
  const shared = sharedNames(left);
  // Of two nodes with one name, which is reported later, a need may mean either, also where they have ids.
  const either = (need: number | string) => {
    if (typeof need === 'string') return need;
    const { name, id } = found.nodes[need]!;
    return called.get(shared.has(name) ? name : (id ?? name)) ?? need;
  };
  const meant = (name: string) => called.get(name) ?? name;
  const placeOf = new Map(left.map(({ index }, at) => [index, at]));
  if (found.nodes.length !== left.length) return `${left.length} steps should be left, not ${found.nodes.length}`;
  for (const [at, node] of left.entries()) {
    const other = found.nodes[at]!;
    if (node.named && !names.has(node.index) && node.name !== other.name) return `\`${node.name}\` is not where it was`;
    const wanted =
      needs.get(node.index)?.map(meant) ??
      nodesNeeded(node, ({ name, node: need }) =>
        need === undefined || shared.has(name) ? meant(name) : placeOf.get(need)!,
      );
    // Without needs of its own, it has those again that it takes over.
    const isTakenOver = bare.has(node.index) && other.needsTakenOver;
    if (
      !isTakenOver &&
      !sameNeeds(wanted.map(either), nodesNeeded(other, ({ name, node: need }) => need ?? name).map(either))
    )
      return `\`${node.name}\` does not wait for what it should`;
    if (names.has(node.index) && other.named && other.name !== other.id) return `\`${node.name}\` still has its name`;
    if (cut.has(node.index) && !other.needs) return `\`${node.name}\` is no longer cut off`;
  }
  return undefined;
}

const nothing: Omit<Removal['dags'][number], 'dag'> = {
  nodes: new Set(),
  needs: new Map(),
  cut: new Set(),
  empty: new Map(),
  lone: new Map(),
  bare: new Set(),
  names: new Map(),
};

/** By position in the list that is left, for a node may be called otherwise there; what no node has is reported by its name. */
function nodesNeeded({ needs }: Node, place: (need: Need) => number | string): readonly (number | string)[] {
  return (needs ?? []).map(place);
}

/** One of two nodes may have such a name because the engine made it up; once hooks are gone, it may be the other's alone. */
function sharedNames(nodes: readonly Node[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { name, id } of nodes)
    for (const one of id === undefined || id === name ? [name] : [name, id]) (seen.has(one) ? shared : seen).add(one);
  return shared;
}

function sameNeeds(expected: readonly (number | string)[], found: readonly (number | string)[]): boolean {
  const others = new Set(found);
  return others.size === new Set(expected).size && expected.every((need) => others.has(need));
}
