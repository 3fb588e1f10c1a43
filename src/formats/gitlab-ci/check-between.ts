import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { gateOf } from '../../model/picture.js';
import type { PlannedNode } from '../../model/plan.js';
import { companionOf } from './companion.js';
import type { JobText } from './document.js';
import { isConditional } from './jobs.js';
import type { Pipeline } from './pipeline.js';

/**
 * Reports gates between stages that rules may leave out of a pipeline in which jobs behind them are: such a hook has the rules of a job before it,
 * and where it is missing, a stage waits for nothing.
 */
export function checkBetween(nodes: readonly PlannedNode[], pipeline: Pipeline, report: Report): void {
  const { document, workflow } = pipeline;
  for (const node of nodes) {
    if (node.kind === 'kept' || node.about !== undefined || gateOf(node.injection) !== 'gate') continue;
    const model = companionOf(node, document);
    if (!model || !isConditional(model)) continue;
    const passing = nodes.flatMap((other) => {
      if (other.kind === 'injected' || other.needs) return [];
      const { name, needs, stage, span } = workflow.dags[0]!.nodes[other.node]!;
      if (needs || stage! <= node.stage! || haveSameRules(document.jobs[other.node]!, model, pipeline)) return [];
      return [{ name, span }];
    });
    const [first] = passing;
    if (!first) continue;
    const { rule } = node.injection;
    const args = { hook: node.name, node: model.name, names: passing.map(({ name }) => name) };
    const place = { span: first.span, related: { message: 'the rule', span: rule.span } };
    if (isOfPolicy(rule)) report('DW294', args, place);
    else report('DW293', args, place);
  }
}

/** Are they in the same pipelines for certain, as those are that write or take over the same rules? */
function haveSameRules(one: JobText, other: JobText, { file: { text } }: Pipeline): boolean {
  return ['rules', 'only', 'except'].every((key) => {
    const [a, b] = [one, other].map(({ fields }) => {
      const value = fields.get(key)?.pair.value;
      return value && text.slice(value.start, value.end).trim();
    });
    return a === b;
  });
}
