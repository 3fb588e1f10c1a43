import type { EventAnswer } from '../model/event.js';
import { mergeAnswers } from './merge.js';
import { mergeSpecific } from './merge-specific.js';

/** The answer where no hook could be asked. */
export function noHooksAnswer(event: string): Promise<EventAnswer> {
  return mergeAnswers(event, {}, []);
}

/** The same answer, but that it blocks; nothing that a hook allowed is left in it. */
export function denied(answer: EventAnswer, reason: string): EventAnswer {
  if (answer.decision === 'deny') return answer;
  const specific = mergeSpecific([answer], 'deny');
  return { ...answer, decision: 'deny', reason, updatedArguments: undefined, specific };
}
