import type { Report } from '../diagnostics/diagnostics.js';
import type { Manifest } from '../model/manifest.js';
import type { Workflow } from '../model/workflow.js';

/** Reports edges of a manifest that are no longer there, between steps that are. */
export function compareEdges(manifest: Manifest, workflows: readonly Workflow[], report: Report): void {
  const dags = new Map(
    workflows.flatMap(({ dags }) =>
      dags.map((dag) => [dag.name, { dag, nodes: new Map(dag.nodes.map((node) => [node.name, node])) }]),
    ),
  );
  for (const { dag: name, node: hook, edges } of manifest.injections) {
    const found = dags.get(name);
    for (const { from, to } of found ? edges.added : []) {
      const waiter = found!.nodes.get(to);
      const waitedFor = found!.nodes.get(from);
      if (!waiter || !waitedFor) continue;
      if (waiter.needs?.some((need) => need.node === waitedFor.index)) continue;
      report('DW713', { hook, dag: name, from, to }, { span: waiter.span });
    }
  }
}
