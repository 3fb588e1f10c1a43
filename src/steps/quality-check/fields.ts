import { placeFields, runFields, subjectFields, thresholdFields } from '../common-fields.js';
import { defineFields } from '../fields.js';
import { number, text } from '../flags.js';

export const qualityCheckFields = defineFields({
  ...subjectFields,
  score: { result: (is) => is.maybeNumber() },
  min_score: {
    config: (is) => is.optional(is.number()),
    flag: number('the lowest score that passes'),
    result: (is) => is.optional(is.number()),
  },
  ...thresholdFields,
  score_path: {
    config: (is) => is.optional(is.jsonPath()),
    flag: text('JSONPath (RFC 9535) to the score in JSON output'),
  },
  score_extraction: {
    config: (is) =>
      is.optional(
        is.discriminatedUnion('type', [
          is.strictObject({ type: is.literal('json_path'), path: is.jsonPath() }),
          is.strictObject({ type: is.literal('regex'), pattern: is.expression() }),
          is.strictObject({
            type: is.literal('exit_code'),
            success_score: is.optional(is.number()),
            failure_score: is.optional(is.number()),
          }),
        ]),
      ),
  },
  extraction_method: { result: (is) => is.optional(is.oneOf(['json_path', 'regex', 'exit_code'])) },
  score_source: { result: (is) => is.maybeText() },
  score_regex: { flag: text('regular expression; its first group is the score') },
  score_file: {
    config: (is) => is.optional(is.filledText()),
    flag: text('a file that the command writes, to read instead of its output'),
  },
  success_score: { flag: number('the score of exit code 0, where the exit code is the score') },
  failure_score: { flag: number('the score of any other exit code') },
  ...placeFields,
  ...runFields,
  command: {
    config: (is) => is.filledText(),
    flag: text('shell text whose output holds the score'),
    result: (is) => is.maybeText(),
  },
  exit_code: { result: (is) => is.maybeNumber() },
  raw_output: { result: (is) => is.maybeText() },
  stderr: { result: (is) => is.maybeText() },
});
