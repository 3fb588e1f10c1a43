import type { Report } from '../../diagnostics/diagnostics.js';
import type { Manifest, ManifestInjection } from '../../model/manifest.js';
import { type Dag, documentNumbers, type Node, type Workflow } from '../../model/workflow.js';

/** Reports edges of a manifest that are no longer there, between steps that are. */
export function compareEdges(manifest: Manifest, workflows: readonly Workflow[], report: Report): void {
  const dags = new Map<string, NamedNodes[]>();
  for (const workflow of workflows) {
    const documents = documentNumbers(workflow);
    for (const dag of workflow.dags) {
      const nodes = new Map(dag.nodes.map((node) => [node.name, node]));
      const one = { dag, document: documents[dag.index]!, nodes };
      const list = dags.get(dag.name);
      if (list) list.push(one);
      else dags.set(dag.name, [one]);
    }
  }
  for (const injection of manifest.injections) {
    const { node: hook, dag: name, rule, edges } = injection;
    const task = injection.task ?? undefined;
    const meant = dagsMeant(injection, dags.get(name) ?? []);
    for (const { from, to } of edges.added) {
      const both = meant.filter(({ nodes }) => nodes.has(from) && nodes.has(to));
      if (both.length === 0 || both.some((one) => isThere(one, from, to))) continue;
      report('DW713', { hook, dag: name, rule, task, from, to }, { span: both[0]!.nodes.get(to)!.span });
    }
  }
}

interface NamedNodes {
  readonly dag: Dag;
  readonly document: number;
  readonly nodes: ReadonlyMap<string, Node>;
}

/** Of DAGs with the name, the one at the same place; after a move all of them may be meant. */
function dagsMeant({ file, document }: ManifestInjection, sameName: readonly NamedNodes[]): readonly NamedNodes[] {
  const inFile = sameName.filter(({ dag }) => dag.file === file);
  const near = inFile.length > 0 ? inFile : sameName;
  const there = near.filter((one) => one.document === document);
  return there.length > 0 ? there : near;
}

/** A name that the engine makes up may be that of another step since, so any step with such a name may be meant. */
function isThere({ dag, nodes }: NamedNodes, from: string, to: string): boolean {
  const waiter = nodes.get(to)!;
  const waiters = waiter.named ? [waiter] : dag.nodes.filter(({ named }) => !named);
  return waiters.some(({ needs }) => needs?.some((need) => need.node === nodes.get(from)!.index));
}
