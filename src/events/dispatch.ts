import type { EventAnswer, EventContext, EventHook, HookRun } from '../model/event.js';
import { runHandler } from '../runtime/handler/run-handler.js';
import type { Surroundings } from '../runtime/handler/surroundings.js';
import { mergeAnswers } from './merge.js';

/** A hook of an event, and why it does not run this time: its matcher, its scope, an earlier one that is the same. */
export interface Candidate {
  readonly hook: EventHook;
  /** In words that end the sentence "it does not run, because"; `undefined` where it runs. */
  readonly missed: string | undefined;
  /** The matcher that nobody could wait for, so that the hook runs. */
  readonly lateMatcher?: string | undefined;
}

/** Runs the hooks that met the event, side by side, and gives their one answer; not those that nobody waits for. Never rejects. */
export async function dispatch(
  event: string,
  context: EventContext,
  candidates: readonly Candidate[],
  surroundings: Surroundings,
): Promise<EventAnswer> {
  const awaited = candidates.filter(({ hook, missed }) => missed === undefined && !hook.unheard);
  const waiting = awaited.map(({ hook }, index) => ({ hook, index }));
  const runs: HookRun[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      runs[next.index] = await runHandler(next.hook, event, context, surroundings);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, waiting.length) }, work));
  return mergeAnswers(event, context, runs);
}

/** More than this many processes at once would only be in each other's way. */
const AT_ONCE = 16;
