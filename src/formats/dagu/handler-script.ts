import type { HandlerPlan, Injection } from '../../model/plan.js';
import { conditionGuard } from './condition-guard.js';
import { scriptedCall } from './own-steps.js';
import { inSubshell, stepScript } from './step-script.js';

/** The command of a handler that only hooks fill: all of them run, and the first failure that counts is its result. */
export function handlerScript({ injections }: HandlerPlan, oneLine: boolean): string {
  const [first, ...others] = injections;
  if (others.length === 0) return hookScript(first!.injection, mayFail(first!.injection), oneLine, false);
  const scripts = injections.map(({ injection }) => {
    const script = hookScript(injection, mayFail(injection), oneLine, true);
    if (mayFail(injection)) return script;
    return injection.statusReport ? `${script} || hook_status=$?` : `${inSubshell(script)} || hook_status=$?`;
  });
  const counts = injections.some(({ injection }) => !mayFail(injection));
  const lines = counts ? ['hook_status=0', ...scripts, 'exit "$hook_status"'] : scripts;
  return lines.join(oneLine ? '; ' : '\n');
}

/** The same hooks in front of a command that is there already, which has to run whatever they do. */
export function scriptBeforeCommand({ injections }: HandlerPlan, oneLine: boolean): string {
  return injections.map(({ injection }) => hookScript(injection, true, oneLine, true)).join(oneLine ? '; ' : '\n');
}

function mayFail({ rule }: Injection): boolean {
  return rule.policy.onFailure === 'continue' || !rule.await;
}

/** A hook as text in which the shell carries out the whole policy: handlers ignore most fields. */
function hookScript(
  { call, rule, condition, statusReport }: Injection,
  swallowFailure: boolean,
  oneLine: boolean,
  ownShell: boolean,
): string {
  const inScript = {
    retries: true,
    swallowFailure,
    background: false,
    workingDir: true,
    ownShell,
    oneLine,
    guard: condition && conditionGuard(condition),
    statusReport,
  };
  const script = stepScript(scriptedCall(call), rule.policy, inScript);
  return statusReport ? keptInVariable(script, statusReport.variable, oneLine) : script;
}

/** No engine captures what a part of a handler prints, so the shell does. */
function keptInVariable(script: string, variable: string, oneLine: boolean): string {
  return `export ${variable}; ${variable}="$(${oneLine ? script : `\n${script}\n`})"`;
}
