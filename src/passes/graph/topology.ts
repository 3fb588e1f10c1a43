import type { Dag, Node, Reading, Sequence } from '../../model/workflow.js';

/** What order in a list depends on; both nodes of a workflow and nodes of a plan have it. */
export interface SequencedNode {
  /** Members of one nested list share an entry; entries count up along the list. */
  readonly entry: number;
  /** Positions of the nodes that the text names as needs; `undefined` where the text says nothing. */
  readonly needs: readonly number[] | undefined;
  readonly engineNeeds: readonly number[];
  /** Counts where the sequence goes by stages. */
  readonly stage?: number | undefined;
}

/** The nodes of a DAG as their list is ordered. */
export function sequenced(dag: Dag): readonly SequencedNode[] {
  return dag.nodes.map((node) => {
    const { entry, engineNeeds, stage } = node;
    return { entry, needs: namedNeeds(node), engineNeeds, stage };
  });
}

/** The nodes that the text of a node names as needs; `undefined` where it says nothing. A need that names nothing is left out. */
export function namedNeeds({ needs }: Pick<Node, 'needs'>): readonly number[] | undefined {
  if (!needs) return undefined;
  const named: number[] = [];
  for (const { node } of needs) if (node !== undefined) named.push(node);
  return named;
}

/** For each node of a list, other nodes of it: what it waits for, or what waits for it. */
export type Edges = readonly (readonly number[])[];

/** For each node, the nodes it waits for, without repeats, in ascending order. */
export function predecessorsOf(nodes: readonly SequencedNode[], sequence: Sequence): Edges {
  if (sequence === 'stages') return byStages(nodes);
  let entry = -1;
  let current: number[] = [];
  let before: readonly number[] = [];
  return nodes.map((node, index) => {
    if (node.entry !== entry) {
      entry = node.entry;
      before = current;
      current = [];
    }
    current.push(index);
    return union(union(positional(node, before, sequence), written(node, sequence)), node.engineNeeds);
  });
}

/** Nodes of one stage that have no needs of their own share a list. */
function byStages(nodes: readonly SequencedNode[]): Edges {
  const known = new Map<number, readonly number[]>();
  const before = (stage: number): readonly number[] => {
    const earlier = known.get(stage);
    if (earlier) return earlier;
    const found: number[] = [];
    for (const [index, other] of nodes.entries()) if ((other.stage ?? 0) < stage) found.push(index);
    known.set(stage, found);
    return found;
  };
  return nodes.map(({ needs, stage = 0, engineNeeds }) => union(needs ?? before(stage), engineNeeds));
}

function positional(node: SequencedNode, before: readonly number[], sequence: Sequence): readonly number[] {
  return sequence === 'none' || isCut(node, sequence) ? [] : before;
}

/** An empty list of needs, written where position counts as well, cuts a node off from what is in front of it. */
function isCut({ needs }: { readonly needs: readonly unknown[] | undefined }, sequence: Sequence): boolean {
  return (sequence === 'adds' || sequence === 'stages') && needs?.length === 0;
}

function written(node: SequencedNode, sequence: Sequence): readonly number[] {
  return sequence === 'only' ? [] : (node.needs ?? []);
}

/** Ascending, without repeats. `some` is so already, or is empty. */
function union(some: readonly number[], others: readonly number[]): readonly number[] {
  if (others.length === 0) return some;
  if (some.length === 0 && isAscending(others)) return others;
  if (others.length === 1 && some.includes(others[0]!)) return some;
  return ascending([...some, ...others]);
}

function isAscending(nodes: readonly number[]): boolean {
  for (let at = 1; at < nodes.length; at += 1) if (nodes[at - 1]! >= nodes[at]!) return false;
  return true;
}

/** For each node, the nodes that wait for it. */
export function successorsOf(predecessors: Edges): Edges {
  const successors: number[][] = predecessors.map(() => []);
  predecessors.forEach((needs, node) => {
    for (const need of needs) successors[need]!.push(node);
  });
  return successors;
}

/** Nodes behind what they wait for; those of a circle are left out. */
export function inOrder(needs: Edges, successors = successorsOf(needs)): readonly number[] {
  const waiting = needs.map((own) => own.length);
  const ready = waiting.flatMap((count, at) => (count === 0 ? [at] : []));
  for (let next = 0; next < ready.length; next++) {
    for (const at of successors[ready[next]!]!) {
      waiting[at]! -= 1;
      if (waiting[at] === 0) ready.push(at);
    }
  }
  return ready;
}

