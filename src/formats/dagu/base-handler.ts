import type { Field, PrintedValue } from '../../text/print-yaml.js';
import { resolved, textOf } from '../../text/yaml-access.js';
import type { YamlNode, YamlPair } from '../../text/yaml-node.js';
import type { KnownBase } from './base-config.js';
import type { DaguDocument } from './document.js';
import { fieldOf, isKey, mapOf } from './fields.js';
import { type HandlerKey, handlerPair } from './handler-fields.js';
import { type HandlerHook, handlerScript } from './handler-script.js';
import { type MergeSpot, mergeSpot, plainItem, scriptInFront } from './merge-handler.js';
import type { Surroundings } from './surroundings.js';

/**
 * A handler of the base configuration. The engine mixes it field by field with that of a workflow for the same event, of which
 * each field counts that it has.
 */
export interface BaseHandler {
  readonly pair: YamlPair;
  readonly file: string;
  /** How its command can be copied behind hooks, or why it cannot be. */
  readonly spot: MergeSpot | string;
}

export function baseHandler(base: KnownBase, key: HandlerKey, surroundings: Surroundings): BaseHandler | undefined {
  if (base === undefined || base === 'none') return undefined;
  const handlers = mapOf((fieldOf(base.root, 'handlerOn') ?? fieldOf(base.root, 'handler_on'))?.value);
  const pair = handlers && handlerPair(handlers, key);
  if (!pair || (pair.value.kind === 'scalar' && pair.value.type === 'null')) return undefined;
  const spot = mergeSpot(base.text, pair, surroundings);
  if (
    typeof spot === 'object' &&
    spot.kind === 'list' &&
    spot.list.items.some(({ value }) => textOf(value) === undefined)
  )
    return { pair, file: base.file, spot: 'its commands are no texts' };
  const lost = typeof spot === 'string' ? undefined : otherPairs(pair, spot).find(({ value }) => !printed(value));
  return { pair, file: base.file, spot: lost ? `its \`${lost.key.value}\` is written in an unusual way` : spot };
}

/** Hooks, and behind them what the handler of the base configuration does, as one handler. */
function fieldsWithBase(
  { pair, spot }: { readonly pair: YamlPair; readonly spot: MergeSpot },
  hooks: readonly HandlerHook[],
  surroundings: Surroundings,
): readonly Field[] {
  const others = otherPairs(pair, spot).map(({ key, value }): Field => ({ key: key.value, value: printed(value)! }));
  return [{ key: spot.command.key.value, value: commandBehind(spot, hooks, surroundings) }, ...others];
}

/** In the same form: a script beside a list of commands, each from one of the two, runs neither. */
function commandBehind(
  spot: MergeSpot,
  hooks: readonly HandlerHook[],
  { oneLine, dialect }: Pick<Surroundings, 'oneLine' | 'dialect'>,
): PrintedValue {
  if (spot.kind === 'text' && !isScript(spot, dialect)) return [plainItem({ hooks, oneLine }), spot.text.value.trim()];
  if (spot.kind === 'text') return `${scriptInFront({ hooks, oneLine }, false)}\n${spot.text.value}`;
  const commands = spot.kind === 'line' ? [spot.line] : spot.list.items.map(({ value }) => value);
  return [plainItem({ hooks, oneLine }), ...commands.map((command) => textOf(command) ?? '')];
}

/** A block of one line is a command, but in 2.x where it ends in a line break. */
function isScript({ command, text }: Extract<MergeSpot, { kind: 'text' }>, dialect: Surroundings['dialect']): boolean {
  const { value } = text;
  return isKey(command.key.value, 'script') || (dialect === 'v1' ? value.trim() : value).includes('\n');
}

/** What says how the command runs. Its name means nothing, and handlers ignore what a step says about order and failures. */
function otherPairs({ value }: YamlPair, { command }: MergeSpot): readonly YamlPair[] {
  const counts = ({ key }: YamlPair) => ['env', 'shell', 'with'].some((name) => isKey(key.value, name));
  return value.kind === 'map' ? value.pairs.filter((pair) => pair.key !== command.key && counts(pair)) : [];
}

function printed(node: YamlNode): PrintedValue | undefined {
  const value = resolved(node);
  if (value?.kind === 'scalar') return value.value;
  if (value?.kind === 'map') {
    const fields = value.pairs.map((pair) => ({ key: pair.key.value, value: printed(pair.value) }));
    return fields.every((field): field is Field => field.value !== undefined) ? { fields } : undefined;
  }
  const items = value?.items.flatMap((item) => settings(resolved(item.value)) ?? [undefined]);
  return items?.every((item) => item !== undefined) ? items : undefined;
}

/** An entry of a list of variables may be a mapping. */
function settings(item: YamlNode | undefined): readonly (string | undefined)[] | undefined {
  if (item?.kind === 'scalar') return [item.value];
  if (item?.kind !== 'map') return undefined;
  return item.pairs.map(({ key, value }) => {
    const text = textOf(value);
    return text === undefined ? undefined : `${key.value}=${text}`;
  });
}

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
