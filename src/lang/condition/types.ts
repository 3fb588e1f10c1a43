import { numberIn } from './number.js';
import type { ConditionProblem } from './tokens.js';
import type { Condition, Operand, Operator } from './tree.js';

/** A part of a condition as read: true or false, or a value; with its place. */
export type Meaning =
  | { readonly kind: 'truth'; readonly condition: Condition; readonly start: number; readonly end: number }
  | { readonly kind: 'operand'; readonly operand: Operand; readonly start: number; readonly end: number };

/** What is where true or false is needed; a bare value is neither. */
export function truthOf(meaning: Meaning): Condition | ConditionProblem {
  if (meaning.kind === 'truth') return meaning.condition;
  const { operand, start, end } = meaning;
  const hint =
    operand.kind === 'name'
      ? `Compare it: \`\${${operand.name}} == 'true'\`, or \`\${${operand.name}} != ''\`.`
      : 'Compare it with `==`, `<` or another sign.';
  return { message: `${described(meaning)} is neither true nor false`, hint, start, end };
}

/** A comparison with its type: text, unless a number is on one side or the operator is about numbers. */
export function compare(operator: Operator, left: Meaning, right: Meaning): Meaning | ConditionProblem {
  const [start, end] = [left.start, right.end];
  const [first, second] = [asOperand(left), asOperand(right)];
  if ('message' in first) return first;
  if ('message' in second) return second;
  const ordered = operator !== '==' && operator !== '!=';
  const kinds = [typeOf(first), typeOf(second)];
  const as = ordered || kinds.includes('number') ? 'number' : 'text';
  const wrong = as === 'number' ? [left, right].find((_, index) => kinds[index] === 'text') : undefined;
  if (wrong) {
    const [message, hint] = ordered
      ? [`\`${operator}\` compares numbers, but ${described(wrong)} is not a number`, 'Use `==` or `!=` for texts.']
      : ['a text and a number are never equal', 'Write both as numbers, without quotes, or both as texts.'];
    return { message, hint, start: wrong.start, end: wrong.end };
  }
  return { kind: 'truth', condition: { kind: 'compare', as, operator, left: first, right: second }, start, end };
}

export function remainder(left: Meaning, right: Meaning): Meaning | ConditionProblem {
  const [start, end] = [left.start, right.end];
  for (const side of [left, right]) {
    if (side.kind === 'operand' && typeOf(side.operand) !== 'text' && !isFraction(side.operand)) continue;
    const hint = 'Write `%` between names and whole numbers.';
    return { message: `${described(side)} has no remainder`, hint, start: side.start, end: side.end };
  }
  const [first, second] = [left, right].map((side) => (side as Meaning & { kind: 'operand' }).operand);
  if (second!.kind === 'number' && Number(second!.text) === 0) {
    const hint = 'Divide by another number.';
    return { message: 'there is no remainder of a division by 0', hint, start: right.start, end: right.end };
  }
  return { kind: 'operand', operand: { kind: 'remainder', left: first!, right: second! }, start, end };
}

/** `true` and `false` in a comparison are the texts that a variable holds. */
function asOperand(meaning: Meaning): Operand | ConditionProblem {
  if (meaning.kind === 'operand') return meaning.operand;
  const { condition, start, end } = meaning;
  if (condition.kind === 'constant') return { kind: 'text', text: String(condition.value) };
  const hint = 'Join conditions with `&&` and `||`, and turn one round with `!`.';
  return { message: 'what is true or false already cannot be compared', hint, start, end };
}

function typeOf(operand: Operand): 'text' | 'number' | 'either' {
  if (operand.kind === 'text') return 'text';
  return operand.kind === 'name' ? 'either' : 'number';
}

function isFraction(operand: Operand): boolean {
  return operand.kind === 'number' && !Number.isInteger(numberIn(operand.text));
}

function described(meaning: Meaning): string {
  if (meaning.kind === 'truth') return 'what is true or false';
  const { operand } = meaning;
  if (operand.kind === 'remainder') return 'a remainder';
  if (operand.kind === 'name') return `\`${operand.name}\` alone`;
  return operand.kind === 'text' ? 'a text' : `the number ${operand.text}`;
}