/** A cycle as a path whose first node is also what the last one waits for, or `undefined`. Linear, no recursion. */
export function findCycle(predecessors: Edges, successors = successorsOf(predecessors)): readonly number[] | undefined {
  const sorted = inOrder(predecessors, successors);
  if (sorted.length === predecessors.length) return undefined;
  const left = new Set(predecessors.keys());
  for (const node of sorted) left.delete(node);
  const start = left.values().next().value!;
  // Every node that is left waits for another one that is left: walk back until one comes again.
  const seenAt = new Map<number, number>();
  const path: number[] = [];
  let node = start;
  while (!seenAt.has(node)) {
    seenAt.set(node, path.length);
    path.push(node);
    node = predecessors[node]!.find((need) => left.has(need))!;
  }
  return rotated(path.slice(seenAt.get(node)!));
}

/** Starts a cycle at its smallest node, so that the same cycle is always reported the same way. */
function rotated(cycle: readonly number[]): readonly number[] {
  const smallest = cycle.indexOf(cycle.reduce((a, b) => Math.min(a, b)));
  return [...cycle.slice(smallest), ...cycle.slice(0, smallest)];
}

/** Each node once, in the order of the list. */
export function ascending(nodes: Iterable<number>): readonly number[] {
  return [...new Set(nodes)].sort((a, b) => a - b);
}

/** All nodes that can be reached over at least one edge, passing only through nodes that `through` allows. Linear, no recursion. */
export function reachable(start: number, edges: Edges, through: (node: number) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of edges[node]!) {
      if (found.has(next)) continue;
      found.add(next);
      if (through(next)) open.push(next);
    }
  }
  return found;
}

/**
 * Is there a way from one node to another? Looks from both ends at once and first where fewer edges are, so an answer that is
 * near comes soon, however wide the graph is around it.
 */
export function leadsTo(
  from: number,
  to: number,
  { successors, predecessors }: { readonly successors: Edges; readonly predecessors: Edges },
): boolean {
  const ahead = [from];
  const behind = [to];
  const seenAhead = new Set(ahead);
  const seenBehind = new Set(behind);
  for (let a = 0, b = 0; a < ahead.length && b < behind.length; ) {
    const nexts = successors[ahead[a]!]!;
    const befores = predecessors[behind[b]!]!;
    const forward = nexts.length <= befores.length;
    const [open, seen, others] = forward ? [ahead, seenAhead, seenBehind] : [behind, seenBehind, seenAhead];
    for (const node of forward ? nexts : befores) {
      if (others.has(node)) return true;
      if (seen.has(node)) continue;
      seen.add(node);
      open.push(node);
    }
    if (forward) a += 1;
    else b += 1;
  }
  return false;
}

/** The reading whose needs get written: the one in which only what is written counts, where there is one. */
export function writtenReading({ readings }: Dag): Reading {
  return readings.find(({ sequence }) => sequence === 'none') ?? readings[0]!;
}

/** For each node of a list, by default that of a DAG as it is, the nodes it waits for under the reading whose needs get written. */
export function predecessorsAsWritten(dag: Dag, list: readonly SequencedNode[] = sequenced(dag)): Edges {
  return predecessorsOf(list, writtenReading(dag).sequence);
}

/** Does a node wait for what is in front of it in the list, under each reading? */
export function positionCounts({ readings }: Dag): boolean {
  return readings.every(({ sequence }) => goesByPosition(sequence));
}

/** The same under one reading or more. */
export function positionMayCount({ readings }: Dag): boolean {
  return readings.some(({ sequence }) => goesByPosition(sequence));
}

function goesByPosition(sequence: Sequence): boolean {
  return sequence === 'adds' || sequence === 'only';
}

/** Does an empty list of needs say something else than none, under one reading or more? */
export function emptyListMayCut({ readings }: Dag): boolean {
  return readings.some(({ sequence }) => sequence !== 'none');
}

/** Is a node cut off from what is in front of it, under one reading or more? */
export function mayBeCut({ readings }: Dag, node: Node): boolean {
  return readings.some(({ sequence }) => isCut(node, sequence));
}
