import type { HandlerMark } from '../../model/mark.js';
import type { HandlerPlan } from '../../model/plan.js';
import { asMap } from '../../text/yaml-access.js';
import type { YamlItem, YamlMap, YamlPair, YamlScalar, YamlSequence } from '../../text/yaml-node.js';
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
export type HandlerHooks = { readonly pair: YamlPair; readonly mark: HandlerMark | undefined } & (
  | { readonly kind: 'whole' }
  | HooksInFront
);

/** Hooks before a command of its own, and how often. */
type HooksInFront = { readonly mark: HandlerMark | undefined; readonly times: number } & (
  | {
      readonly kind: 'items';
      readonly list: YamlSequence;
      /** Where each of the first items starts, from its mark on if that is above it. */
      readonly starts: readonly number[];
    }
  /** The first lines of a command. */
  | { readonly kind: 'lines'; readonly command: YamlScalar; readonly count: number }
);

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
    const front = command && partOf(place, command, home && frontTexts(home, surroundings));
    if (!front) return [];
    const isAll = front.kind === 'lines' && home && saysWhat(home, pairBehind(pair, front), document, surroundings);
    return [isAll ? { kind: 'whole', mark: front.mark, pair } : { ...front, pair }];
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

/** A handler as it is without the first lines of its command. */
function pairBehind(
  pair: YamlPair,
  { command, count }: { readonly command: YamlScalar; readonly count: number },
): YamlPair {
  const step = asMap(pair.value)!;
  const value = { ...command, value: command.value.split('\n').slice(count).join('\n') };
  const pairs = step.pairs.map((one) => (one.value === command ? { ...one, value } : one));
  return { ...pair, value: { ...step, pairs } };
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

/** Hooks may be there more than once, as where two versions of a file were put together: what says the same is the same. */
function partOf(
  place: HandlerPlace,
  { key, value }: YamlPair,
  demanded: FrontTexts | undefined,
): HooksInFront | undefined {
  if (value.kind === 'scalar') return linesOf(place, value, demanded?.lines);
  if (value.kind !== 'sequence') return undefined;
  const found: FoundHooks[] = [];
  for (const [index, item] of value.items.entries()) {
    const floor = index === 0 ? key.end : value.items[index - 1]!.value.end;
    const isLast = index === value.items.length - 1;
    // Without a mark it is ours where it is in front of something else, which a list was made for.
    const one = hooksOfItem(place, item, value.flow ? undefined : floor, isLast ? undefined : demanded?.item);
    if (!one) break;
    found.push(one);
  }
  const starts = found.map(({ start }) => start);
  if (found.length === 0) return undefined;
  return { kind: 'items', mark: markOfAll(found), times: found.length, list: value, starts };
}

/** Hooks in front of a command, once. */
interface FoundHooks {
  readonly mark: HandlerMark | undefined;
  readonly start: number;
}

/** @param floor a mark may be above the item, behind this; `undefined` where none can be */
function hooksOfItem(
  place: HandlerPlace,
  { start, value }: YamlItem,
  floor: number | undefined,
  demanded: string | undefined,
): FoundHooks | undefined {
  if (value.kind !== 'scalar') return undefined;
  const inside = markInItem(value.value);
  if (inside) {
    const intact = contentDigest(place.key, inside.text) === inside.digest;
    return { mark: handlerMark(place, inside.rule, intact, value), start };
  }
  const found = floor === undefined ? undefined : markAbove(place.text, start, floor);
  if (!found) return value.value === demanded ? { mark: undefined, start } : undefined;
  const intact = contentDigest(place.key, value.value) === found.digest;
  return { mark: handlerMark(place, found.rule, intact, found), start: found.start };
}

/** The first mark, which also answers for edits below the others. */
function markOfAll(found: readonly Pick<FoundHooks, 'mark'>[]): HandlerMark | undefined {
  const marks = found.flatMap(({ mark }) => mark ?? []);
  return marks.find(({ intact }) => !intact) ?? marks[0];
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

function linesOf(place: HandlerPlace, command: YamlScalar, demanded: string | undefined): HooksInFront | undefined {
  const lines = command.value.split('\n');
  const wanted = demanded?.split('\n');
  const lastFilled = lines.findLastIndex((line) => line.trim() !== '');
  const marks: Pick<FoundHooks, 'mark'>[] = [];
  let count = 0;
  for (;;) {
    const marked = markedLines(place, command, lines, count);
    // As in a list, without a mark they are in front of something else.
    const isDemanded =
      wanted && count + wanted.length <= lastFilled && wanted.every((line, at) => lines[count + at] === line);
    if (!marked && !isDemanded) break;
    marks.push({ mark: marked?.mark });
    count += marked?.count ?? wanted!.length;
  }
  return count > 0 ? { kind: 'lines', mark: markOfAll(marks), command, count, times: marks.length } : undefined;
}

/** Hooks with a mark, from a line on. */
function markedLines(
  place: HandlerPlace,
  command: YamlScalar,
  lines: readonly string[],
  from: number,
): { readonly mark: HandlerMark; readonly count: number } | undefined {
  const found = readMark(lines[from] ?? '');
  if (!found) return undefined;
  const end = lines.indexOf(endLine, from);
  const written = lines.slice(from + 1, Math.max(from + 1, end)).join('\n');
  const isWindows = place.text.slice(command.start, command.end).includes('\r');
  const intact = contentDigest(place.key, isWindows ? withoutReturnComments(written) : written) === found.digest;
  return { mark: handlerMark(place, found.rule, intact, command), count: end < 0 ? 1 : end + 1 - from };
}

function handlerMark(
  { file, dag, key }: HandlerPlace,
  rules: string,
  intact: boolean,
  { start, end }: { readonly start: number; readonly end: number },
): HandlerMark {
  return { rules: rules.split(','), dag, handler: key, intact, span: { file, start, end } };
}
