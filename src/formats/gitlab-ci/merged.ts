import { mergedInOrder } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';

/**
 * The pairs as GitLab's parser of YAML, that of Ruby, sees them: what `<<` brings in wins over what is above it in the same mapping, and
 * of a list of maps the first one wins.
 */
export function mergedPairs(map: YamlMap): readonly YamlPair[] {
  return mergedInOrder(map, 'first');
}

/** The same map with these pairs for its own. */
export function withMerged(map: YamlMap): YamlMap {
  return map.pairs.some(({ key }) => key.value === '<<') ? { ...map, pairs: mergedPairs(map) } : map;
}
