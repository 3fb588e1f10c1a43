import { asMap, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap } from '../../text/yaml-node.js';

/** The text of a field, whatever its type. */
export function fieldText(map: YamlMap | undefined, key: string): string | undefined {
  return map && textOf(pairOf(map, key)?.value);
}

/** The variables that a mapping sets in its `env`, as written. */
export function readEnvironment(map: YamlMap | undefined): ReadonlyMap<string, string> {
  const env = map && asMap(pairOf(map, 'env')?.value);
  return new Map(
    env?.pairs.flatMap(({ key, value }) => {
      const text = textOf(value);
      return text === undefined ? [] : [[key.value, text] as const];
    }),
  );
}

/** A condition as written, without the signs of an expression around it. */
export function conditionOf(map: YamlMap | undefined): string | undefined {
  const text = fieldText(map, 'if')?.trim();
  return text === undefined ? undefined : (/^\$\{\{((?:(?!\}\}).)*)\}\}$/s.exec(text)?.[1] ?? text).trim();
}
