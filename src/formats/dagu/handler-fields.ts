import type { HandlerNames } from '../../model/facts.js';
import type { HandlerPlan } from '../../model/plan.js';
import type { HandlerEvent } from '../../model/rule.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldOf } from './fields.js';
import type { HandlerHook } from './handler-script.js';

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

/** The mapping of handlers that is in the text of a document. */
export function handlersOf(document: DaguDocument): { readonly pair: YamlPair; readonly map: YamlMap } | undefined {
  const { root, written } = document;
  const pair = fieldOf(root, 'handlerOn') ?? fieldOf(root, 'handler_on');
  const map = pair && asMap(pair.value);
  return pair && map && map === pair.value && written.pairs.includes(pair) ? { pair, map } : undefined;
}

/** What people call a handler: as it is written, and as the engine shows it. */
export function handlerNames(written: string): HandlerNames {
  const key = written === 'cancel' ? 'abort' : written;
  const shown = [written, key].map((one) => `on${one.slice(0, 1).toUpperCase()}${one.slice(1)}`);
  const fields = ['handlerOn', 'handler_on'].map((field) => `${field}.${written}`);
  return { key, names: [...new Set([written, key, ...fields, ...shown])] };
}

/** How a mark names the rules that share a handler. */
export function rulesOf(hooks: readonly HandlerHook[]): string {
  return hooks.map(({ injection }) => injection.rule.id).join(',');
}
