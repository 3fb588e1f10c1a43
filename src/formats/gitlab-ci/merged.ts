import { mergedInOrder } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';

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

/** What merge keys bring in where the mapping itself has a key below them, so that changes under that key do not arrive there. */
export function mergesAbove(pieces: readonly { readonly map: YamlMap }[], key: string): ReadonlySet<YamlNode> {
  return new Set(
    pieces.flatMap(({ map: { pairs } }) => {
      const own = pairs.findLastIndex((pair) => pair.key.value === key);
      const merges = pairs.slice(0, Math.max(own, 0)).filter((pair) => pair.key.value === '<<');
      return merges.flatMap(({ value }) =>
        value.kind === 'sequence' ? value.items.map((item) => item.value) : [value],
      );
    }),
  );
}
