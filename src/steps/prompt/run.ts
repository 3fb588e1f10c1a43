import { decisionStep } from '../../runtime/llm/step/decision.js';
import { runModelStep } from '../../runtime/llm/step/model-step.js';
import { promptStepFlags } from '../model-fields.js';
import { runnable } from '../runnable.js';

/** One question to a model that allows or denies. */
export const run = runnable(promptStepFlags, 120, (flags, attempt) => runModelStep(flags, attempt, decisionStep));
