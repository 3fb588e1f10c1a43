import { mergedPairs, pairOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';

/** The same map with what `<<` brings in, behind its first own pair: what is written into a map goes to its ends. */
export function withMerged(map: YamlMap): YamlMap {
  if (!takesOver(map)) return map;
  const [first, ...others] = map.pairs;
  const brought = mergedPairs(map).filter((pair) => !map.pairs.includes(pair));
  return { ...map, pairs: [first!, ...brought, ...others] };
}

/** Is a part of it written elsewhere? */
export function takesOver(map: YamlMap): boolean {
  return pairOf(map, '<<') !== undefined;
}
