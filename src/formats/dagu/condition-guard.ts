import type { Report } from '../../diagnostics/diagnostics.js';
import type { Injection, RunCondition } from '../../model/plan.js';
import { conditionGuard } from '../step-script/condition-guard.js';
import { quoteForDagu } from './shell.js';
import type { Surroundings } from './surroundings.js';

/**
 * The engine's own `preconditions` will not do: 1.30 puts values into their text without quotes and runs them outside of the
 * step's environment, a step that is skipped takes along what waits for it unless other fields forbid that, and the two versions
 * spell those fields differently.
 */
export function daguGuard(condition: RunCondition | undefined): string | undefined {
  return condition && conditionGuard(condition, quoteForDagu);
}

/** Reports a condition that cannot be before the hook's command. */
export function checkGuard(
  { rule, call, condition }: Injection,
  dag: string,
  { oneLine }: Pick<Surroundings, 'oneLine'>,
  report: Report,
): void {
  if (!condition) return;
  const { id, span, when } = rule;
  if (call.kind === 'approval') return;
  if (oneLine) report('DW609', { rule: id, dag }, { span: when?.span });
  if (call.kind === 'script' && call.script.trimStart().startsWith('#!')) report('DW610', { rule: id }, { span });
}
