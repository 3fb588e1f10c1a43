import { pairOf, resolved, textOf as textOfNode } from '../../text/yaml-access.js';
import type { YamlAlias, YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';

/** The pair of a key; 1.x takes keys in any case, so another spelling is found where the exact one is missing. */
export function fieldOf(map: YamlMap, key: string): YamlPair | undefined {
  return pairOf(map, key) ?? map.pairs.find((pair) => isKey(pair.key.value, key));
}

/** The value of a key, aliases followed; `undefined` where it is missing or null. */
export function fieldValue(map: YamlMap, key: string): Exclude<YamlNode, YamlAlias> | undefined {
  const value = fieldOf(map, key)?.value;
  const node = value && resolved(value);
  return node?.kind === 'scalar' && node.type === 'null' ? undefined : node;
}

/** The value of a key where it is a scalar, as text. */
export function textOf(map: YamlMap, key: string): string | undefined {
  return textOfNode(fieldOf(map, key)?.value);
}

/** Is a key, in whatever case, that of a field? Most keys differ in length, which is told without making a new string. */
export function isKey(written: string, key: string): boolean {
  return written.length === key.length && written.toLowerCase() === key.toLowerCase();
}
