import { commandCall } from '../command-call.js';
import { cacheValues, modelNeeds, modelRules, modelValues, promptValues } from '../model-call.js';
import { stepType } from '../step-type.js';
import { promptStepFields } from './fields.js';

/** One question that a model answers with yes or no. */
export const prompt = stepType(
  'prompt',
  promptStepFields,
  {
    boundedResult: true,
    asksModel: true,
    needs: (config) => modelNeeds(config),
    call(config, context) {
      const { binder } = context;
      return commandCall(
        'prompt',
        promptStepFields,
        context,
        modelValues(config, binder),
        cacheValues(config, binder),
        promptValues(config, binder),
      );
    },
  },
  modelRules,
);
