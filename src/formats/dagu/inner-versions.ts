import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { withMerged } from './fields.js';
import { dialectOfKeyIn, innerOf, type KeyedMap } from './keys.js';

type Add = (dialect: 'v1' | 'v2' | undefined, what: string, at: YamlNode) => void;

/**
 * Adds the versions that keys in the values of fields are for, such as `maxConcurrent` of `parallel`, at any depth: handlers and `foreach`
 * hold steps of their own. Aliases can make one value that of many fields; it is looked at once.
 */
export function versionsInside(add: Add): (of: KeyedMap, key: string, value: YamlNode) => void {
  const reached = new Set<YamlNode>();
  const look = (of: KeyedMap, path: string, key: string, value: YamlNode) => {
    const inner = innerOf(of, key);
    const node = inner && resolved(value);
    if (!inner || !node || reached.has(node)) return;
    reached.add(node);
    if (inner === 'condition' && node.kind === 'map') add('v1', oneCondition, node);
    const isList = node.kind === 'sequence' && (inner === 'condition' || inner === 'step');
    const items = isList ? node.items.map((item) => item.value) : [node];
    for (const map of items.flatMap((item) => asMap(item) ?? [])) {
      if (map !== node && reached.has(map)) continue;
      reached.add(map);
      for (const pair of withMerged(map).pairs) {
        const within = `${path}.${pair.key.value}`;
        add(dialectOfKeyIn(inner, pair.key.value), `\`${within}\``, pair.key);
        look(inner, within, pair.key.value, pair.value);
      }
    }
  };
  return (of, key, value) => look(of, key, key, value);
}

/** 2.x refuses a file with one. */
const oneCondition = '`preconditions` as a mapping instead of a list';
