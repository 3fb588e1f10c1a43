import type { Injection } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import type { GithubDocument } from './document.js';

/** Why GitHub cannot ask a person there, and in `instead` what to do about it; `undefined` where it can. */
export function whyNoApproval(
  { rule, condition }: Injection,
  { inputs }: { readonly inputs: readonly unknown[] },
  { index, ofCommands }: Dag,
  { kind }: GithubDocument,
): { readonly why: string; readonly instead: string } | undefined {
  if (kind === 'action')
    return { why: notBetween, instead: 'Write the rule for the workflows whose jobs use the action' };
  if (index > 0) return { why: notBetween, instead: ofCommands ? beside : ofEach };
  if (inputs.length > 0)
    return { why: 'GitHub asks reviewers for a yes or a no, so there are no `inputs`', instead: 'Remove `inputs`' };
  if (!rule.await)
    return { why: 'nothing would wait for the answer (`await: false`)', instead: 'Remove `await: false`' };
  if (condition)
    return {
      why: 'a shell asks for its condition (`when`) only after the reviewers have answered',
      instead: 'Remove `when`, and choose by the branches of the environment, or by `tasks`, where somebody is asked',
    };
  return undefined;
}

const notBetween = 'GitHub asks in front of a job and not between its steps';
const beside = 'Put it beside the whole job: write `each: task` in the rule, and no `before` or `after`';
const ofEach = 'Write out the steps of each job that has them by an alias, so that it can be beside one of these jobs';
