import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import { gatingOf } from './asked-gates.js';
import { eventsOf } from './events.js';
import { conditionNode } from './fields.js';
import { asksAll, asksOne } from './goes-past.js';
import type { GithubWorkflow } from './read.js';

/**
 * Reports jobs that look at the results of their needs, which are more with a hook among them. One that says of a pull request whether all
 * went well is skipped where a gate fails, and a skipped job counts as one that went well.
 */
export function checkReaders(read: GithubWorkflow, { dag, nodes }: DagPlan, report: Report): void {
  const { workflow, document, texts } = read;
  const { asked } = gatingOf(read, dag, nodes);
  const isCheck = eventsOf(document.root).some((event) => /^(?:pull_request(?:_target)?|merge_group)$/.test(event));
  for (const node of nodes) {
    if (node.kind === 'injected' || !node.needs) continue;
    const { name, span } = workflow.dags[dag]!.nodes[node.node]!;
    const condition = conditionNode(texts[dag]!.list.steps[node.node]!.map) ?? { start: span.end, end: span.end };
    const text = document.file.text.slice(span.start, span.end);
    const rest =
      document.file.text.slice(span.start, condition.start) + document.file.text.slice(condition.end, span.end);
    const names = asked.get(node.node)?.map((gate) => gate.name) ?? [];
    if (isCheck && names.length > 0 && (asksAll.test(rest) || asksOne.test(rest)))
      report('DW296', { node: name, dag: workflow.dags[dag]!.name, names }, { span });
    else if (asksAll.test(text.replace(forFailures, ''))) report('DW245', { node: name }, { span });
  }
}

/** A gate that failed is to count there like any other job, and the rest makes no difference. */
const forFailures = /\bcontains\s*\(\s*needs\s*\.\s*\*\s*\.\s*result\s*,\s*'(?:failure|cancelled)'\s*\)/gi;
