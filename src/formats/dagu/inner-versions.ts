import { asMap, resolved } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { withMerged } from './fields.js';
import { dialectOfKeyIn, innerOf, isPassedOver, type KeyedMap } from './keys.js';
import { dialectOfStepValue, keyInWords } from './version-of-value.js';

/**
 * Adds the versions that keys in the values of fields are for, such as `maxConcurrent` of `parallel`, at any depth: handlers and `foreach`
 * hold steps of their own. Aliases can make one value that of many fields; it is looked at once.
 */
export function versionsInside(
  add: AddVersion,
  ownTypes: YamlMap | undefined,
): (of: KeyedMap, key: string, value: YamlNode) => void {
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
      for (const { key, value } of withMerged(map).pairs) {
        const within = `${path}.${key.value}`;
        const ofValue =
          inner === 'step' ? dialectOfStepValue({ key: key.value, value }, map, ownTypes, true) : undefined;
        const dialect = dialectOfKeyIn(inner, key.value) ?? ofValue;
        const what = inner === 'step' ? keyInWords(key.value, within, map, true) : `\`${within}\``;
        add(dialect, what, key, isPassedOver(inner, key.value, 'v1'));
        look(inner, within, key.value, value);
      }
    }
  };
  return (of, key, value) => look(of, key, key, value);
}

/** 2.x refuses a file with one. */
const oneCondition = '`preconditions` as a mapping instead of a list';

export type AddVersion = (dialect: 'v1' | 'v2' | undefined, what: string, at: YamlNode, isWeak?: boolean) => void;
