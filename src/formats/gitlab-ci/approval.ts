import type { Injection } from '../../model/plan.js';

/** Why GitLab cannot ask a person there, and in `instead` what to do about it; `undefined` where it can. */
export function whyNoApproval(
  { rule }: Injection,
  isJob: boolean,
): { readonly why: string; readonly instead: string } | undefined {
  const { timeout, onFailure } = rule.policy;
  if (!isJob)
    return {
      why: 'it would be among the commands of a job, and GitLab asks in front of a whole job',
      instead: 'Put it beside the whole job: write `each: task` in the rule, and no `before` or `after`',
    };
  if (!rule.await)
    return { why: 'nothing would wait for the answer (`await: false`)', instead: 'Remove `await: false`' };
  if (timeout !== undefined)
    return {
      why: 'GitLab waits for a person without end, so it cannot have a `timeout`',
      instead: 'Remove `timeout`',
    };
  if (onFailure !== 'abort')
    return {
      why: 'GitLab goes no further where nobody says yes, so it cannot have `on_failure`',
      instead: 'Remove `on_failure`',
    };
  return undefined;
}
