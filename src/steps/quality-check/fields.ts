import { contextFlags, placeFlags, policyFlags, reportFlags, subjectFlags } from '../common-fields.js';
import { flag, number, text } from '../flags.js';

export const qualityCheckFlags = {
  ...subjectFlags,
  min_score: number('the lowest score that passes'),
  fail_on_threshold: flag('switch', 'fail the step where the score is lower (the default); --no-… only reports it'),
  score_path: text('JSONPath (RFC 9535) to the score in JSON output'),
  score_regex: text('regular expression; its first group is the score'),
  score_file: text('a file that the command writes, to read instead of its output'),
  success_score: number('the score of exit code 0, where the exit code is the score'),
  failure_score: number('the score of any other exit code'),
  ...placeFlags,
  ...policyFlags,
  ...contextFlags,
  ...reportFlags,
  command: text('shell text whose output holds the score'),
} as const;
