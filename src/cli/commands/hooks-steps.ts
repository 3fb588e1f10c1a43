import { printResult } from '../../runtime/print.js';
import { reportFields } from '../../steps/common-fields.js';
import { flagsOf } from '../../steps/fields.js';
import { type FlagValues, number, optionName, text } from '../../steps/flags.js';
import type { StepResult } from '../../steps/result.js';
import { readFlags } from '../read-flags.js';
import { refuse, step } from './step.js';

/** `dagweave hooks llm-eval`: the step `llm_eval` by its first name, with the options that it had then. */
export async function hooksLlmEval(args: readonly string[]): Promise<number> {
  const read = await readFlags(llmEvalOptions, args);
  if (!read.ok) return refuse('llm_eval', read.problem);
  const { output_format = 'json', ...values } = read.values;
  if (output_format === 'json') return step(['llm_eval', ...written(values)]);
  if (output_format === 'text') return step(['llm_eval', ...written(values)], printScoreAndSummary);
  return refuse('llm_eval', `--output-format must be json or text, not "${output_format}"`);
}

/** `dagweave hooks quality-check`: the step `quality_check` by its first name, with the options that it had then. */
export async function hooksQualityCheck(args: readonly string[]): Promise<number> {
  const read = await readFlags(qualityCheckOptions, args);
  if (!read.ok) return refuse('quality_check', read.problem);
  const { extraction = 'exit_code', extraction_pattern, ...values } = read.values;
  const method = methods.get(extraction);
  if (!method) return refuse('quality_check', `--extraction must be ${[...methods.keys()].join(' or ')}`);
  if ((method.option === undefined) !== (extraction_pattern === undefined))
    return refuse('quality_check', method.problem);
  const pattern = method.option === undefined ? [] : [method.option, extraction_pattern!];
  return step(['quality_check', ...pattern, ...written(values)]);
}

const commonOptions = { timeout: number('seconds that it may take'), ...flagsOf(reportFields) } as const;

const llmEvalOptions = {
  prompt: text('the prompt'),
  runner: text('the runner that answers it'),
  model: text('the model, as the runner names it'),
  output_format: text('json or text'),
  ...commonOptions,
} as const;

const qualityCheckOptions = {
  command: text('the command to run'),
  min_score: number('the lowest score that passes'),
  extraction: text('json_path, regex or exit_code'),
  extraction_pattern: text('the path or the expression'),
  ...commonOptions,
} as const;

const methods: ReadonlyMap<string, { readonly option: string | undefined; readonly problem: string }> = new Map([
  ['json_path', { option: '--score-path', problem: '--extraction json_path needs --extraction-pattern' }],
  ['regex', { option: '--score-regex', problem: '--extraction regex needs --extraction-pattern' }],
  ['exit_code', { option: undefined, problem: '--extraction-pattern needs --extraction json_path or regex' }],
]);

/** The options back as words; those that are left have the same names and meanings as the step's own. */
function written(values: Partial<FlagValues<typeof llmEvalOptions & typeof qualityCheckOptions>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [optionName(name)];
    return [value].flat().flatMap((item) => [optionName(name), String(item)]);
  });
}

function printScoreAndSummary(json: string): boolean {
  const result = JSON.parse(json) as StepResult;
  return printResult(
    result.error === null ? `Score: ${result.score}\nSummary: ${result.summary}` : `Error: ${result.error}`,
  );
}
