import type { Field } from '../../text/print-yaml.js';
import { baseHandler, fieldsWithBase } from './base-handler.js';
import type { DaguDocument } from './document.js';
import type { HandlerKey } from './handler-fields.js';
import { type HandlerHook, handlerScript } from './handler-script.js';
import type { Surroundings } from './surroundings.js';

/**
 * A handler that hooks add to a document, as fields. Its command counts instead of that of the base configuration, and so does
 * what that one does. What 2.x sets for all steps holds for handlers as well.
 */
export function wholeHandler(
  key: HandlerKey,
  hooks: readonly HandlerHook[],
  { base }: Pick<DaguDocument, 'base'>,
  surroundings: Surroundings,
): readonly Field[] {
  const { dialect, oneLine, defaults } = surroundings;
  const replaced = baseHandler(base, key, surroundings);
  const fields =
    replaced && typeof replaced.spot === 'object'
      ? fieldsWithBase({ pair: replaced.pair, spot: replaced.spot }, hooks, surroundings)
      : [{ key: dialect === 'v1' ? 'command' : 'run', value: handlerScript(hooks, oneLine) }];
  return [...fields, ...(defaults.has('timeout_sec') ? [{ key: 'timeout_sec', value: 0 }] : [])];
}
