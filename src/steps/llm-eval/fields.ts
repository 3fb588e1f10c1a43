import { defineFields } from '../fields.js';
import { flag, number } from '../flags.js';
import { cacheFields, modelFields, promptFields } from '../model-fields.js';

export const llmEvalFields = defineFields({
  ...modelFields,
  output_format: { config: (is) => is.optional(is.literal('score_and_summary')) },
  score: { result: (is) => is.maybeNumber() },
  summary: { result: (is) => is.maybeText() },
  min_score: {
    config: (is) => is.optional(is.share()),
    flag: number('the lowest score that passes'),
    result: (is) => is.optional(is.number()),
  },
  passed: { result: (is) => is.maybeFlag() },
  fail_on_threshold: {
    config: (is) => is.optional(is.boolean()),
    flag: flag('switch', 'fail the step where the score is lower (the default); --no-… only reports it'),
  },
  ...cacheFields,
  ...promptFields,
});
