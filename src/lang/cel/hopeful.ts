import type { FactName } from './facts.js';
import { allParts, type CelNode, isFact, partsOf } from './tree.js';

/**
 * The same expression for a fact that is not certain: each comparison that asks for it is as the whole would need it to hold. Where
 * it does not hold even so, it does not hold whatever the fact is.
 */
export function hopefulOf(source: string, tree: CelNode, fact: FactName): string {
  let text = '';
  let at = 0;
  for (const { start, end, value } of replaced(tree, fact, true)) {
    text += source.slice(at, start) + value;
    at = end;
  }
  return text + source.slice(at);
}

interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly value: boolean;
}

function replaced(node: CelNode, fact: FactName, value: boolean): readonly Replaced[] {
  if (!allParts(node).some((part) => isFact(part, fact))) return [];
  if (node.op === '&&' || node.op === '||') return partsOf(node).flatMap((part) => replaced(part, fact, value));
  if (node.op === '!_') return partsOf(node).flatMap((part) => replaced(part, fact, !value));
  return [{ start: node.start, end: node.end, value }];
}
