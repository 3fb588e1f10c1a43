import type { Report } from '../diagnostics/diagnostics.js';
import type { Dag } from '../model/workflow.js';
import type { PlacedNode, Ref } from './place.js';
import type { Hook } from './slot.js';
import { entryNumbers } from './write-needs.js';

/**
 * How the text of a list names what its nodes wait for. A name that the engine makes up from the position of a node holds
 * only where nothing is put in front of that node, so texts that use one of the others are reported.
 */
export function referenceWriter(
  dag: Dag,
  list: readonly PlacedNode[],
  names: ReadonlyMap<Hook, string>,
  report: Report,
): (ref: Ref, from: PlacedNode) => readonly string[] {
  const isSteady = steadyNames(dag, list);
  reportMovedNames(dag, isSteady, report);
  return (ref, from) => {
    if (typeof ref !== 'number') return [names.get(ref)!];
    const node = dag.nodes[ref]!;
    if (node.reference !== undefined && isSteady(ref)) return [node.reference];
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

function steadyNames(dag: Dag, list: readonly PlacedNode[]): (node: number) => boolean {
  const before = entryNumbers(
    dag,
    dag.nodes.map(({ index }) => ({ kind: 'base', node: index })),
  );
  const after = entryNumbers(dag, list);
  const moved = new Set<number>();
  list.forEach((node, at) => {
    if (node.kind === 'base' && after[at] !== before[node.node]) moved.add(node.node);
  });
  return (node) => dag.nodes[node]!.named || dag.nodes[node]!.id !== undefined || !moved.has(node);
}

function reportMovedNames(dag: Dag, isSteady: (node: number) => boolean, report: Report): void {
  for (const { name, needs } of dag.nodes) {
    for (const need of needs ?? []) {
      if (need.node === undefined || isSteady(need.node)) continue;
      report('DW418', { node: name, need: need.name, dag: dag.name }, { span: need.span });
    }
  }
}
