import { coreOf, isInBrackets, outerParts } from './condition-text.js';

/** Is it certain that a job with this `if` runs in each run in which nothing before it failed or was skipped, and which nobody stopped? */
export function runsWhereAllIsWell(condition: string): boolean {
  const core = coreOf(condition.trim());
  return core !== undefined && outcomeOf(core.expression, deepest) === true;
}

/** In such a run; `undefined` where only the run knows. */
function outcomeOf(expression: string, depth: number): boolean | undefined {
  const text = expression.trim();
  if (depth === 0) return undefined;
  if (isInBrackets(text)) return outcomeOf(text.slice(1, -1), depth - 1);
  for (const [sign, deciding] of [
    ['||', true],
    ['&&', false],
  ] as const) {
    const parts = outerParts(text, sign);
    if (parts.length === 1) continue;
    const values = parts.map((part) => outcomeOf(part, depth - 1));
    if (values.includes(deciding)) return deciding;
    return values.includes(undefined) ? undefined : !deciding;
  }
  if (text.startsWith('!')) {
    const negated = text.slice(1).trim();
    // In `!a == b` the sign is about `a` alone.
    const value = /[=<>]/.test(negated) && !isInBrackets(negated) ? undefined : outcomeOf(negated, depth - 1);
    return value === undefined ? undefined : !value;
  }
  if (/^(?:true|(?:always|success)\s*\(\s*\))$/i.test(text)) return true;
  if (/^(?:false|(?:failure|cancelled)\s*\(\s*\))$/i.test(text)) return false;
  const asked = /^needs\.[\w-]+\.result\s*([!=]=)\s*'(\w+)'$/.exec(text);
  return asked ? (asked[1] === '==') === (asked[2] === 'success') : undefined;
}

/** Each level is looked through once more, so that a text of nothing but brackets takes no longer than others. */
const deepest = 12;
