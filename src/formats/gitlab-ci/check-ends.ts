import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode } from '../../model/plan.js';
import type { JobText, PipelineDocument } from './document.js';
import { lastStage } from './keys.js';
import type { Pipeline } from './pipeline.js';
import { idleness, saysAlways } from './when-of-jobs.js';

/**
 * Reports a hook at the end of a pipeline that has others beside it in the last stage. A job does not see those of its own stage unless it needs
 * them, and one with needs is skipped, or starts early, once one of these is skipped.
 */
export function checkEnd(node: InjectedNode, pipeline: Pipeline, report: Report): void {
  const { injection, needs } = node;
  const { rule } = injection;
  if (rule.point !== 'final' || rule.anchor || rule.run === 'abort' || node.about !== undefined) return;
  const { jobs } = pipeline.document;
  const beside = jobs.filter(({ stage }) => stage === lastStage);
  const names = beside.map(({ name }) => name);
  const args = { rule: rule.id, beside: names };
  if (rule.run !== 'success') {
    const isBeside = names.length > 0 && !(needs && areOneBehindAnother(beside, pipeline));
    if (isBeside) report('DW291', { ...args, run: rule.run, idle: [] }, { span: rule.span });
    return;
  }
  if (!needs) return;
  const needed = jobs.filter(({ name }) => needs.includes(name));
  const idle = needed.filter((job) => idleness(job, pipeline) !== undefined).map(({ name }) => name);
  const hooks = needs.filter((name) => !needed.some((job) => job.name === name));
  const others = names.length > 0 ? { beside: names } : { beside: hooks, areHooks: true };
  if (idle.length > 0) report('DW291', { ...args, ...others, run: 'success', idle }, { span: rule.span });
}

/** Are all but the first skipped together, and not before that one has ended? */
function areOneBehindAnother(jobs: PipelineDocument['jobs'], pipeline: Pipeline): boolean {
  const [first, ...others] = [...jobs].sort((a, b) => Number(hasNeeds(a)) - Number(hasNeeds(b)));
  return !first || others.every((job) => hasNeeds(job) && !saysAlways(job, pipeline));
}

function hasNeeds({ fields }: JobText): boolean {
  return fields.get('needs') !== undefined;
}
