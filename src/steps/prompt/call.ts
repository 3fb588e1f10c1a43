import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall, promptValues } from '../command-call.js';
import { cacheFields, modelChecks, modelFields, onePrompt, onePromptMessage, promptFields } from '../fields.js';
import { promptStepFlags } from '../model-fields.js';
import { cacheValues, modelValues } from '../model-values.js';
import type { StepType } from '../step-type.js';

const fields = z
  .strictObject({ ...promptFields, ...modelFields, ...cacheFields })
  .check(z.refine(onePrompt, { error: onePromptMessage }), ...modelChecks);

/** One question that a model answers with yes or no. */
export const prompt: StepType<z.infer<typeof fields>> = {
  name: 'prompt',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: true,
  call(config, context) {
    const values = {
      ...modelValues(config, context.binder),
      ...cacheValues(config, context.binder),
      ...promptValues(config, context.binder),
    };
    return commandCall('prompt', promptStepFlags, values, context);
  },
};
