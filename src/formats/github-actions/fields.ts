import { asMap, asSequence, pairOf, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { mayRunBehindFailure } from './condition-text.js';

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

/** The value of an `if`. */
export function conditionNode(map: YamlMap | undefined): YamlNode | undefined {
  return map && pairOf(map, 'if')?.value;
}

/** The steps of a job, or those that a step runs side by side. */
export function stepsOf(map: YamlMap | undefined, key: 'steps' | 'parallel'): readonly YamlMap[] {
  const steps = asSequence(map && pairOf(map, key)?.value)?.items ?? [];
  return steps.flatMap(({ value }) => asMap(value) ?? []);
}

/** Does the condition of a job or step, or of one that the step runs, let it run behind a failure? */
export function passesFailure(map: YamlMap | undefined): boolean {
  return passerIn(map) !== undefined;
}

/** What has that condition: the job or step itself, or one that the step runs. */
export function passerIn(map: YamlMap | undefined): YamlMap | undefined {
  const condition = conditionOf(map);
  if (condition !== undefined && mayRunBehindFailure(condition)) return map;
  return stepsOf(map, 'parallel').find(passesFailure);
}
