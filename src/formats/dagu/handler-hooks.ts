import type { HandlerMark } from '../../model/mark.js';
import type { HandlerPlan } from '../../model/plan.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlMap, YamlPair, YamlScalar } from '../../text/yaml-node.js';
import { fingerprint, fingerprintWithout, printedFingerprint } from '../yaml-steps/fingerprint.js';
import { contentDigest, endLine, markAbove, markInDescription, readMark } from '../yaml-steps/mark.js';
import { wholeHandler } from './base-handler.js';
import type { Dialect } from './dialect.js';
import type { DaguDocument } from './document.js';
import { fieldOf, fieldValue, isOneOf } from './fields.js';
import { type HandlerKey, handlerKeys, handlerPair, handlersOf } from './handler-fields.js';
import { type HandlerHome, handlerHomes } from './handler-homes.js';
import { withoutReturnComments } from './handler-script.js';
import { plainItem, scriptInFront } from './merge-handler.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** Hooks found in a handler, and how they are in it. */
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

/**
 * Finds hooks in handlers by their marks, or else by what they say.
 * @param demanded what the rules put into the handlers of this document
 */
export function handlerHooks(
  text: string,
  document: DaguDocument,
  dag: number,
  demanded: readonly HandlerPlan[],
  dialect: Dialect,
): readonly HandlerHooks[] {
  const handlers = handlersOf(document);
  if (!handlers) return [];
  const surroundings = surroundingsOf(document, dialect);
  const present = handlerKeys.flatMap((key): readonly PresentHandler[] => {
    const pair = handlerPair(handlers.map, key);
    if (!pair) return [];
    const opening = handlers.pair.key.end;
    const place = { text, file: document.file, dag, key, handlers: handlers.map, opening };
    return [{ key, pair, place, marked: markedWhole(place, pair) }];
  });
  const marked = present.filter((one) => one.marked).map(({ key }) => key);
  const open = present.filter((one) => !one.marked);
  const homesWithout = (keys: readonly HandlerKey[]) =>
    handlerHomes(text, document, demanded, surroundings, new Set([...marked, ...keys])).homes;
  const wholes = demanded.length === 0 ? [] : demandedWholes(open, homesWithout, document, surroundings);
  const homes = homesWithout(wholes);
  return present.flatMap(({ key, pair, place, marked: found }): readonly HandlerHooks[] => {
    if (found) return [found];
    if (wholes.includes(key)) return [{ kind: 'whole', mark: undefined, pair }];
    const home = homes.find((one) => one.key === key);
    const step = asMap(pair.value);
    const command = step && ['command', 'run', 'script'].flatMap((name) => fieldOf(step, name) ?? [])[0];
    const part = command && partOf(place, command, home && frontTexts(home, surroundings));
    return part ? [part] : [];
  });
}

interface HandlerPlace {
  readonly text: string;
  readonly file: string;
  readonly dag: number;
  readonly key: HandlerKey;
  readonly handlers: YamlMap;
  /** Where the key of the handlers ends. */
  readonly opening: number;
}

interface PresentHandler {
  readonly key: HandlerKey;
  readonly pair: YamlPair;
  readonly place: HandlerPlace;
  /** Hooks that a mark shows. */
  readonly marked: HandlerHooks | undefined;
}

function markedWhole(place: HandlerPlace, pair: YamlPair): HandlerHooks | undefined {
  const { text, handlers, opening } = place;
  const described = describedWhole(place, pair);
  if (described || handlers.flow) return described;
  const before = handlers.pairs[handlers.pairs.indexOf(pair) - 1];
  const found = markAbove(text, pair.start, before ? Math.max(before.key.end, before.value.end) : opening);
  if (!found) return undefined;
  const intact = contentDigest(place.key, fingerprint(pair.value)) === found.digest;
  return { kind: 'whole', mark: handlerMark(place, found.rule, intact, found), pair };
}

function describedWhole(place: HandlerPlace, pair: YamlPair): HandlerHooks | undefined {
  const step = asMap(pair.value);
  const description = step && fieldValue(step, 'description');
  const found = description?.kind === 'scalar' ? markInDescription(description.value) : undefined;
  if (!found) return undefined;
  const intact = contentDigest(place.key, fingerprintWithout(step!, isOneOf('description'))) === found.digest;
  return { kind: 'whole', mark: handlerMark(place, found.rule, intact, description!), pair };
}

/**
 * Handlers without a mark that say just what the rules write where these handlers are not there: as many as do so together,
 * because hooks go to other handlers where one leaves no room, as a script of ours leaves none.
 */
