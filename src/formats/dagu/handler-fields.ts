import type { HandlerPlan } from '../../model/plan.js';
import type { HandlerEvent } from '../../model/rule.js';
import type { Field } from '../../text/print-yaml.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import { fieldOf } from './fields.js';
import { handlerScript } from './handler-script.js';
import type { Surroundings } from './surroundings.js';

/** The key of a handler in `handlerOn`. */
export function eventKey({ event }: Pick<HandlerPlan, 'event'>): string {
  return keysOf[event][0];
}

/** The handler that is there for an event. */
export function handlerPair(map: YamlMap, event: HandlerEvent): YamlPair | undefined {
  return keysOf[event].map((key) => fieldOf(map, key)).find((pair) => pair !== undefined);
}

/** The key to write, and what else a document may call it: 1.x also takes `cancel`, instead of `abort`. */
const keysOf: Readonly<Record<HandlerEvent, readonly [string, ...string[]]>> = {
  failure: ['failure'],
  abort: ['abort', 'cancel'],
  always: ['exit'],
};

export const handlerKeys: readonly string[] = Object.values(keysOf).flat();

/** A handler that only hooks fill, as fields. */
export function handlerFields(handler: HandlerPlan, { dialect, oneLine }: Surroundings): readonly Field[] {
  return [{ key: dialect === 'v1' ? 'command' : 'run', value: handlerScript(handler, oneLine) }];
}

/** How a mark names the rules that share a handler. */
export function rulesOf({ injections }: HandlerPlan): string {
  return injections.map(({ injection }) => injection.rule.id).join(',');
}
