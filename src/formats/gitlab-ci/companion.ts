import type { InjectedNode } from '../../model/plan.js';
import type { JobText, PipelineDocument } from './document.js';
import { isConditional, mayBeMissing } from './jobs.js';
import type { PlannedHooks } from './planned-hooks.js';

/**
 * The job with which a hook is part of a pipeline. Of the jobs before a hook that is between stages, one of them. The first and the
 * last stage do not make a pipeline by themselves, so that a hook there is part of all.
 */
export function companionOf(
  { about, needs, stage }: InjectedNode,
  document: PipelineDocument,
  hooks: PlannedHooks,
): JobText | undefined {
  const { jobs, stages } = document;
  if (about !== undefined) return jobs[about]!;
  if (stage === 0 || stage === stages.length - 1 || !needs) return undefined;
  const needed = new Set(needs);
  // Where a hook is behind one of them, it is needed in place of that.
  const models = hooks.named(needs).flatMap((one) => hooks.companionOf(one) ?? []);
  const before = [...jobs.filter(({ name }) => needed.has(name)), ...models];
  return before.find((job) => !mayBeMissing(job)) ?? before.find((job) => !isConditional(job)) ?? before[0];
}
