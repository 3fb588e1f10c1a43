import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { rootKeys } from './keys.js';

/**
 * What files of one pipeline say together: all their jobs, and of what is for all jobs the nearest. The first file wins, for it
 * includes the others, and then the later ones.
 */
export function joinRoots(roots: readonly YamlMap[]): YamlMap {
  const [first, ...included] = roots;
  const winners = new Map<string, YamlPair>();
  for (const root of [...included, first!]) {
    for (const pair of root.pairs) {
      const key = pair.key.value;
      if (!isForAll(pair)) continue;
      const known = winners.get(key);
      winners.set(key, known ? { ...pair, value: merged(known.value, pair.value) } : pair);
    }
  }
  const starts = new Set([...winners.values()].map(({ start }) => start));
  const pairs = roots.flatMap((root) =>
    root.pairs.flatMap((pair) => {
      if (!isForAll(pair)) return pair;
      return starts.has(pair.start) ? winners.get(pair.key.value)! : [];
    }),
  );
  return { ...first!, end: roots.at(-1)!.end, pairs };
}

function isForAll({ key }: YamlPair): boolean {
  return rootKeys.has(key.value) && key.value !== '<<';
}

/** Settings that are mappings are merged, and the later one wins key by key. */
function merged(value: YamlNode, over: YamlNode): YamlNode {
  if (value.kind !== 'map' || over.kind !== 'map') return over;
  const keys = new Set(over.pairs.map(({ key }) => key.value));
  return { ...over, pairs: [...value.pairs.filter(({ key }) => !keys.has(key.value)), ...over.pairs] };
}
