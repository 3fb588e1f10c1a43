import type { Removal } from '../model/mark.js';
import type { Dag, Workflow } from '../model/workflow.js';

/**
 * Compares a workflow without its hooks with what was to be left of it.
 * @throws where the two differ: a fault of ours
 */
export function verifyStripped(before: Workflow, after: Workflow | undefined, removal: Removal): void {
  if (after?.dags.length !== before.dags.length) throw new Error('taking hooks out changed the number of documents');
  const removals = new Map(removal.dags.map((one) => [one.dag, one]));
  for (const dag of before.dags) {
    const { nodes: taken, needs, cut, names } = removals.get(dag.index) ?? nothing;
    const left = dag.nodes.filter((node) => !taken.has(node.index));
    const found = after.dags[dag.index]!;
    const fault = (what: string) => new Error(`taking hooks out of \`${dag.name}\`: ${what}`);
    if (found.nodes.length !== left.length)
      throw fault(`${left.length} steps should be left, not ${found.nodes.length}`);
    left.forEach((node, at) => {
      const other = found.nodes[at]!;
      if (node.named && !names.has(node.index) && node.name !== other.name)
        throw fault(`\`${node.name}\` is not where it was`);
      const wanted: readonly string[] = needs.get(node.index) ?? namesNeeded(dag, node.index);
      if (!sameNames(wanted, namesNeeded(found, at))) throw fault(`\`${node.name}\` does not wait for what it should`);
      if (names.has(node.index) && other.named) throw fault(`\`${node.name}\` still has its name`);
      if (cut.has(node.index) && !other.needs) throw fault(`\`${node.name}\` is no longer cut off`);
    });
  }
}

const nothing: Omit<Removal['dags'][number], 'dag'> = {
  nodes: new Set(),
  needs: new Map(),
  cut: new Set(),
  names: new Map(),
};

function namesNeeded(dag: Dag, node: number): readonly string[] {
  return (dag.nodes[node]!.needs ?? []).map((need) =>
    need.node === undefined ? need.name : (dag.nodes[need.node]!.reference ?? need.name),
  );
}

function sameNames(expected: readonly string[], found: readonly string[]): boolean {
  const names = new Set(found);
  return names.size === new Set(expected).size && expected.every((name) => names.has(name));
}
