import type { HookAnswer } from '../../model/event.js';

/** A hook that has nothing to say. */
export const noAnswer: HookAnswer = {
  decision: 'none',
  reason: undefined,
  stop: undefined,
  update: undefined,
  additionalContext: undefined,
  systemMessage: undefined,
  specific: {},
  result: undefined,
  failure: undefined,
};
