import { reportFields } from '../steps/common-fields.js';
import { flagsOf } from '../steps/fields.js';
import { number, text } from '../steps/flags.js';

const commonOptions = { timeout: number('seconds that it may take'), ...flagsOf(reportFields) } as const;

/** Steps by their first names, below `dagweave hooks`, with the options that they had then. */
export const hookSteps = {
  'llm-eval': {
    type: 'llm_eval',
    options: {
      prompt: text('the prompt'),
      runner: text('the runner that answers it'),
      model: text('the model, as the runner names it'),
      output_format: text('json or text'),
      ...commonOptions,
    },
  },
  'quality-check': {
    type: 'quality_check',
    options: {
      command: text('the command to run'),
      min_score: number('the lowest score that passes'),
      extraction: text('json_path, regex or exit_code'),
      extraction_pattern: text('the path or the expression'),
      ...commonOptions,
    },
  },
} as const;

export type HookStep = keyof typeof hookSteps;

export const hookStepNames = Object.keys(hookSteps) as HookStep[];
