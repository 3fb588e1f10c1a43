import type { Injection } from '../../model/plan.js';

/** Why GitLab cannot ask a person there, and in `instead` what to do about it; `undefined` where it can. */
export function whyNoApproval(
  { rule, condition }: Injection,
  { inputs }: { readonly inputs: readonly unknown[] },
  isJob: boolean,
): { readonly why: string; readonly instead: string } | undefined {
  const { timeout, retries, onFailure } = rule.policy;
  if (!isJob)
    return {
      why: 'it would be among the commands of a job, and GitLab asks in front of a whole job',
      instead: 'Put it beside the whole job: write `each: task` in the rule, and no `before` or `after`',
    };
  if (!rule.await)
    return { why: 'nothing would wait for the answer (`await: false`)', instead: 'Remove `await: false`' };
  if (condition)
    return {
      why: 'a shell asks for its condition (`when`) only after the person has answered',
      instead: 'Remove `when`; beside a job, an approval is in the pipelines that the `rules` of that job name',
    };
  if (inputs.length > 0)
    return { why: 'GitLab asks for a yes or a no, so there are no `inputs`', instead: 'Remove `inputs`' };
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
  if (retries > 0) return { why: 'GitLab asks once, so it cannot have `retries`', instead: 'Remove `retries`' };
  return undefined;
}
