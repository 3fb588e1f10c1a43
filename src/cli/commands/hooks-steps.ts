import { printResult, printText } from '../../runtime/print.js';
import { type FlagValues, optionName } from '../../steps/flags.js';
import { exitCodes, type StepResult } from '../../steps/result.js';
import { type HookStep, hookSteps } from '../hook-steps.js';
import { readFlags } from '../read-flags.js';
import { refuse, step } from './step.js';

/** `dagweave hooks llm-eval`: the step `llm_eval` by its first name, with the options that it had then. */
export async function hooksLlmEval(args: readonly string[]): Promise<number> {
  if (asksForHelp(args)) return giveHelp('llm-eval');
  const read = await readFlags(llmEvalOptions, args);
  if (!read.ok) return refuse('llm_eval', read.problem);
  const { output_format = 'json', ...values } = read.values;
  if (output_format === 'json') return step(['llm_eval', ...written(values)]);
  if (output_format === 'text') return step(['llm_eval', ...written(values)], printScoreAndSummary);
  return refuse('llm_eval', `--output-format must be json or text, not "${output_format}"`);
}

/** `dagweave hooks quality-check`: the step `quality_check` by its first name, with the options that it had then. */
export async function hooksQualityCheck(args: readonly string[]): Promise<number> {
  if (asksForHelp(args)) return giveHelp('quality-check');
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

const { options: llmEvalOptions } = hookSteps['llm-eval'];
const { options: qualityCheckOptions } = hookSteps['quality-check'];

function asksForHelp([first]: readonly string[]): boolean {
  return first === '--help' || first === '-h';
}

async function giveHelp(name: HookStep): Promise<number> {
  const { hookStepHelp } = await import('../flag-help.js');
  return printText(hookStepHelp(name)) ? exitCodes.success : exitCodes.unable;
}

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
