import { mergedInOrder, pairOf, present, textOf as textOfNode, type Value } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode, YamlPair } from '../../text/yaml-node.js';
import { isOneOf as isOneOfFields, type StepSpelling } from '../yaml-steps/step-list.js';
import type { Dialect } from './dialect.js';

/** The pair of a key; 1.x takes keys in any case, so another spelling is found where the exact one is missing. */
export function fieldOf(map: YamlMap, key: string): YamlPair | undefined {
  const { pairs } = map;
  if (pairs.length > manyPairs) return pairOf(map, key) ?? pairs.find((pair) => isKey(pair.key.value, key));
  let other: YamlPair | undefined;
  for (let index = pairs.length - 1; index >= 0; index -= 1) {
    const written = pairs[index]!.key.value;
    if (written.length !== key.length) continue;
    if (written === key) return pairs[index];
    if (isKey(written, key)) other = pairs[index];
  }
  return other;
}

/** From here on, looking a key up in an index is quicker than looking at each. */
const manyPairs = 16;

/** The value of a key, aliases and merge keys followed; `undefined` where it is missing or null. */
export function fieldValue(map: YamlMap, key: string): Value | undefined {
  return readValue(fieldOf(map, key)?.value);
}

/** A value as the engine reads it, aliases and merge keys followed; `undefined` where it is missing or null. */
export function readValue(node: YamlNode | undefined): Value | undefined {
  const value = present(node);
  return value?.kind === 'map' ? withMerged(value) : value;
}

/** The value of a key where it is a scalar, as text. */
export function textOf(map: YamlMap, key: string): string | undefined {
  return textOfNode(fieldOf(map, key)?.value);
}

/** The same map with the pairs that merge keys bring into it: both engines take these for its own, and of equal keys the last. */
export function withMerged(map: YamlMap): YamlMap {
  return map.pairs.some(({ key }) => key.value === '<<') ? { ...map, pairs: mergedInOrder(map, 'last') } : map;
}

/** The same of a value that is a map, aliases followed. */
export function mapOf(node: YamlNode | undefined): YamlMap | undefined {
  const value = readValue(node);
  return value?.kind === 'map' ? value : undefined;
}

/** Is a key, in whatever case, that of a field? Most keys differ in length, which is reported without making a new string. */
export function isKey(written: string, key: string): boolean {
  return written.length === key.length && written.toLowerCase() === key.toLowerCase();
}

/** How a dialect spells what steps of all formats have. */
export function spellingOf(dialect: Dialect): StepSpelling {
  return dialect === 'v2' ? ofV2 : ofV1;
}

const ofV1: StepSpelling = {
  name: 'name',
  needs: 'depends',
  description: 'description',
  commands: ['command', 'run'],
  isKey,
  fieldOf,
};
const ofV2: StepSpelling = { ...ofV1, commands: ['run', 'command'] };

/** Tells keys, in whatever case, that are among these. */
export function isOneOf(...keys: readonly string[]): (written: string) => boolean {
  return isOneOfFields(keys, ofV1);
}
