import { type HandlerPlace, type HandlerPlan, handlersByDag, type Injection } from '../../model/plan.js';
import type { HandlerEvent } from '../../model/rule.js';
import type { YamlPair } from '../../text/yaml-node.js';
import { baseHandler } from './base-handler.js';
import type { DaguDocument } from './document.js';
import { fieldValue } from './fields.js';
import { eventKey, type HandlerKey, handlerKeys, handlerNames, handlerPair, handlersOf } from './handler-fields.js';
import type { HandlerHook } from './handler-script.js';
import { type MergeSpot, mergeSpot } from './merge-handler.js';
import type { DaguWorkflow } from './read.js';
import { type Surroundings, surroundingsOf } from './surroundings.js';

/** A handler that hooks go into. */
export interface HandlerHome {
  readonly key: HandlerKey;
  readonly hooks: readonly HandlerHook[];
  /** The handler that is there already. */
  readonly present: { readonly pair: YamlPair; readonly spot: MergeSpot } | undefined;
  /** The command that it runs in the end is that of the base configuration. */
  readonly copies: boolean;
}

export interface HandlerHomes {
  readonly homes: readonly HandlerHome[];
  /** Hooks that go to other handlers than that of their event, because nothing can be put into that one. */
  readonly moved: readonly MovedHooks[];
  readonly refused: readonly ClosedHandler[];
}

interface ClosedHandler {
  readonly pair: YamlPair;
  readonly why: string;
  readonly file: string;
  /** It is in the base configuration. */
  readonly isBase: boolean;
}

export interface MovedHooks extends ClosedHandler {
  readonly to: readonly HandlerKey[];
  readonly injections: readonly Injection[];
}

/**
 * Each event has one handler, which is one step. Hooks for an event whose handler leaves no room for them go where they run as
 * well: `exit` runs after every end, and one of the other three runs before it.
 * @param without keys whose handlers in the document are taken as not there
 */
export function handlerHomes(
  text: string,
  document: DaguDocument,
  handlers: readonly HandlerPlan[],
  surroundings: Surroundings,
  without: ReadonlySet<HandlerKey> = new Set(),
): HandlerHomes {
  const slots = new Map(handlerKeys.map((key) => [key, slotOf(text, document, key, surroundings, without.has(key))]));
  const isOpen = (key: HandlerKey) => typeof slots.get(key)?.spot !== 'string';
  const hooks = new Map<HandlerKey, HandlerHook[]>(handlerKeys.map((key) => [key, []]));
  const moved: MovedHooks[] = [];
  const refused: ClosedHandler[] = [];
  for (const { event, injections } of handlers) {
    const own = eventKey({ event });
    const others = otherKeys(event, document);
    const to = isOpen(own) ? [own] : others.every(isOpen) ? others : [];
    const slot = slots.get(own);
    if (typeof slot?.spot === 'string') {
      const closed = { pair: slot.pair, file: slot.file, isBase: slot.isBase, why: slot.spot };
      if (to.length === 0) refused.push(closed);
      else moved.push({ ...closed, to, injections: injections.map(({ injection }) => injection) });
    }
    const after = to[0] === own || event === 'always' ? undefined : statuses[event];
    for (const key of to) hooks.get(key)!.push(...injections.map(({ injection }) => ({ injection, after })));
  }
  const homes = handlerKeys.flatMap((key): HandlerHome[] => {
    const slot = slots.get(key);
    const own = hooks.get(key)!;
    if (own.length === 0) return [];
    const spot = slot && !slot.isBase && typeof slot.spot === 'object' ? slot.spot : undefined;
    return [{ key, hooks: own, present: spot && { pair: slot!.pair, spot }, copies: slot?.isBase === true }];
  });
  return { homes, moved, refused };
}

/** The same for all documents of a workflow. */
export function handlerPlaces(
  { workflow, documents, version }: DaguWorkflow,
  handlers: readonly HandlerPlan[],
): readonly HandlerPlace[] {
  const texts = new Map(workflow.files.map(({ path, text }) => [path, text]));
  return [...handlersByDag(handlers)].flatMap(([dag, own]) => {
    const document = documents.at(dag)!;
    const surroundings = surroundingsOf(document, version.dialect);
    return handlerHomes(texts.get(document.file)!, document, own, surroundings).homes.map(
      ({ key, hooks, present, copies }) => ({
        dag,
        handler: key,
        names: handlerNames(key).names,
        injections: hooks.map(({ injection }) => injection),
        shared: present !== undefined || copies,
        mayReplace: present === undefined && document.base === undefined,
      }),
    );
  });
}

interface Slot extends Omit<ClosedHandler, 'why'> {
  /** Where hooks go in a handler that is there, or why they cannot. */
  readonly spot: MergeSpot | string;
}

function slotOf(
  text: string,
  document: DaguDocument,
  key: HandlerKey,
  surroundings: Surroundings,
  isAbsent: boolean,
): Slot | undefined {
  const handlers = isAbsent ? undefined : handlersOf(document)?.map;
  const pair = handlers && handlerPair(handlers, key);
  const inBase = baseHandler(document.base, key, surroundings);
  const closed = typeof inBase?.spot === 'string' ? `in the base configuration, ${inBase.spot}` : undefined;
  if (pair) return { pair, file: document.file, isBase: false, spot: closed ?? mergeSpot(text, pair, surroundings) };
  return inBase && { ...inBase, isBase: true };
}

/**
 * Where hooks of an event run as well, all of these together. Where 2.x tries a whole run again, it calls `exit` each time and
 * `failure` only once.
 */
function otherKeys(event: HandlerEvent, { root }: DaguDocument): readonly HandlerKey[] {
  if (event !== 'abort' && fieldValue(root, 'retry_policy')) return [];
  return event === 'always' ? ['success', 'failure', 'abort'] : ['exit'];
}

/** How the engine calls the ends of a run after which it calls the handler; after a refused approval it is that for a failure. */
const statuses: Readonly<Record<Exclude<HandlerEvent, 'always'>, readonly string[]>> = {
  failure: ['failed', 'rejected'],
  abort: ['aborted'],
};
