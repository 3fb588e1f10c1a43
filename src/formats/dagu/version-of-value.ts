import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlMap, YamlNode } from '../../text/yaml-node.js';
import { fieldOf, fieldValue } from './fields.js';

/**
 * Which version alone reads a key of a step with that value, where both know the key.
 * @param ownTypes types of steps that the document itself defines
 * @param isInner is the step a handler, or in a loop? There 2.x takes `parallel` beside `run`, or the loop shows the version.
 */
export function dialectOfStepValue(
  { key, value }: { readonly key: string; readonly value: YamlNode },
  step: YamlMap,
  ownTypes: YamlMap | undefined,
  isInner: boolean,
): 'v1' | 'v2' | undefined {
  if ((key === 'stdout' || key === 'stderr') && resolved(value)?.kind === 'map') return 'v2';
  // 2.x has no such type, so that a document may define one.
  if (key === 'type' && textOf(value) === 'hitl' && !(ownTypes && fieldValue(ownTypes, 'hitl'))) return 'v1';
  // In 1.x `run` names a DAG, and the keys beside it say how it is called; in 2.x it is a command.
  return key === 'run' && besideCall(step, isInner) ? 'v1' : undefined;
}

/** The same in words: one that is a command in the other version is named with what makes it a call. */
export function keyInWords(key: string, path: string, step: YamlMap, isInner: boolean): string {
  const beside = key === 'run' ? besideCall(step, isInner) : undefined;
  return beside ? `\`${path}\` with \`${beside}\`` : `\`${path}\``;
}

function besideCall(step: YamlMap, isInner: boolean): string | undefined {
  const keys = isInner ? ['params'] : ['params', 'parallel'];
  return keys.find((key) => fieldOf(step, key));
}
