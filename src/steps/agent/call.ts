import { commandCall } from '../command-call.js';
import { modelNeeds, modelRules, modelValues, promptValues } from '../model-call.js';
import { stepType } from '../step-type.js';
import { agentFields } from './fields.js';

/** A question that a model answers with yes or no after it has looked around. */
export const agent = stepType(
  'agent',
  agentFields,
  {
    boundedResult: true,
    asksModel: true,
    needs: (config) => modelNeeds(config, true),
    call(config, context) {
      const { binder } = context;
      return commandCall(
        'agent',
        agentFields,
        context,
        modelValues(config, binder),
        { allowed_tool: config.allowed_tools, max_turns: config.max_turns },
        promptValues(config, binder),
      );
    },
  },
  modelRules,
);
