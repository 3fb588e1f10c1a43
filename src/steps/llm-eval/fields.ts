import { cacheFields, modelFields, promptFields, thresholdFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { number } from '../flags.js';

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
  ...thresholdFields,
  ...cacheFields,
  ...promptFields,
});
