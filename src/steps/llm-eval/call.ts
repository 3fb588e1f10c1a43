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
      const { binder } = context;
      const { min_score, fail_on_threshold } = config;
      return commandCall(
        'llm_eval',
        llmEvalFields,
        context,
        modelValues(config, binder),
        { min_score, fail_on_threshold: fail_on_threshold === false ? false : undefined },
        cacheValues(config, binder),
        promptValues(config, binder),
      );
    },
  },
  modelRules,
);
