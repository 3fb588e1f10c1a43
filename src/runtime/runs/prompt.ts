import { promptStepFlags } from '../../steps/flags/llm.js';
import { decisionStep } from '../llm/step/decision.js';
import { runModelStep } from '../llm/step/model-step.js';
import { runnable } from '../run.js';

/** One question to a model that allows or denies. */
export const promptRun = runnable(promptStepFlags, 120, (flags, attempt) => runModelStep(flags, attempt, decisionStep));
