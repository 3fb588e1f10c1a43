import type { Report } from '../../diagnostics/diagnostics.js';
import type { Dag } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { GivenNames } from './given-names.js';
import type { PlacedNode, Ref } from './place.js';

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
