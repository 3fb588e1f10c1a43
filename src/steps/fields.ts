import * as z from 'zod/mini';
import { modelRunners } from '../model/model-runner.js';

/** A text that says something. */
export const filledText = () => z.string().check(z.minLength(1));

const environmentName = () =>
  z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not a name that an environment variable can have'));

/** What an environment variable may be written as; all become text. */
export const environment = () => z.record(environmentName(), z.union([z.string(), z.number(), z.boolean()]));

export const promptFields = {
  prompt: z.optional(z.union([filledText(), z.array(z.string()).check(z.minLength(1))])),
  prompt_file: z.optional(filledText()),
} as const;

export const modelFields = {
  runner: z.optional(z.enum(modelRunners)),
  model: z.optional(filledText()),
  base_url: z.optional(filledText()),
  api_key_env: z.optional(filledText()),
  max_tokens: z.optional(z.int().check(z.gte(1))),
  working_dir: z.optional(filledText()),
} as const;

/** What would be found out only when the step runs: a service asked for no model, or an address that nothing asks. */
export const modelChecks = [
  z.refine<ModelSettings>(({ runner, model }) => !isService(runner) || model !== undefined, {
    path: ['runner'],
    error: 'needs `model` beside it: a service answers for one model only',
  }),
  z.refine<ModelSettings>(({ runner, base_url }) => isService(runner) || base_url === undefined, {
    path: ['base_url'],
    error: 'is for the runners openai and anthropic: name one of them as `runner`',
  }),
  z.refine<ModelSettings>(({ runner, api_key_env }) => isService(runner) || api_key_env === undefined, {
    path: ['api_key_env'],
    error: 'is for the runners openai and anthropic: name one of them as `runner`',
  }),
] as const;

interface ModelSettings {
  readonly runner?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key_env?: string | undefined;
}

function isService(runner: string | undefined): boolean {
  return runner === 'openai' || runner === 'anthropic';
}

export const cacheFields = {
  cache: z.optional(z.boolean()),
  cache_dir: z.optional(filledText()),
  cache_files: z.optional(z.array(filledText())),
} as const;

/** A prompt may be inline or in a file, and it must be one of them. */
export function onePrompt(config: { readonly prompt?: unknown; readonly prompt_file?: unknown }): boolean {
  return (config.prompt === undefined) !== (config.prompt_file === undefined);
}

export const onePromptMessage = 'needs either `prompt` or `prompt_file`';
