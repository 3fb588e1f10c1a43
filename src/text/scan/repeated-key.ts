import type { YamlPair } from '../yaml-node.js';

/** Do two pairs have the same key? */
export function hasRepeatedKey(pairs: readonly YamlPair[]): boolean {
  const { length } = pairs;
  if (length > few) return new Set(pairs.map((pair) => pair.key.value)).size < length;
  for (let later = 1; later < length; later++) {
    const key = pairs[later]!.key.value;
    for (let earlier = 0; earlier < later; earlier++) if (pairs[earlier]!.key.value === key) return true;
  }
  return false;
}

/** Up to here comparing each with each is faster than a set. */
const few = 8;
