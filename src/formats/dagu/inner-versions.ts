import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { withMerged } from './fields.js';
import { dialectOfKeyIn, tellingIn } from './keys.js';

type Add = (dialect: 'v1' | 'v2' | undefined, what: string, at: YamlNode) => void;

/**
 * Adds the versions that keys in the values of fields are for, such as `maxConcurrent` of `parallel`. Aliases can make one value that of many
 * fields; it is looked at once.
 */
export function versionsInside(add: Add): (of: 'step' | 'document', key: string, value: YamlNode) => void {
  const reached = new Set<YamlNode>();
  return (of, key, value) => {
    const inner = tellingIn(of, key);
    const node = inner && resolved(value);
    if (!inner || !node || reached.has(node)) return;
    reached.add(node);
    const items = node.kind === 'sequence' && inner === 'condition' ? node.items.map((item) => item.value) : [node];
    for (const map of items.flatMap((item) => asMap(item) ?? [])) {
      if (map !== node && reached.has(map)) continue;
      reached.add(map);
      for (const pair of withMerged(map).pairs)
        add(dialectOfKeyIn(inner, pair.key.value), `${key}.${pair.key.value}`, pair.key);
    }
  };
}
