import type { TargetFlags } from '../runtime/llm/model-step.js';
import { literal, optionalText } from './command-call.js';
import type { Need } from './need.js';
import type { Rule } from './schema.js';
import type { Binder, PromptSource } from './step-type.js';

/** The options that say what is asked, from the fields of the same names. */
export function promptValues(config: PromptSource, binder: Binder) {
  const file = binder.promptFile(config);
  if (!file) return { prompt: binder.prompt(config) };
  return { prompt_file: literal(file.path), var: file.values.length > 0 ? file.values : undefined };
}

/** The options that say which model answers. */
export function modelValues(config: ModelConfig, binder: Binder) {
  return {
    runner: config.runner,
    model: optionalText(config.model, binder),
    base_url: optionalText(config.base_url, binder),
    api_key_env: config.api_key_env,
    max_tokens: config.max_tokens,
    working_dir: optionalText(config.working_dir, binder),
  };
}

/** What has to be there for it to answer. `turns` says that it is asked again and again, with tools. */
export function modelNeeds(
  { runner = 'claude', model, base_url, api_key_env }: ModelConfig,
  turns = false,
): readonly Need[] {
  if (runner !== 'openai' && runner !== 'anthropic') return [{ kind: 'program', name: runner }];
  // A template has its value only in a workflow.
  const known = (text: string | undefined) => (text?.includes('{{') ? undefined : text);
  const settings = {
    protocol: runner,
    baseUrl: known(base_url),
    model: model ?? '',
    keyVariable: api_key_env,
  } as const;
  const packages = ['ai', runner === 'openai' ? '@ai-sdk/openai-compatible' : '@ai-sdk/anthropic'];
  return [
    { kind: 'service', settings },
    ...(turns ? packages.map((name) => ({ kind: 'package', name }) as const) : []),
  ];
}

export function cacheValues(config: CacheConfig, binder: Binder) {
  return {
    cache: config.cache ? true : undefined,
    cache_dir: optionalText(config.cache_dir, binder),
    cache_file: config.cache_files?.map((file) => binder.text(file)),
  };
}

/** A prompt is inline or in a file; the others would be found out only when the step runs: a service asked for no model, an address that nothing asks. */
export const modelRules: readonly Rule<ModelConfig & PromptSource>[] = [
  {
    holds: ({ prompt, prompt_file }) => (prompt === undefined) !== (prompt_file === undefined),
    error: 'needs either `prompt` or `prompt_file`',
    help: 'write one of the two',
  },
  {
    field: 'runner',
    holds: ({ runner, model }) => !isService(runner) || model !== undefined,
    error: 'needs `model` beside it: a service answers for one model only',
    help: 'add `model`, with the name that the service has for it',
  },
  ...(['base_url', 'api_key_env'] as const).map((field) => ({
    field,
    holds: (config: ModelConfig) => isService(config.runner) || config[field] === undefined,
    error: 'is for the runners openai and anthropic alone',
    help: 'add `runner: openai` or `runner: anthropic`, or take the field out',
  })),
];

function isService(runner: string | undefined): boolean {
  return runner === 'openai' || runner === 'anthropic';
}

interface ModelConfig extends TargetFlags {
  readonly working_dir?: string | undefined;
}

interface CacheConfig {
  readonly cache?: boolean | undefined;
  readonly cache_dir?: string | undefined;
  readonly cache_files?: readonly string[] | undefined;
}
