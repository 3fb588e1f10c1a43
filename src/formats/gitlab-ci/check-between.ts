import type { Report } from '../../diagnostics/diagnostics.js';
import { isOfPolicy } from '../../model/layer.js';
import { gateOf } from '../../model/picture.js';
import type { PlannedNode } from '../../model/plan.js';
import { textOf } from '../../text/yaml-access.js';
import type { JobText } from './document.js';
import { ofJob } from './hook-rules.js';
import { isConditional, mayBeMissing } from './jobs.js';
import { hasRulesForAll, isOfMergeRequests } from './merge-requests.js';
import type { Pipeline } from './pipeline.js';
import type { PlannedHooks } from './planned-hooks.js';
import { rulesOf, textIn } from './when-of-jobs.js';

/**
 * Reports gates between stages that rules may leave out of a pipeline in which jobs behind them are: such a hook has the rules of a job before it,
 * and where it is missing, a stage waits for nothing.
 */
export function checkBetween(
  nodes: readonly PlannedNode[],
  hooks: PlannedHooks,
  pipeline: Pipeline,
  report: Report,
): void {
  const { document, workflow } = pipeline;
  for (const node of nodes) {
    if (node.kind === 'kept' || node.about !== undefined || gateOf(node.injection) !== 'gate') continue;
    const model = hooks.companionOf(node);
    const hasRules = model !== undefined && isConditional(model);
    // Where there are rules for all, a job without its own is in every pipeline.
    if (!model || (!hasRules && (mayBeMissing(model) || hasRulesForAll(document)))) continue;
    const passing = nodes.flatMap((other) => {
      if (other.kind === 'injected' || other.needs) return [];
      const { name, needs, stage, span } = workflow.dags[0]!.nodes[other.node]!;
      if (needs || stage! <= node.stage!) return [];
      const job = document.jobs[other.node]!;
      const passes = hasRules ? !isWhereOther(job, model, pipeline) : isOfMergeRequests(job, pipeline);
      return passes ? [{ name, span }] : [];
    });
    const [first] = passing;
    if (!first) continue;
    const { rule } = node.injection;
    const args = { hook: node.name, node: model.name, names: passing.map(({ name }) => name), hasRules };
    const place = { span: first.span, related: { message: 'the rule', span: rule.span } };
    if (isOfPolicy(rule)) report('DW294', args, place);
    else report('DW293', args, place);
  }
}

/** Is a job in no pipeline in which the other one is not, as far as their rules show it by saying the same? */
function isWhereOther(job: JobText, other: JobText, pipeline: Pipeline): boolean {
  const [own, others] = [job, other].map((one) => conditionsOf(one, pipeline));
  if (String(own) === String(others)) return true;
  const isIn = (rule: string) => rule.startsWith(never) || others!.includes(rule);
  return own!.length > 0 && own!.every(isIn) && !others!.some((rule) => rule.startsWith(never));
}

/** What a job says of the pipelines in which it is, a text for each rule: how it starts there is left out. */
function conditionsOf(job: JobText, pipeline: Pipeline): readonly string[] {
  const { text } = pipeline.file;
  const { rules, unread } = rulesOf(job, pipeline);
  const written = (['rules', 'only', 'except'] as const).flatMap((key) => {
    const value = job.fields.get(key)?.pair.value;
    return value && (key !== 'rules' || unread !== undefined) ? [text.slice(value.start, value.end).trim()] : [];
  });
  const said = rules.map((rule) => {
    const asked = rule.filter(({ key }) => !ofJob.has(key.value) && key.value !== 'variables');
    const parts = asked.map(({ key, value }) => `${key.value}: ${textOf(value) ?? text.slice(value.start, value.end)}`);
    return (textIn(rule, 'when') === 'never' ? never : '') + parts.sort().join('\n');
  });
  return [...said, ...written];
}

const never = 'never ';
