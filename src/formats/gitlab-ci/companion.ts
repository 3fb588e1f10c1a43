import type { InjectedNode } from '../../model/plan.js';
import type { JobText, PipelineDocument } from './document.js';
import { isConditional, mayBeMissing } from './jobs.js';

/**
 * The job with which a hook is part of a pipeline. Of the jobs before a hook that is between stages, one of them. The first and the
 * last stage do not make a pipeline by themselves, so that a hook there is part of all.
 */
export function companionOf(
  { about, needs, stage }: InjectedNode,
  { jobs, stages }: PipelineDocument,
): JobText | undefined {
  if (about !== undefined) return jobs[about]!;
  if (stage === 0 || stage === stages.length - 1 || !needs) return undefined;
  const before = jobs.filter(({ name }) => needs.includes(name));
  return before.find((job) => !mayBeMissing(job)) ?? before.find((job) => !isConditional(job)) ?? before[0];
}
