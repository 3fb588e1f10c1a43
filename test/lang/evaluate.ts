import { type Condition, simplify } from '../../src/lang/condition.js';

/** Is the condition true where every name has the value given? */
export function evaluate(condition: Condition, lookUp: (name: string) => string): boolean {
  const result = simplify(condition, lookUp);
  if (result.kind !== 'constant') throw new Error('a condition without unknown names has a result');
  return result.value;
}
