import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { Node } from '../model/workflow.js';

/** Reports hooks that were edited by hand since, and marks above what is no hook. @param force edited ones are taken out all the same */
export function reportMarks(read: readonly OpenWorkflow[], force: boolean, report: Report): void {
  for (const { workflow, marks } of read) {
    const hooks = new Set(marks().nodes.map(({ dag, node }) => `${dag} ${node}`));
    const behind = new Map<number, ReadonlyMap<number, Node>>();
    for (const { rule, dag, node, span, intact } of marks().nodes) {
      if (intact || force) continue;
      const { name, nodes } = workflow.dags[dag]!;
      const isOwn = (index: number) => !hooks.has(`${dag} ${index}`);
      const firstBehind = behind.get(dag) ?? firstBehindEach(nodes, isOwn);
      behind.set(dag, firstBehind);
      const beside = placeAmong(nodes, node, isOwn, firstBehind);
      report('DW701', { what: `the step \`${nodes[node]!.name}\` of \`${name}\`${beside}`, rule }, { span });
    }
    for (const { rules, dag, handler, span, intact } of marks().handlers) {
      const what = `the handler \`${handler}\` of \`${workflow.dags[dag]!.name}\``;
      if (!intact && !force) report('DW701', { what, rule: rules.join(', ') }, { span });
    }
    for (const { rule, span } of marks().stray) report('DW702', { rule }, { span });
  }
}

/** Of all steps of the workflow itself that wait for a step, the first. */
function firstBehindEach(nodes: readonly Node[], isOwn: (index: number) => boolean): ReadonlyMap<number, Node> {
  const first = new Map<number, Node>();
  for (const one of nodes)
    if (isOwn(one.index))
      for (const { node } of one.needs ?? []) if (node !== undefined && !first.has(node)) first.set(node, one);
  return first;
}

/** Which step of the workflow itself a hook is behind, or else in front of, as far as its needs tell. */
function placeAmong(
  nodes: readonly Node[],
  hook: number,
  isOwn: (index: number) => boolean,
  firstBehind: ReadonlyMap<number, Node>,
): string {
  const before = nodes[hook]!.needs?.find(({ node }) => node !== undefined && isOwn(node))?.node;
  if (before !== undefined) return `, behind \`${nodes[before]!.name}\``;
  const after = firstBehind.get(hook);
  return after === undefined ? '' : `, in front of \`${after.name}\``;
}
