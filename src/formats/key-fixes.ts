import type { TextEdit } from '../model/source.js';
import { inQuotesOf } from '../text/unwrap.js';
import { pairOf } from '../text/yaml-access.js';
import type { YamlMap, YamlScalar } from '../text/yaml-node.js';

/**
 * Makes the fix of one misspelt key after another of a mapping. No key may come to be there twice: that would take away what the other
 * one says.
 * @param isThere is a key of the mapping written so already?
 */
export function keyFixes(
  map: YamlMap,
  file: string,
  isThere: (key: string) => boolean = (key) => pairOf(map, key) !== undefined,
): (key: YamlScalar, meant: string) => readonly TextEdit[] | undefined {
  const corrected = new Set<string>();
  return (key, meant) => {
    if (isThere(meant) || corrected.has(meant)) return undefined;
    corrected.add(meant);
    return [{ file, start: key.start, end: key.end, text: inQuotesOf(key, meant) }];
  };
}
