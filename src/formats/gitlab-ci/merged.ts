import { asMap, asSequence, mergedInOrder } from '../../text/yaml-access.js';
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

/** The mappings that merge keys of this one name. */
export function mergedInto({ pairs }: YamlMap): readonly YamlMap[] {
  return mergesIn(pairs).flatMap((node) => asMap(node) ?? []);
}

/** What merge keys bring in where the mapping itself has a key below them, so that changes under that key do not arrive there. */
export function mergesAbove(pieces: readonly { readonly map: YamlMap }[], key: string): ReadonlySet<YamlNode> {
  return new Set(
    pieces.flatMap(({ map: { pairs } }) => {
      const own = pairs.findLastIndex((pair) => pair.key.value === key);
      return mergesIn(pairs.slice(0, Math.max(own, 0)));
    }),
  );
}

function mergesIn(pairs: readonly YamlPair[]): readonly YamlNode[] {
  const merges = pairs.filter(({ key }) => key.value === '<<');
  return merges.flatMap(({ value }) => asSequence(value)?.items.map((item) => item.value) ?? [value]);
}
