/**
 * A condition: what `when` says, its types already decided. All names mean text, which a comparison `as` numbers reads as
 * a number; text that is not one makes every comparison false but `!=`, which is always the opposite of `==`.
 */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'not'; readonly operand: Condition }
  /** `&&` and `||`, two operands or more. */
  | { readonly kind: 'all' | 'any'; readonly operands: readonly Condition[] }
  | Comparison;

export interface Comparison {
  readonly kind: 'compare';
  readonly as: 'text' | 'number';
  readonly operator: Operator;
  readonly left: Operand;
  readonly right: Operand;
}

export const operators = ['==', '!=', '<=', '>=', '<', '>'] as const;
export type Operator = (typeof operators)[number];

export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  /** As written or computed: a text that `numberIn` reads. */
  | { readonly kind: 'number'; readonly text: string }
  | NameInCondition
  /** The remainder of two integers, with the sign of the left one; a division by 0 has no remainder. */
  | { readonly kind: 'remainder'; readonly left: Operand; readonly right: Operand };

/** `start` and `end` are offsets into the condition as written. */
export interface NameInCondition {
  readonly kind: 'name';
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Every name, in order, as often as it is written. */
export function namesOf(condition: Condition): readonly NameInCondition[] {
  return operandsOf(condition).filter((operand) => operand.kind === 'name');
}

/** Everything that is compared or divided, in order. */
export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'constant':
      return [];
    case 'not':
      return operandsOf(condition.operand);
    case 'compare':
      return [...partsOf(condition.left), ...partsOf(condition.right)];
    default:
      return condition.operands.flatMap(operandsOf);
  }
}

function partsOf(operand: Operand): readonly Operand[] {
  return operand.kind === 'remainder' ? [...partsOf(operand.left), ...partsOf(operand.right)] : [operand];
}
