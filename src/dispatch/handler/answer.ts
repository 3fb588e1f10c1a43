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
  metadata: undefined,
  result: undefined,
  failure: undefined,
};
