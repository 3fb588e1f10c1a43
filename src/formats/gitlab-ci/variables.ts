import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlNode } from '../../text/yaml-node.js';
import { valueReferredTo } from './commands.js';
import type { PipelineDocument } from './document.js';
import { mergedPairs } from './merged.js';

/** Variables as they are written, by name; the last mapping wins. */
export function readVariables(
  maps: readonly (YamlNode | undefined)[],
  document: PipelineDocument,
  text: string,
): ReadonlyMap<string, string> {
  const followed = (value: YamlNode) => valueReferredTo(value, document, text);
  return new Map(
    maps.flatMap((value) => {
      const map = value && resolved(followed(value));
      if (map?.kind !== 'map') return [];
      return mergedPairs(map).flatMap(({ key, value: own }): (readonly [string, string])[] => {
        const node = resolved(followed(own));
        const written =
          node?.kind === 'map' ? mergedPairs(node).find((pair) => pair.key.value === 'value')?.value : own;
        const said = written && textOf(followed(written));
        return said === undefined ? [] : [[key.value, said]];
      });
    }),
  );
}
