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
  const hooks = new Set(nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : [])));
  for (const node of nodes) {
    if (node.kind === 'injected' || !node.needs) continue;
    const { name, span } = workflow.dags[dag]!.nodes[node.node]!;
    const condition = conditionNode(texts[dag]!.list.steps[node.node]!.map) ?? { start: span.end, end: span.end };
    const text = document.file.text.slice(span.start, span.end);
    const rest =
      document.file.text.slice(span.start, condition.start) + document.file.text.slice(condition.end, span.end);
    const gates = asked.get(node.node) ?? [];
    const names = gates.map((gate) => gate.name);
    const isSkipped = isCheck && gates.length > 0 && (asksAll.test(rest) || asksOne.test(rest));
    if (isSkipped) report('DW296', { node: name, dag: workflow.dags[dag]!.name, names }, { span });
    // Where it runs, a gate that it asks for succeeded, like the other jobs; one that may be skipped is one more that was.
    const sure = new Set(gates.flatMap((gate) => (gate.mayBeSkipped ? [] : [gate.name])));
    const seesOthers = !isSkipped || node.needs.some((need) => hooks.has(need) && !sure.has(need));
    if (seesOthers && asksAll.test(text.replace(forFailures, ''))) report('DW245', { node: name }, { span });
  }
}

/** A gate that failed is to count there like any other job, and the rest makes no difference. */
const forFailures = /\bcontains\s*\(\s*needs\s*\.\s*\*\s*\.\s*result\s*,\s*'(?:failure|cancelled)'\s*\)/gi;
