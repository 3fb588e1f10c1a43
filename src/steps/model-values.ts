import { optionalText } from './command-call.js';
import type { Binder } from './step-type.js';

/** The options that say which model answers, from the fields of the same names. */
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

export function cacheValues(config: CacheConfig, binder: Binder) {
  return {
    cache: config.cache ? true : undefined,
    cache_dir: optionalText(config.cache_dir, binder),
    cache_file: config.cache_files?.map((file) => binder.text(file)),
  };
}

interface ModelConfig {
  readonly runner?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key_env?: string | undefined;
  readonly max_tokens?: number | undefined;
  readonly working_dir?: string | undefined;
}

interface CacheConfig {
  readonly cache?: boolean | undefined;
  readonly cache_dir?: string | undefined;
  readonly cache_files?: readonly string[] | undefined;
}
