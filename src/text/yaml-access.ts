import type { YamlAlias, YamlMap, YamlNode, YamlPair, YamlScalar, YamlSequence } from './yaml-node.js';

/** The pair with that key; of equal keys the last, as most engines read it. Merge keys are not followed. */
export function pairOf(map: YamlMap, key: string): YamlPair | undefined {
  const { pairs } = map;
  if (pairs.length > indexFrom) return indexOf(map).get(key);
  for (let index = pairs.length - 1; index >= 0; index--) {
    if (pairs[index]!.key.value === key) return pairs[index];
  }
  return undefined;
}

/** Has a mapping no other keys than these? */
export function holdsOnly({ pairs }: YamlMap, keys: readonly string[]): boolean {
  return pairs.every(({ key }) => keys.includes(key.value));
}

/** Follows an alias to what it means; `undefined` where it is for nothing. */
export function resolved(node: YamlNode): Value | undefined {
  let current: YamlNode | undefined = node;
  while (current?.kind === 'alias') current = current.target;
  return current;
}

export type Value = Exclude<YamlNode, YamlAlias>;

/** The same where it is there and not null. */
export function present(node: YamlNode | undefined): Value | undefined {
  const value = node && resolved(node);
  return value?.kind === 'scalar' && value.type === 'null' ? undefined : value;
}

export function asMap(node: YamlNode | undefined): YamlMap | undefined {
  const found = node && resolved(node);
  return found?.kind === 'map' ? found : undefined;
}

export function asSequence(node: YamlNode | undefined): YamlSequence | undefined {
  const found = node && resolved(node);
  return found?.kind === 'sequence' ? found : undefined;
}

function asScalar(node: YamlNode | undefined): YamlScalar | undefined {
  const found = node && resolved(node);
  return found?.kind === 'scalar' ? found : undefined;
}

/** The text of a scalar whatever its type, and `undefined` for null and for collections. */
export function textOf(node: YamlNode | undefined): string | undefined {
  const scalar = asScalar(node);
  return scalar && scalar.type !== 'null' ? scalar.value : undefined;
}

/**
 * The pairs as an engine with merge keys sees them, each key once: a map's own pairs win over those that `<<` brings in,
 * and of several merged maps the first one wins. A map that is merged twice is looked at once, so the time is linear.
 */
export function mergedPairs(map: YamlMap): readonly YamlPair[] {
  const found = new Map<string, YamlPair>();
  const seen = new Set<YamlMap>();
  const waiting = [map];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const [key, pair] of indexOf(next)) if (!isMerge(pair) && !found.has(key)) found.set(key, pair);
    for (const merged of mergedMaps(next).reverse()) waiting.push(merged);
  }
  return [...found.values()];
}

/**
 * The same as an engine sees them that takes one pair after the other, as they are written: what is later wins, whether a map has it
 * itself or `<<` brings it in. A map's own pairs come first.
 * @param winner which of several maps in the list of one `<<` wins
 */
export function mergedInOrder(map: YamlMap, winner: 'first' | 'last'): readonly YamlPair[] {
  const found = new Map<string, YamlPair>();
  const seen = new Set<YamlMap>();
  // From the end: what is found first is what counts, and a map that was looked at brings in nothing new.
  const waiting: (YamlMap | YamlPair)[] = [map];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!('pairs' in next)) {
      if (isMerge(next)) {
        const merged = mapsIn(next);
        waiting.push(...(winner === 'last' ? merged : merged.reverse()));
      } else if (!found.has(next.key.value)) found.set(next.key.value, next);
    } else if (!seen.has(next)) {
      seen.add(next);
      for (const pair of next.pairs) waiting.push(pair);
    }
  }
  const own = new Set(map.pairs);
  const all = [...found.values()].reverse();
  return [...all.filter((pair) => own.has(pair)), ...all.filter((pair) => !own.has(pair))];
}

const indexFrom = 16;
const indexes = new WeakMap<YamlMap, ReadonlyMap<string, YamlPair>>();

function indexOf(map: YamlMap): ReadonlyMap<string, YamlPair> {
  let index = indexes.get(map);
  if (!index) {
    index = new Map(map.pairs.map((pair) => [pair.key.value, pair]));
    indexes.set(map, index);
  }
  return index;
}

function isMerge(pair: YamlPair): boolean {
  return pair.key.value === '<<' && pair.key.style === 'plain';
}

function mergedMaps(map: YamlMap): YamlMap[] {
  const merge = pairOf(map, '<<');
  return merge && isMerge(merge) ? mapsIn(merge) : [];
}

function mapsIn({ value }: YamlPair): YamlMap[] {
  const source = resolved(value);
  const nodes = source?.kind === 'sequence' ? source.items.map((item) => item.value) : [value];
  return nodes.map(asMap).filter((one) => one !== undefined);
}
