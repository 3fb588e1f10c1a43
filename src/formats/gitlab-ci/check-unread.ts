import type { Report } from '../../diagnostics/diagnostics.js';
import type { PlannedNode } from '../../model/plan.js';
import type { JobText } from './document.js';
import type { Pipeline } from './pipeline.js';
import type { PlannedHooks } from './planned-hooks.js';
import { rulesOf, textIn } from './when-of-jobs.js';

/**
 * Reports jobs that may get from a file that was not read when they run, and what they need, and have hooks around them: these are part of a
 * pipeline where the job is, as far as this file tells.
 */
export function checkUnread(
  nodes: readonly PlannedNode[],
  hooks: PlannedHooks,
  pipeline: Pipeline,
  report: Report,
): void {
  const { document, workflow } = pipeline;
  const around = new Set(nodes.flatMap((node) => (node.kind === 'injected' ? (hooks.companionOf(node) ?? []) : [])));
  for (const node of nodes) {
    if (node.kind === 'injected') continue;
    const job = document.jobs[node.node]!;
    const isAround = around.has(job);
    if (!isAround && !node.needs) continue;
    const keys = [
      ...(isAround && isUnread(job, ['rules', 'only', 'except']) ? ['rules'] : []),
      ...(isUnread(job, ['when']) && !everyRuleSaysWhen(job, pipeline) ? ['when'] : []),
      ...(node.needs && isUnread(job, ['needs']) ? ['needs'] : []),
      ...(isAround && isUnread(job, ['stage']) ? ['stage'] : []),
    ];
    const from = keys.length > 0 ? job.fields.unread(keys[0]!) : undefined;
    const { span } = workflow.dags[0]!.nodes[node.node]!;
    if (from !== undefined) report('DW292', { node: job.name, from, keys }, { span });
  }
}

/** May one of these keys be in a file that was not read, and none of them nearer? */
function isUnread({ fields }: JobText, keys: readonly string[]): boolean {
  return keys.every((key) => fields.unread(key) !== undefined);
}

function everyRuleSaysWhen(job: JobText, pipeline: Pipeline): boolean {
  if (job.fields.unread('rules') !== undefined) return false;
  const { rules, unread } = rulesOf(job, pipeline);
  return rules.length > 0 && unread === undefined && rules.every((rule) => textIn(rule, 'when') !== undefined);
}
