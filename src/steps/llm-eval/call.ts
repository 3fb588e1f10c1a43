import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall, promptValues } from '../command-call.js';
import { cacheFields, modelChecks, modelFields, onePrompt, onePromptMessage, promptFields } from '../fields.js';
import { llmEvalFlags } from '../model-fields.js';
import { cacheValues, modelValues } from '../model-values.js';
import type { StepType } from '../step-type.js';

const fields = z
  .strictObject({
    ...promptFields,
    ...modelFields,
    ...cacheFields,
    output_format: z.optional(z.literal('score_and_summary')),
    min_score: z.optional(z.number().check(z.gte(0), z.lte(100))),
    fail_on_threshold: z.optional(z.boolean()),
  })
  .check(z.refine(onePrompt, { error: onePromptMessage }), ...modelChecks);

/** A prompt that a model answers with a score and a summary. */
export const llmEval: StepType<z.infer<typeof fields>> = {
  name: 'llm_eval',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: true,
  call(config, context) {
    const values = {
      ...modelValues(config, context.binder),
      min_score: config.min_score,
      fail_on_threshold: config.fail_on_threshold === false ? false : undefined,
      ...cacheValues(config, context.binder),
      ...promptValues(config, context.binder),
    };
    return commandCall('llm_eval', llmEvalFlags, values, context);
  },
};
