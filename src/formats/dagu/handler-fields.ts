import type { HandlerPlan } from '../../model/plan.js';
import type { Field } from '../../text/print-yaml.js';
import { handlerScript } from './handler-script.js';
import type { Surroundings } from './surroundings.js';

/** The key of a handler in `handlerOn`. */
export function eventKey({ event }: Pick<HandlerPlan, 'event'>): string {
  return event === 'always' ? 'exit' : 'failure';
}

/** A handler that only hooks fill, as fields. */
export function handlerFields(handler: HandlerPlan, { dialect, oneLine }: Surroundings): readonly Field[] {
  return [{ key: dialect === 'v1' ? 'command' : 'run', value: handlerScript(handler, oneLine) }];
}

/** How a mark names the rules that share a handler. */
export function rulesOf({ injections }: HandlerPlan): string {
  return injections.map(({ injection }) => injection.rule.id).join(',');
}
