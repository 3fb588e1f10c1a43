import { decisionFields, modelFields, promptFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { flag, number } from '../flags.js';

export const agentFields = defineFields({
  ...modelFields,
  allowed_tools: { config: (is) => is.optional(is.filled(is.oneOf(is.agentTools))) },
  allowed_tool: { flag: flag('list', 'a tool that the agent may use: read, glob, grep') },
  max_turns: {
    config: (is) => is.optional(is.wholeNumber(1, 100)),
    flag: number('turns that the agent may take'),
  },
  ...decisionFields,
  turns: { result: (is) => is.maybeNumber() },
  tokens: { result: (is) => is.maybeNumber() },
  ...promptFields,
});
