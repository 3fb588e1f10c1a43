import { agentDecisionShape, type DecisionAnswer, decisionShape } from '../answer-shapes.js';
import type { ModelStep } from './model-step.js';

/** A step whose answer is a decision. A denial blocks; no answer is no permission. */
export const decisionStep: ModelStep<DecisionAnswer> = {
  shape: decisionShape,
  fieldsOf: (answer) => ({ allowed: answer?.allowed ?? false, reason: answer?.reason ?? '' }),
  judge: ({ allowed, reason }) =>
    allowed ? { verdict: 'success' } : { verdict: 'blocked', error: `denied: ${reason || 'no reason was given'}` },
};

export const agentDecisionStep: ModelStep<DecisionAnswer> = { ...decisionStep, shape: agentDecisionShape };
