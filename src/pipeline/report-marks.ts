import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { Node } from '../model/workflow.js';

/** Reports hooks that were edited by hand since, and marks above what is no hook. @param force edited ones are taken out all the same */
export function reportMarks(read: readonly OpenWorkflow[], force: boolean, report: Report): void {
  for (const { workflow, marks } of read) {
    for (const { rule, dag, node, span, intact } of marks().nodes) {
      if (intact || force) continue;
      const { name, nodes } = workflow.dags[dag]!;
      const hooks = new Set(marks().nodes.flatMap((mark) => (mark.dag === dag ? [mark.node] : [])));
      const beside = placeAmong(nodes, node, (index) => !hooks.has(index));
      report('DW701', { what: `the step \`${nodes[node]!.name}\` of \`${name}\`${beside}`, rule }, { span });
    }
    for (const { rules, dag, handler, span, intact } of marks().handlers) {
      const what = `the handler \`${handler}\` of \`${workflow.dags[dag]!.name}\``;
      if (!intact && !force) report('DW701', { what, rule: rules.join(', ') }, { span });
    }
    for (const { rule, span } of marks().stray) report('DW702', { rule }, { span });
  }
}

/** Which step of the workflow itself a hook is behind, or else in front of, as far as its needs tell. */
function placeAmong(nodes: readonly Node[], hook: number, isOwn: (index: number) => boolean): string {
  const name = (index: number) => `\`${nodes[index]!.name}\``;
  const before = nodes[hook]!.needs?.find(({ node }) => node !== undefined && isOwn(node))?.node;
  if (before !== undefined) return `, behind ${name(before)}`;
  const after = nodes.find(({ index, needs }) => isOwn(index) && needs?.some(({ node }) => node === hook))?.index;
  return after === undefined ? '' : `, in front of ${name(after)}`;
}
