import { numberIn } from './number.js';
import type { Comparison, Condition, Operand, Operator } from './tree.js';

/** Fills in the names that are known and works out what follows. `undefined` is for a name that is known later. */
export function simplify(condition: Condition, lookUp: (name: string) => string | undefined): Condition {
  switch (condition.kind) {
    case 'constant':
      return condition;
    case 'not': {
      const operand = simplify(condition.operand, lookUp);
      return operand.kind === 'constant' ? constant(!operand.value) : { kind: 'not', operand };
    }
    case 'compare':
      return compareKnown({
        ...condition,
        left: known(condition.left, condition.as, lookUp),
        right: known(condition.right, condition.as, lookUp),
      });
    default:
      return list(condition.kind, condition.operands, lookUp);
  }
}

/** What is behind a decided operand is not looked at, so it may ask for what has no value. */
function list(
  kind: 'all' | 'any',
  operands: readonly Condition[],
  lookUp: (name: string) => string | undefined,
): Condition {
  const deciding = kind === 'any';
  const open: Condition[] = [];
  for (const operand of operands) {
    const result = simplify(operand, lookUp);
    if (result.kind !== 'constant') open.push(result);
    else if (result.value === deciding) return constant(deciding);
  }
  if (open.length === 0) return constant(!deciding);
  return open.length === 1 ? open[0]! : { kind, operands: open };
}

function constant(value: boolean): Condition {
  return { kind: 'constant', value };
}

/** `noNumber` where a number is needed and none can come of it, whatever the names that are left mean. */
type Known = Operand | typeof noNumber;
const noNumber = { kind: 'no-number' } as const;

function known(operand: Operand, as: Comparison['as'], lookUp: (name: string) => string | undefined): Known {
  if (operand.kind === 'remainder') {
    return remainder(known(operand.left, 'number', lookUp), known(operand.right, 'number', lookUp));
  }
  if (operand.kind !== 'name') return operand;
  const text = lookUp(operand.name);
  if (text === undefined) return operand;
  if (as === 'text') return { kind: 'text', text };
  return numberIn(text) === undefined ? noNumber : { kind: 'number', text };
}

function remainder(left: Known, right: Known): Known {
  if (left.kind === 'no-number' || right.kind === 'no-number') return noNumber;
  const values = [left, right].map((one) => (one.kind === 'number' ? Number(one.text) : undefined));
  if (values.some((value) => value !== undefined && !Number.isInteger(value)) || values[1] === 0) return noNumber;
  const [dividend, divisor] = values;
  if (dividend === undefined || divisor === undefined) return { kind: 'remainder', left, right };
  return { kind: 'number', text: String((dividend % divisor) + 0) };
}

function compareKnown({
  left,
  right,
  ...how
}: Omit<Comparison, 'left' | 'right'> & { readonly left: Known; readonly right: Known }): Condition {
  if (left.kind === 'no-number' || right.kind === 'no-number') return constant(how.operator === '!=');
  if (left.kind === 'text' && right.kind === 'text') return constant(holds(how.operator, left.text, right.text));
  if (left.kind === 'number' && right.kind === 'number') {
    return constant(holds(how.operator, Number(left.text), Number(right.text)));
  }
  return { ...how, left, right };
}

function holds<Value extends string | number>(operator: Operator, left: Value, right: Value): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
