import type { HandlerPlan } from '../../model/plan.js';
import type { HandlerEvent } from '../../model/rule.js';
import type { Field } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { fieldOf } from './fields.js';
import { type HandlerHook, handlerScript } from './handler-script.js';
import type { Surroundings } from './surroundings.js';

/** The handlers that hooks may go to, in the order in which the engine runs them; of the first three, one runs. */
export const handlerKeys = ['success', 'failure', 'abort', 'exit'] as const;
export type HandlerKey = (typeof handlerKeys)[number];

/** The handler that the engine has for an event. */
export function eventKey({ event }: Pick<HandlerPlan, 'event'>): HandlerKey {
  return keyOfEvent[event];
}

const keyOfEvent: Readonly<Record<HandlerEvent, HandlerKey>> = { failure: 'failure', abort: 'abort', always: 'exit' };

/** A handler that is there; 1.x also takes `cancel`, instead of `abort`. */
export function handlerPair(map: YamlMap, key: HandlerKey): YamlPair | undefined {
  return fieldOf(map, key) ?? (key === 'abort' ? fieldOf(map, 'cancel') : undefined);
}

/** A handler that only hooks fill, as fields. What 2.x sets for all steps holds for handlers as well. */
export function handlerFields(hooks: readonly HandlerHook[], surroundings: Surroundings): readonly Field[] {
  const { dialect, oneLine, defaults } = surroundings;
  return [
    { key: dialect === 'v1' ? 'command' : 'run', value: handlerScript(hooks, oneLine) },
    ...(defaults.has('timeout_sec') ? [{ key: 'timeout_sec', value: 0 }] : []),
  ];
}

/** How a mark names the rules that share a handler. */
export function rulesOf(hooks: readonly HandlerHook[]): string {
  return hooks.map(({ injection }) => injection.rule.id).join(',');
}
