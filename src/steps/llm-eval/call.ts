import { commandCall } from '../command-call.js';
import { cacheValues, modelNeeds, modelRules, modelValues, promptValues } from '../model-call.js';
import { stepType } from '../step-type.js';
import { llmEvalFields } from './fields.js';

/** A prompt that a model answers with a score and a summary. */
export const llmEval = stepType(
  'llm_eval',
  llmEvalFields,
  {
    boundedResult: true,
    asksModel: true,
    needs: (config) => modelNeeds(config),
    observes: ({ min_score, fail_on_threshold }) => min_score === undefined || fail_on_threshold === false,
    call(config, context) {
      const values = {
        ...modelValues(config, context.binder),
        min_score: config.min_score,
        fail_on_threshold: config.fail_on_threshold === false ? false : undefined,
        ...cacheValues(config, context.binder),
        ...promptValues(config, context.binder),
      };
      return commandCall('llm_eval', llmEvalFields, values, context);
    },
  },
  modelRules,
);
