import * as z from 'zod/mini';
import { compileJsonPath } from '../../lang/json-path.js';
import { compileRegex } from '../../lang/regex.js';
import { checkedBy } from '../check.js';
import { commandCall, optionalText, pairsOf } from '../command-call.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { qualityCheckFlags } from './fields.js';

/** Read here already, so that a slip of the pen is not found when the DAG runs. */
const jsonPath = filledText().check((text) => {
  const compiled = compileJsonPath(text.value);
  if (compiled.ok) return;
  const message = `is no JSONPath: ${compiled.reason}, at character ${compiled.at + 1}`;
  text.issues.push({ code: 'custom', input: text.value, message });
});

const expression = filledText().check((text) => {
  const compiled = compileRegex(text.value);
  if (!compiled.ok)
    text.issues.push({ code: 'custom', input: text.value, message: `cannot be used: ${compiled.reason}` });
});

const extraction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('json_path'), path: jsonPath }),
  z.strictObject({ type: z.literal('regex'), pattern: expression }),
  z.strictObject({
    type: z.literal('exit_code'),
    success_score: z.optional(z.number()),
    failure_score: z.optional(z.number()),
  }),
]);

const fields = z
  .strictObject({
    command: filledText(),
    min_score: z.optional(z.number()),
    fail_on_threshold: z.optional(z.boolean()),
    score_path: z.optional(jsonPath),
    score_extraction: z.optional(extraction),
    score_file: z.optional(filledText()),
    working_dir: z.optional(filledText()),
    env: z.optional(environment()),
  })
  .check(
    z.refine((config) => config.score_path === undefined || config.score_extraction === undefined, {
      path: ['score_extraction'],
      error: 'cannot stand beside `score_path`: both say where the score is',
    }),
  );

/** A command whose output holds a score. */
export const qualityCheck: StepType<z.infer<typeof fields>> = {
  name: 'quality_check',
  ...checkedBy(fields),
  boundedResult: true,
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
    return commandCall('quality_check', qualityCheckFlags, values, context);
  },
};

function extractionValues({ score_path, score_extraction }: z.infer<typeof fields>) {
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
