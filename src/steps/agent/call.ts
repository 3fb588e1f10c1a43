import * as z from 'zod/mini';
import { agentTools } from '../../model/model-runner.js';
import { checkedBy } from '../check.js';
import { commandCall, promptValues } from '../command-call.js';
import { modelChecks, modelFields, onePrompt, onePromptMessage, promptFields } from '../fields.js';
import { agentFlags } from '../model-fields.js';
import { modelValues } from '../model-values.js';
import type { StepType } from '../step-type.js';

const fields = z
  .strictObject({
    ...promptFields,
    ...modelFields,
    allowed_tools: z.optional(z.array(z.enum(agentTools)).check(z.minLength(1))),
    max_turns: z.optional(z.int().check(z.gte(1), z.lte(100))),
  })
  .check(z.refine(onePrompt, { error: onePromptMessage }), ...modelChecks);

/** A question that a model answers with yes or no after it has looked around. */
export const agent: StepType<z.infer<typeof fields>> = {
  name: 'agent',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: true,
  call(config, context) {
    const values = {
      ...modelValues(config, context.binder),
      allowed_tool: config.allowed_tools,
      max_turns: config.max_turns,
      ...promptValues(config, context.binder),
    };
    return commandCall('agent', agentFlags, values, context);
  },
};