function demandedWholes(
  open: readonly PresentHandler[],
  homesWithout: (keys: readonly HandlerKey[]) => readonly HandlerHome[],
  document: DaguDocument,
  surroundings: Surroundings,
): readonly HandlerKey[] {
  const isDemanded = ({ key, pair }: PresentHandler, homes: readonly HandlerHome[]) => {
    const home = homes.find((one) => one.key === key);
    return home !== undefined && saysWhat(home, pair, document, surroundings);
  };
  return (
    subsets(open).find((some) => {
      const homes = homesWithout(some.map(({ key }) => key));
      return some.every((one) => isDemanded(one, homes));
    }) ?? []
  ).map(({ key }) => key);
}

/** The largest first; a document has five handlers at most. */
function subsets<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  let all: Item[][] = [[]];
  for (const item of items) all = all.flatMap((some) => [some, [...some, item]]);
  return all.sort((a, b) => b.length - a.length);
}

function saysWhat(
  { key, hooks }: HandlerHome,
  pair: YamlPair,
  document: DaguDocument,
  surroundings: Surroundings,
): boolean {
  const demanded = (['v1', 'v2'] as const).map((dialect) =>
    printedFingerprint(wholeHandler(key, hooks, document, { ...surroundings, dialect })),
  );
  return demanded.includes(fingerprint(pair.value));
}

/** What is in front of a command where hooks were put there. */
interface FrontTexts {
  readonly item: string;
  readonly lines: string;
}

function frontTexts({ hooks, present }: HandlerHome, { oneLine }: Surroundings): FrontTexts {
  const windows = present?.spot.kind === 'text' && present.spot.windows;
  return { lines: scriptInFront({ hooks, oneLine }, windows), item: plainItem({ hooks, oneLine }) };
}

function partOf(
  place: HandlerPlace,
  { key, value }: YamlPair,
  demanded: FrontTexts | undefined,
): HandlerHooks | undefined {
  if (value.kind === 'sequence') {
    const first = value.items[0]?.value;
    if (first?.kind !== 'scalar') return undefined;
    const inside = markInItem(first.value);
    if (inside) {
      const same = contentDigest(place.key, inside.text) === inside.digest;
      return { kind: 'item', mark: handlerMark(place, inside.rule, same, first), list: value };
    }
    const found = value.flow ? undefined : markAbove(place.text, value.items[0]!.start, key.end);
    // Without a mark it is ours where it is in front of something else, which a list was made for.
    if (!found && (first.value !== demanded?.item || value.items.length === 1)) return undefined;
    const intact = found && contentDigest(place.key, first.value) === found.digest;
    return { kind: 'item', mark: found && handlerMark(place, found.rule, intact === true, found), list: value };
  }
  return value.kind === 'scalar' ? linesOf(place, value, demanded?.lines) : undefined;
}

/** A comment of the shell behind its command; earlier versions wrote it above. */
function markInItem(
  item: string,
): { readonly rule: string; readonly digest: string; readonly text: string } | undefined {
  const lines = item.split('\n');
  const above = readMark(lines[0]!);
  if (above) return { ...above, text: lines.slice(1).join('\n') };
  const at = item.lastIndexOf(' # ');
  const behind = at < 0 ? undefined : readMark(item.slice(at + 1));
  return behind && { ...behind, text: item.slice(0, at) };
}

function linesOf(place: HandlerPlace, command: YamlScalar, demanded: string | undefined): HandlerHooks | undefined {
  const lines = command.value.split('\n');
  const found = readMark(lines[0]!);
  if (found) {
    const end = lines.indexOf(endLine);
    const count = end < 0 ? 1 : end + 1;
    const written = lines.slice(1, Math.max(1, end)).join('\n');
    const isWindows = place.text.slice(command.start, command.end).includes('\r');
    const intact = contentDigest(place.key, isWindows ? withoutReturnComments(written) : written) === found.digest;
    return { kind: 'lines', mark: handlerMark(place, found.rule, intact, command), command, count };
  }
  if (demanded === undefined || !command.value.startsWith(`${demanded}\n`)) return undefined;
  return { kind: 'lines', mark: undefined, command, count: demanded.split('\n').length };
}

function handlerMark(
  { file, dag, key }: HandlerPlace,
  rules: string,
  intact: boolean,
  { start, end }: { readonly start: number; readonly end: number },
): HandlerMark {
  return { rules: rules.split(','), dag, handler: key, intact, span: { file, start, end } };
}
