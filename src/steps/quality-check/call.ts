import { commandCall, optionalText, pairsOf } from '../command-call.js';
import type { ConfigOf } from '../fields.js';
import { stepType } from '../step-type.js';
import { qualityCheckFields } from './fields.js';

/** A command whose output holds a score. */
export const qualityCheck = stepType(
  'quality_check',
  qualityCheckFields,
  {
    boundedResult: true,
    observes: ({ fail_on_threshold }) => fail_on_threshold === false,
    asksModel: false,
    call(config, context) {
      const { binder } = context;
      const values = {
        min_score: config.min_score,
        // The default is not written out.
        fail_on_threshold: config.fail_on_threshold === false ? false : undefined,
        ...extractionValues(config),
        score_file: optionalText(config.score_file, binder),
        working_dir: optionalText(config.working_dir, binder),
        env: pairsOf(config.env, binder),
        command: binder.shell(config.command),
      };
      return commandCall('quality_check', qualityCheckFields, context, values);
    },
  },
  [
    {
      field: 'score_extraction',
      holds: ({ score_path, score_extraction }) => score_path === undefined || score_extraction === undefined,
      error: 'cannot be used with `score_path`: both say where the score is',
      help: 'take one of the two out',
    },
  ],
);

function extractionValues({ score_path, score_extraction }: ConfigOf<typeof qualityCheckFields>) {
  switch (score_extraction?.type) {
    case undefined:
      return { score_path };
    case 'json_path':
      return { score_path: score_extraction.path };
    case 'regex':
      return { score_regex: score_extraction.pattern };
    case 'exit_code':
      return { success_score: score_extraction.success_score, failure_score: score_extraction.failure_score };
  }
}
