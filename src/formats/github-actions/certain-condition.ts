import { coreOf, isInBrackets, outerParts } from './condition-text.js';

/** Is it certain that a job with this `if` runs in each run in which nothing before it failed or was skipped, and which nobody stopped? */
export function runsWhereAllIsWell(condition: string): boolean {
  const core = coreOf(condition.trim());
  return core !== undefined && outcomeOf(core.expression, undefined, deepest) === true;
}

/** May a job with this `if` run where that need of it failed, or was skipped because something else did, and also where all went well? */
export function mayRunEitherWay(condition: string, need: string, result: 'failure' | 'skipped'): boolean {
  const core = coreOf(condition.trim());
  // Text with expressions in it counts as true.
  return !core || [{ need, result }, undefined].every((end) => outcomeOf(core.expression, end, deepest) !== false);
}

/** What became of a need in a run in which something failed. */
interface BadEnd {
  readonly need: string;
  readonly result: 'failure' | 'skipped';
}

/**
 * In a run that nobody stopped; `undefined` where only the run knows.
 * @param end without one, nothing failed or was skipped
 */
function outcomeOf(expression: string, end: BadEnd | undefined, depth: number): boolean | undefined {
  const text = expression.trim();
  if (depth === 0) return undefined;
  if (isInBrackets(text)) return outcomeOf(text.slice(1, -1), end, depth - 1);
  for (const [sign, deciding] of [
    ['||', true],
    ['&&', false],
  ] as const) {
    const parts = outerParts(text, sign);
    if (parts.length === 1) continue;
    const values = parts.map((part) => outcomeOf(part, end, depth - 1));
    if (values.includes(deciding)) return deciding;
    return values.includes(undefined) ? undefined : !deciding;
  }
  if (text.startsWith('!')) {
    const negated = text.slice(1).trim();
    // In `!a == b` the sign is about `a` alone.
    const value = /[=<>]/.test(negated) && !isInBrackets(negated) ? undefined : outcomeOf(negated, end, depth - 1);
    return value === undefined ? undefined : !value;
  }
  if (/^(?:true|always\s*\(\s*\))$/i.test(text)) return true;
  if (/^(?:false|cancelled\s*\(\s*\))$/i.test(text)) return false;
  if (/^success\s*\(\s*\)$/i.test(text)) return end === undefined;
  if (/^failure\s*\(\s*\)$/i.test(text)) return end !== undefined;
  // Where one need was skipped, another one may have failed.
  if (anyFailed.test(text)) return end?.result === 'skipped' ? undefined : end !== undefined;
  const [, need, sign, result] = /^needs\.([\w-]+)\.result\s*([!=]=)\s*'(\w+)'$/.exec(text) ?? [];
  if (need === undefined || (end !== undefined && need !== end.need)) return undefined;
  return (sign === '==') === (result === (end?.result ?? 'success'));
}

const anyFailed = /^contains\s*\(\s*needs\s*\.\s*\*\s*\.\s*result\s*,\s*'failure'\s*\)$/i;

/** Each level is looked through once more, so that a text of nothing but brackets takes no longer than others. */
const deepest = 12;
