import type { FactName } from './facts.js';
import { allParts, type CelNode, isFact, partsOf } from './tree.js';

/** The keys of a map that an expression asks for; `undefined` where it looks at all of them. */
export function keysAsked(tree: CelNode, fact: FactName): ReadonlySet<string> | undefined {
  const keys = new Set<string>();
  for (const part of allParts(tree)) {
    for (const [index, of] of partsOf(part).entries()) {
      if (!isFact(of, fact)) continue;
      const key = keyOf(part, index);
      if (key === undefined) return undefined;
      keys.add(key);
    }
  }
  return isFact(tree, fact) ? undefined : keys;
}

/** `map.key`, `map["key"]` and `"key" in map`. */
function keyOf({ op, args }: CelNode, index: number): string | undefined {
  const operands = args as readonly (CelNode | string)[];
  if (op === '.' && index === 0) return operands[1] as string;
  const other = op === '[]' && index === 0 ? operands[1] : op === 'in' && index === 1 ? operands[0] : undefined;
  return typeof other === 'object' && other.op === 'value' && typeof other.args === 'string' ? other.args : undefined;
}
