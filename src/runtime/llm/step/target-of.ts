import { cliRunners, isCliRunner } from '../cli/runners.js';
import type { Target } from '../target.js';

/** The options that say which model answers. */
export interface TargetFlags {
  readonly runner?: string | undefined;
  readonly model?: string | undefined;
  readonly base_url?: string | undefined;
  readonly api_key_env?: string | undefined;
  readonly max_tokens?: number | undefined;
}

export type FoundTarget =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly reason: string };

/** The model that a step names, by default that of the tool `claude`. */
export function targetOf(flags: TargetFlags): FoundTarget {
  const { runner = 'claude', model, base_url: baseUrl, api_key_env: keyVariable, max_tokens: maxTokens } = flags;
  if (runner !== 'openai' && runner !== 'anthropic' && !isCliRunner(runner)) {
    return refused(
      `unknown runner "${runner}": choose ${[...Object.keys(cliRunners), 'openai', 'anthropic'].join(', ')}`,
    );
  }
  if (isCliRunner(runner) && (baseUrl !== undefined || keyVariable !== undefined)) {
    return refused(`--base-url and --api-key-env are for the runners openai and anthropic, not for ${runner}`);
  }
  if (maxTokens !== undefined && !(Number.isInteger(maxTokens) && maxTokens > 0)) {
    return refused('--max-tokens must be a whole number above 0');
  }
  return { ok: true, target: { runner, model, baseUrl, keyVariable, maxTokens } };
}

function refused(reason: string): FoundTarget {
  return { ok: false, reason };
}
