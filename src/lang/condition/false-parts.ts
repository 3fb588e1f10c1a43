import { printCondition } from './print.js';
import { simplify } from './simplify.js';
import type { Condition, Operand } from './tree.js';

/** A part of a condition that is false by itself, with the names in it that are known. */
export interface FalsePart {
  readonly text: string;
  /** Each once; `asNumber` where a number is asked for. */
  readonly names: ReadonlyMap<string, { readonly asNumber: boolean }>;
}

/** The smallest parts because of which a condition is false: of `&&` the first one that is, of `||` all. */
export function falseParts(condition: Condition, lookUp: (name: string) => string | undefined): readonly FalsePart[] {
  const isFalse = (one: Condition) => {
    const result = simplify(one, lookUp);
    return result.kind === 'constant' && !result.value;
  };
  if (condition.kind === 'any') return condition.operands.flatMap((one) => falseParts(one, lookUp));
  const first = condition.kind === 'all' ? condition.operands.find(isFalse) : undefined;
  if (first) return falseParts(first, lookUp);
  return [
    {
      text: printCondition(condition),
      names: new Map(namesIn(condition).filter(([name]) => lookUp(name) !== undefined)),
    },
  ];
}

type Name = readonly [string, { readonly asNumber: boolean }];

function namesIn(condition: Condition): readonly Name[] {
  switch (condition.kind) {
    case 'constant':
      return [];
    case 'not':
      return namesIn(condition.operand);
    case 'compare':
      return [condition.left, condition.right].flatMap((one) => namesOfOperand(one, condition.as === 'number'));
    default:
      return condition.operands.flatMap(namesIn);
  }
}

function namesOfOperand(operand: Operand, asNumber: boolean): readonly Name[] {
  if (operand.kind === 'remainder') return [operand.left, operand.right].flatMap((one) => namesOfOperand(one, true));
  return operand.kind === 'name' ? [[operand.name, { asNumber }]] : [];
}
