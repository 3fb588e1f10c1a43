import type { Report } from '../../diagnostics/diagnostics.js';
import { conditionProgram, parseCondition } from '../../lang/condition.js';
import type { Injection, RunCondition } from '../../model/plan.js';
import { wordText } from '../command-text.js';
import { quoteForDagu } from './shell.js';
import type { Surroundings } from './surroundings.js';

/**
 * A command that succeeds where a condition does not hold, so that the step can end there. The engine's own `preconditions` will not do: 1.30 puts
 * values into their text without quotes and runs them outside of the step's environment, a step that is skipped takes along
 * what waits for it unless other fields forbid that, and the two versions spell those fields differently.
 */
export function conditionGuard({ text, values }: RunCondition): string {
  const read = parseCondition(text);
  if (!read.ok) throw new Error(`a condition that was printed cannot be read: ${read.problem.message}`);
  const names = [...values.keys()];
  const program = conditionProgram(read.condition, (name) => (values.has(name) ? names.indexOf(name) + 1 : undefined));
  return [
    'LC_ALL=C awk',
    quoteForDagu(program),
    ...[...values.values()].map((value) => wordText(value, quoteForDagu)),
  ].join(' ');
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
