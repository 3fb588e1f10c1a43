import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { mergedPairs } from './merged.js';

/** Variables as they are written, by name; the last mapping wins. */
export function readVariables(maps: readonly (YamlNode | undefined)[]): ReadonlyMap<string, string> {
  return new Map(
    maps.flatMap((value) => {
      const map = value && resolved(value);
      if (map?.kind !== 'map') return [];
      return mergedPairs(map).flatMap(({ key, value: own }): (readonly [string, string])[] => {
        const node = resolved(own);
        const written =
          node?.kind === 'map' ? mergedPairs(node).find((pair) => pair.key.value === 'value')?.value : own;
        const text = written && textOf(written);
        return text === undefined ? [] : [[key.value, text]];
      });
    }),
  );
}
