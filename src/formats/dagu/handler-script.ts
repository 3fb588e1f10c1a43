import type { HandlerPlan, Injection } from '../../model/plan.js';
import { stepScript } from './step-script.js';

/** A hook of a handler as text in which the shell carries out the whole policy: handlers ignore most fields. */
function hookScript({ call, rule }: Injection, alone: boolean): string {
  const swallowFailure = rule.policy.onFailure === 'continue' || !rule.await;
  const text = stepScript(call, rule.policy, {
    timeout: true,
    retries: true,
    swallowFailure: swallowFailure || !alone,
    background: false,
    workingDir: true,
  });
  return swallowFailure || alone ? text : text.replace(/ \|\| true$/, ' || hook_status=$?');
}

/** The command of a handler that only hooks fill: all of them run, and the first failure that counts is its result. */
export function handlerScript({ injections }: HandlerPlan): string {
  if (injections.length === 1) return hookScript(injections[0]!.injection, true);
  const scripts = injections.map(({ injection }) => hookScript(injection, false));
  const counts = scripts.some((script) => script.endsWith('hook_status=$?'));
  return counts ? ['hook_status=0', ...scripts, 'exit "$hook_status"'].join('\n') : scripts.join('\n');
}

/** The same hooks in front of a command that is there already, which has to run whatever they do. */
export function scriptBeforeCommand({ injections }: HandlerPlan): string {
  return injections.map(({ injection }) => hookScript(injection, false).replace(/ \|\| hook_status=\$\?$/, ' || true')).join('\n');
}
