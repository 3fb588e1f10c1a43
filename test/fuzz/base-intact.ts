import { isDeepStrictEqual } from 'node:util';
import { readIndependently } from './independent-yaml.js';

/**
 * Reads both texts by another reader than the product's and says what of the base is no longer there; `undefined` where all
 * is, and where that reader cannot read the base.
 */
export function baseIsIntact(input: string, output: string): string | undefined {
  const base = readIndependently(input)?.filter(isMap);
  if (!base) return undefined;
  const made = readIndependently(output)?.filter(isMap);
  if (!made) return 'another reader cannot read the output';
  if (made.length !== base.length) return 'another number of documents';
  return base.map((document, index) => lostOf(document, made[index]!)).find((lost) => lost !== undefined);
}

/** Do two texts say the same, but for how bare commands, missing needs and lists of one command are written? */
export function sameGraph(base: string, stripped: string): boolean {
  const [before, after] = [base, stripped].map((text) => readIndependently(text)?.filter(isNotEmpty).map(meaning));
  return before === undefined || isDeepStrictEqual(before, after);
}

function lostOf(base: Fields, made: Fields): string | undefined {
  for (const [key, value] of Object.entries(base)) {
    if (isStepsKey(key) || isHandlersKey(key)) continue;
    if (!isDeepStrictEqual(value, made[key])) return 'a key outside of the steps changed';
  }
  const added = Object.keys(made).filter((key) => !Object.hasOwn(base, key) && !isHandlersKey(key));
  if (added.length > 0) return 'a new key outside of the steps';
  const after = stepsOf(made).map(plainStep);
  const before = stepsOf(base)
    .map(plainStep)
    .filter((step) => !isHookOfRules(step, after));
  let at = 0;
  for (const step of after) if (at < before.length && isStill(before[at]!, step)) at += 1;
  return at === before.length ? undefined : 'a step changed or is gone';
}

/** A step that is called like a hook and says what the hook says is that hook without its mark: it goes where the hook goes. */
function isHookOfRules(step: Fields, after: readonly Fields[]): boolean {
  const saysTheSame = ({ description: _, ...rest }: Fields) => isDeepStrictEqual(step, rest);
  return String(step.name).startsWith('hook-') && after.some(saysTheSame);
}

type Fields = Readonly<Record<string, unknown>>;

function isHandlersKey(key: string): boolean {
  return /^handler_?on$/i.test(key);
}

function isStepsKey(key: string): boolean {
  return key.toLowerCase() === 'steps';
}

function stepsOf(document: Fields): readonly unknown[] {
  const steps = document[Object.keys(document).find(isStepsKey) ?? 'steps'];
  if (Array.isArray(steps)) return steps.flat();
  return isMap(steps) ? Object.entries(steps).map(([name, step]) => (isMap(step) ? { ...step, name } : step)) : [];
}

/** What a step says besides its needs and a name of blanks; a bare command is a step with that command. */
function plainStep(step: unknown): Fields {
  const fields = isMap(step) ? (withoutNeeds(step) as Fields) : { command: step };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([key, value]) => key !== 'name' || !isBlank(value))
      .map(([key, value]) => [key === 'run' && !('command' in fields) ? 'command' : key, value]),
  );
}

/** To both engines a name of blanks is no name. */
function isBlank(name: unknown): boolean {
  return name === null || name === undefined || (typeof name === 'string' && trimmed(name) === '');
}

/** At any depth, because an alias may repeat a step elsewhere. */
function withoutNeeds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNeeds);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key.toLowerCase() === 'depends' ? [] : [[key, withoutNeeds(inner)]],
    ),
  );
}

/** A step that had no name may have been given one. */
function isStill(before: Fields, after: Fields): boolean {
  const { name, ...rest } = after;
  const { name: nameBefore, ...restBefore } = before;
  return isDeepStrictEqual(restBefore, rest) && (!nameBefore || isDeepStrictEqual(nameBefore, name));
}

function meaning(document: unknown): unknown {
  if (!isMap(document)) return document;
  const names = namesById(document);
  const meaningOfStep = (step: unknown): unknown => {
    if (Array.isArray(step)) return step.map(meaningOfStep);
    const needs = needsOf(step).map((need) => names.get(need) ?? need);
    return { ...plainStep(step), ...(needs.length > 0 && { depends: [...new Set(needs)].sort() }) };
  };
  const meaningOfValue = (key: string, value: unknown): unknown => {
    // A handler waits for nothing: needs that it takes over from a step by an alias mean nothing.
    if (isHandlersKey(key)) return oneCommand(withoutNeeds(value));
    if (!isStepsKey(key)) return value;
    if (!isMap(value)) return Array.isArray(value) ? value.map(meaningOfStep) : value;
    return Object.entries(value).map(([name, step]) => [name, meaningOfStep(step)]);
  };
  return Object.fromEntries(Object.entries(document).map(([key, value]) => [key, meaningOfValue(key, value)]));
}

/** A list of one command is that command. */
function oneCommand(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1) return value[0];
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, oneCommand(inner)]));
}

/** A step is waited for by its id as well as by its name. */
function namesById(document: Fields): ReadonlyMap<string, string> {
  return new Map(
    stepsOf(document).flatMap((step) =>
      isMap(step) && step.id && !isBlank(step.name) ? [[trimmed(step.id), trimmed(step.name)] as const] : [],
    ),
  );
}

function needsOf(step: unknown): readonly string[] {
  const [, needs] = (isMap(step) && Object.entries(step).find(([key]) => key.toLowerCase() === 'depends')) || [];
  return (Array.isArray(needs) ? needs : needs === null || needs === undefined ? [] : [needs]).map(trimmed);
}

/** Engines written in Go take all white space of Unicode away around a name and an id. */
function trimmed(name: unknown): string {
  return String(name).replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

function isMap(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isNotEmpty(document: unknown): boolean {
  return document !== null && document !== undefined;
}
