import { decisionStep, runModelStep } from '../../runtime/llm/model-step.js';
import { runnable } from '../runnable.js';
import { promptStepFields } from './fields.js';

/** One question to a model that allows or denies. */
export const run = runnable(promptStepFields, 120, (flags, attempt) => runModelStep(flags, attempt, decisionStep));
