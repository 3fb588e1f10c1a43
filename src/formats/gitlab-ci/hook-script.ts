import type { InjectedNode, StatusReport } from '../../model/plan.js';
import { mayFail } from '../../model/rule.js';
import type { CommandCall, ScriptCall, StepCall } from '../../model/step.js';
import { wordText } from '../step-script/command-text.js';
import { conditionGuard } from '../step-script/condition-guard.js';
import { inSubshell, type ScriptStyle, stepScript } from '../step-script/step-script.js';
import { quoteForGitlab } from './shell.js';

/**
 * The text of a hook among the commands of a job. All of them share one shell, so that a hook gets a shell of its own: what it
 * sets, and an `exit` in it, is not for the others.
 * @param isElsewhere have commands before it gone to another folder? It starts where hooks start in every other job
 */
export function commandText({ injection }: InjectedNode, isElsewhere: boolean): string {
  const { rule, statusReport } = injection;
  const text = scriptOf(injection, mayFail(rule), statusReport, isElsewhere ? 'cd "$CI_PROJECT_DIR"' : undefined);
  if (statusReport) return leaving(statusReport.variable, text);
  return mayFail(rule) ? text : inSubshell(text);
}

/** The text of a hook at the end of a job, in the shell that all of these share. Nothing in it keeps the others from running. */
export function endText({ injection }: InjectedNode): string {
  const text = scriptOf(injection, true, undefined);
  return injection.rule.run === 'failure' ? `test "$CI_JOB_STATUS" != failed || ${text}` : text;
}

/** The text of a hook that is a job: GitLab knows of itself which of those may fail. */
export function jobText({ injection }: InjectedNode): string {
  const { rule } = injection;
  const policy = retriesOfJob(injection) > 0 ? { ...rule.policy, retries: 0 } : rule.policy;
  return scriptOf({ ...injection, rule: { ...rule, policy } }, false, undefined);
}

/** How often GitLab tries the job again by itself: at once, and twice at most. */
export function retriesOfJob({ call, rule: { policy } }: InjectedNode['injection']): number {
  const { retries, retryDelay } = policy;
  return call.kind === 'script' && retryDelay === 0 && retries <= mostRetries ? retries : 0;
}

const mostRetries = 2;

/** The commands of a job share one shell, so that those behind it find the variable. */
function leaving(variable: string, text: string): string {
  return `${variable}="$(\n${text}\n)"\nexport ${variable}\nprintf '%s\\n' "$${variable}"`;
}

function scriptOf(
  { call, rule, condition }: InjectedNode['injection'],
  swallowFailure: boolean,
  statusReport: StatusReport | undefined,
  toStart?: string,
): string {
  const inScript = {
    retries: true,
    swallowFailure,
    background: false,
    workingDir: true,
    toStart,
    ownShell: false,
    oneLine: false,
    guard: condition && conditionGuard(condition, quoteForGitlab),
    statusReport,
  };
  return stepScript(scriptedCall(call), rule.policy, inScript, style);
}

/** What only GitLab itself could do is a job, or is refused before. */
function scriptedCall(call: StepCall): ScriptCall | CommandCall {
  if (call.kind === 'spawn') return call.command;
  if (call.kind !== 'approval') return call;
  return { kind: 'script', script: `echo ${wordText(call.prompt, quoteForGitlab)}`, env: [], workingDir: undefined };
}

const style: ScriptStyle = {
  quote: quoteForGitlab,
  shell: 'sh -e -c',
  nested: quoteForGitlab,
  variable: /\$\{[A-Za-z_]\w*\}/g,
  inBackground: (inBrackets) => inBrackets,
};
