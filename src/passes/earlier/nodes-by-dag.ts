/** Some nodes of a workflow, by the DAG that they are in. */
export type NodesByDag = ReadonlyMap<number, ReadonlySet<number>>;

export function nodesByDag(pairs: readonly { readonly dag: number; readonly node: number }[]): NodesByDag {
  const groups = new Map<number, Set<number>>();
  for (const { dag, node } of pairs) {
    const group = groups.get(dag);
    if (group) group.add(node);
    else groups.set(dag, new Set([node]));
  }
  return groups;
}

export function united(first: NodesByDag, second: NodesByDag): NodesByDag {
  const pairs = [...first, ...second].flatMap(([dag, nodes]) => [...nodes].map((node) => ({ dag, node })));
  return nodesByDag(pairs);
}

export function sameNodes(first: NodesByDag, second: NodesByDag): boolean {
  return countNodes(first) === countNodes(second) && countNodes(united(first, second)) === countNodes(first);
}

export function countNodes(nodes: NodesByDag): number {
  return [...nodes.values()].reduce((sum, ofDag) => sum + ofDag.size, 0);
}
