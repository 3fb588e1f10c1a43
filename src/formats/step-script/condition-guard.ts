import { conditionProgram, parseCondition } from '../../lang/condition.js';
import type { RunCondition } from '../../model/plan.js';
import { type Quote, wordText } from './command-text.js';

/**
 * A command that succeeds where a condition does not hold, so that the step can end there. An engine's own conditions will not do: a step
 * that is skipped takes along what waits for it, and each engine compares texts and numbers in its own way.
 */
export function conditionGuard({ text, values }: RunCondition, quote: Quote): string {
  const read = parseCondition(text);
  if (!read.ok) throw new Error(`a condition that was printed cannot be read: ${read.problem.message}`);
  const names = [...values.keys()];
  const program = conditionProgram(read.condition, (name) => (values.has(name) ? names.indexOf(name) + 1 : undefined));
  return [
    'LC_ALL=C awk',
    quote(program, 'condition'),
    ...[...values].map(([name, value]) => wordText(value, (literal) => quote(literal, name))),
  ].join(' ');
}
