import { nearestName } from '../../lang/nearest.js';
import { pairOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';

/** The pair whose key comes near to one that is not there. */
export function misspelt(map: YamlMap, key: string): YamlPair | undefined {
  if (pairOf(map, key)) return undefined;
  return map.pairs.find((pair) => nearestName(pair.key.value, [key]) !== undefined);
}
