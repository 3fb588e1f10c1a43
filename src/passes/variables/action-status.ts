import type { StatusReport } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Word } from '../../model/step.js';
import { actionVariable } from '../rules/name.js';
import type { BindPlace, ConditionAt } from './bind-place.js';

/**
 * How the action before this one ended, the last that ran: `success` or `failed`. Nobody knows how one ends that nothing waits
 * for, so such are passed over. Where none ran, nothing failed.
 */
export function lastStatus(rule: Rule, place: BindPlace, conditionAt: ConditionAt): Word {
  for (const earlier of rule.action?.earlier ?? []) {
    if (!earlier.await) continue;
    const verdict = conditionAt(earlier, place);
    if (verdict === 'never') continue;
    const own = earlier.policy.onFailure === 'continue' ? reported(earlier, place) : success;
    if (verdict === 'always') return own;
    const skipped = lastStatus(earlier, place, conditionAt);
    return own === success && skipped === success ? success : reported(earlier, place);
  }
  return success;
}

/** What a hook has to leave; `undefined` where nobody asks, or where it is known without. */
export function statusReport(rule: Rule, place: BindPlace, conditionAt: ConditionAt): StatusReport | undefined {
  if (!rule.action?.watched.status || !rule.await) return undefined;
  const skipped = lastStatus(rule, place, conditionAt);
  const known = rule.policy.onFailure !== 'continue' && skipped === success;
  const { output: withOutput } = rule.action.watched;
  return known ? undefined : { variable: actionVariable(place.task?.name, rule), withOutput, skipped };
}

const success: Word = [{ kind: 'text', text: 'success' }];

function reported(rule: Rule, place: BindPlace): Word {
  const firstLine = rule.action?.watched.output ? 'head -n 1' : undefined;
  const variable = actionVariable(place.task?.name, rule);
  return [{ kind: 'expression', expression: place.shell.variable(variable, firstLine) }];
}

/**
 * What an action of a type gave, the nearest one before this one that may have run and that is waited for, or
 * `undefined`.
 */
export function lastOutput(type: string, rule: Rule, place: BindPlace, conditionAt: ConditionAt): Word | undefined {
  const source = rule.action?.earlier.find(
    (earlier) => earlier.step.type === type && earlier.await && conditionAt(earlier, place) !== 'never',
  );
  if (!source?.action?.watched.output) return undefined;
  const behindStatus = statusReport(source, place, conditionAt) ? 'tail -n +2' : undefined;
  const variable = actionVariable(place.task?.name, source);
  return [{ kind: 'expression', expression: place.shell.variable(variable, behindStatus) }];
}
