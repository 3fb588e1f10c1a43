import type { HandlerMark } from '../../model/mark.js';
import type { HandlerPlan } from '../../model/plan.js';
import { handlerEvents } from '../../model/rule.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import type { DaguDocument } from './document.js';
import { fieldOf, fieldValue } from './fields.js';
import { fingerprint, fingerprintWithout, printedFingerprint } from './fingerprint.js';
import { eventKey, handlerPair } from './handler-fields.js';
import { handlerScript, scriptBeforeCommand } from './handler-script.js';
import { contentDigest, endLine, markAbove, markInDescription, readMark } from './mark.js';
import { surroundingsOf } from './surroundings.js';

/** Hooks found in a handler, and how they stand in it. */
export type HandlerHooks =
  | { readonly kind: 'whole'; readonly mark: HandlerMark | undefined; readonly pair: YamlPair }
  /** The first item of a list of commands. */
  | { readonly kind: 'item'; readonly mark: HandlerMark | undefined; readonly list: YamlPair['value'] }
  /** The first lines of a command. */
  | {
      readonly kind: 'lines';
      readonly mark: HandlerMark | undefined;
      readonly command: YamlScalar;
      readonly count: number;
    };

/** The mapping of handlers in a document. */
export function handlersOf(document: DaguDocument): { readonly pair: YamlPair; readonly map: YamlMap } | undefined {
  const pair = fieldOf(document.root, 'handlerOn') ?? fieldOf(document.root, 'handler_on');
  const map = pair && asMap(pair.value);
  return pair && map && map === pair.value ? { pair, map } : undefined;
}

/**
 * Finds hooks in handlers by their marks, or else by what they say.
 * @param demanded what the rules put into the handlers of this document
 */
export function handlerHooks(
  text: string,
  document: DaguDocument,
  dag: number,
  demanded: readonly HandlerPlan[],
): readonly HandlerHooks[] {
  const handlers = handlersOf(document);
  if (!handlers) return [];
  const { oneLine } = surroundingsOf(document, 'v1');
  return handlerEvents.flatMap((event): readonly HandlerHooks[] => {
    const pair = handlerPair(handlers.map, event);
    if (!pair) return [];
    const place: HandlerPlace = {
      text,
      file: document.file,
      dag,
      event,
      handlers: handlers.map,
      opening: handlers.pair.key.end,
    };
    const plan = demanded.find((one) => one.event === event);
    const found = markedWhole(place, pair) ?? (plan && demandedWhole(pair, handlerScript(plan, oneLine)));
    if (found) return [found];
    const step = asMap(pair.value);
    const command = step && (fieldOf(step, 'command') ?? fieldOf(step, 'run'));
    const part = command && partOf(place, command, plan && scriptBeforeCommand(plan, oneLine));
    return part ? [part] : [];
  });
}

interface HandlerPlace {
  readonly text: string;
  readonly file: string;
  readonly dag: number;
  readonly event: HandlerPlan['event'];
  readonly handlers: YamlMap;
  /** Where the key of the handlers ends. */
  readonly opening: number;
}

function markedWhole(place: HandlerPlace, pair: YamlPair): HandlerHooks | undefined {
  const { text, handlers, opening } = place;
  const described = describedWhole(place, pair);
  if (described || handlers.flow) return described;
  const before = handlers.pairs[handlers.pairs.indexOf(pair) - 1];
  const found = markAbove(text, pair.start, before ? Math.max(before.key.end, before.value.end) : opening);
  if (!found) return undefined;
  const intact = contentDigest(eventKey(place), fingerprint(pair.value)) === found.digest;
  return { kind: 'whole', mark: handlerMark(place, found.rule, intact, found), pair };
}

function describedWhole(place: HandlerPlace, pair: YamlPair): HandlerHooks | undefined {
  const step = asMap(pair.value);
  const description = step && fieldValue(step, 'description');
  const found = description?.kind === 'scalar' ? markInDescription(description.value) : undefined;
  if (!found) return undefined;
  const intact = contentDigest(eventKey(place), fingerprintWithout(step!, ['description'])) === found.digest;
  return { kind: 'whole', mark: handlerMark(place, found.rule, intact, description!), pair };
}

function demandedWhole(pair: YamlPair, script: string): HandlerHooks | undefined {
  const print = fingerprint(pair.value);
  const demanded = ['command', 'run'].map((key) => printedFingerprint([{ key, value: script }]));
  return demanded.includes(print) ? { kind: 'whole', mark: undefined, pair } : undefined;
}

function partOf(place: HandlerPlace, { key, value }: YamlPair, demanded: string | undefined): HandlerHooks | undefined {
  if (value.kind === 'sequence') {
    const first = value.items[0]?.value;
    if (first?.kind !== 'scalar') return undefined;
    const lines = first.value.split('\n');
    const inside = readMark(lines[0]!);
    if (inside) {
      const whole = lines.slice(1).join('\n');
      const same = contentDigest(eventKey(place), whole) === inside.digest;
      return { kind: 'item', mark: handlerMark(place, inside.rule, same, first), list: value };
    }
    const found = value.flow ? undefined : markAbove(place.text, value.items[0]!.start, key.end);
    if (!found && first.value !== demanded) return undefined;
    const intact = found && contentDigest(eventKey(place), first.value) === found.digest;
    return { kind: 'item', mark: found && handlerMark(place, found.rule, intact === true, found), list: value };
  }
  return value.kind === 'scalar' ? linesOf(place, value, demanded) : undefined;
}

function linesOf(place: HandlerPlace, command: YamlScalar, demanded: string | undefined): HandlerHooks | undefined {
  const lines = command.value.split('\n');
  const found = readMark(lines[0]!);
  if (found) {
    const end = lines.indexOf(endLine);
    const count = end < 0 ? 1 : end + 1;
    const intact = contentDigest(eventKey(place), lines.slice(1, Math.max(1, end)).join('\n')) === found.digest;
    return { kind: 'lines', mark: handlerMark(place, found.rule, intact, command), command, count };
  }
  if (demanded === undefined || !command.value.startsWith(`${demanded}\n`)) return undefined;
  return { kind: 'lines', mark: undefined, command, count: demanded.split('\n').length };
}

function handlerMark(
  { file, dag, event }: HandlerPlace,
  rules: string,
  intact: boolean,
  { start, end }: { readonly start: number; readonly end: number },
): HandlerMark {
  return { rules: rules.split(','), dag, event, intact, span: { file, start, end } };
}
