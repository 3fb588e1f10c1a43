import type { FactName } from './facts.js';
import { allParts, type CelNode, functionOf, isFact, partsOf } from './tree.js';

/** Can more items in a list make an expression true, but never false? What is true without the items that nobody can read stays true with them. */
export function isPositiveIn(node: CelNode, fact: FactName): boolean {
  if (!allParts(node).some((part) => isFact(part, fact))) return true;
  const parts = partsOf(node);
  if (node.op === '&&' || node.op === '||') return parts.every((part) => isPositiveIn(part, fact));
  if (node.op === 'in') return isFact(parts[1]!, fact) && isPositiveIn(parts[0]!, fact);
  const isList = isFact(parts[0]!, fact);
  return functionOf(node) === 'exists' && isList && isPositiveIn(parts[2]!, fact);
}
