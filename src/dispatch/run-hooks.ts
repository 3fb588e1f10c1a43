import type { EventAnswer, EventContext, EventHook, HookRun } from '../model/event.js';
import type { Surroundings } from './handler/handler.js';
import { runHandler } from './handler/run-handler.js';
import { mergeAnswers } from './merge.js';

/** A hook of an event, and why it does not run this time: its matcher, its scope, an earlier one that is the same. */
export interface Candidate {
  readonly hook: EventHook;
  /** In words that end the sentence "it does not run, because"; `undefined` where it runs. */
  readonly missed: string | undefined;
  /** The matcher that nobody could wait for, so that the hook runs. */
  readonly lateMatcher?: string | undefined;
}

/**
 * Runs the hooks that match the event, side by side, and gives their one answer; not those that nobody waits for. Never rejects.
 * @param limit seconds that hooks of settings have together
 */
export async function runHooks(
  event: string,
  context: EventContext,
  candidates: readonly Candidate[],
  surroundings: Surroundings,
  limit?: number,
): Promise<EventAnswer> {
  const awaited = candidates.filter(({ hook, missed }) => missed === undefined && !hook.unheard);
  const waiting = awaited.map(({ hook }, index) => ({ hook, index }));
  const runs: HookRun[] = [];
  const { host } = surroundings;
  const end = limit === undefined ? undefined : host.now() + limit * 1000;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      runs[next.index] = await runHandler(endingBy(end, next.hook, host.now()), event, context, surroundings);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work));
  return mergeAnswers(event, context, runs);
}

function endingBy(end: number | undefined, hook: EventHook, now: number): EventHook {
  if (end === undefined || hook.contract === 'registry') return hook;
  // In tenths, as a person reads it.
  const left = Math.ceil((end - now) / 100) / 10;
  if (left > 0) return left < hook.timeout ? { ...hook, timeout: left } : hook;
  return { ...hook, handler: { kind: 'unusable', reason: 'the time of all hooks was over before it could begin' } };
}

/** More than this many processes at once would only be in each other's way. */
const atOnce = 16;
