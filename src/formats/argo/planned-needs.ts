import type { DagPlan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';

/** From nodes to nodes, by name. */
export type Edges = ReadonlyMap<string, readonly string[]>;

/** What each node of a plan waits for. */
export function plannedNeeds(dag: Dag, { nodes }: DagPlan): Edges {
  return new Map(
    nodes.map((node) => {
      if (node.kind === 'injected') return [node.name, node.needs ?? []];
      const { name, needs } = dag.nodes[node.node]!;
      return [name, node.needs ?? (needs ?? []).map((need) => need.name)];
    }),
  );
}

export function turned(edges: Edges): Edges {
  const found = new Map<string, string[]>();
  for (const [name, needs] of edges) {
    for (const need of needs) {
      const known = found.get(need);
      if (known) known.push(name);
      else found.set(need, [name]);
    }
  }
  return found;
}

/** Some nodes, and all that edges lead to from there. */
export function reached(names: readonly string[], edges: Edges): ReadonlySet<string> {
  const found = new Set(names);
  for (const name of found) for (const next of edges.get(name) ?? []) found.add(next);
  return found;
}
