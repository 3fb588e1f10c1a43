import type { CliRunnerName } from './cli-runners.js';
import type { HttpRunnerName } from './services.js';

/** Which model is asked, and how it is reached. */
export interface Target {
  readonly runner: CliRunnerName | HttpRunnerName;
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** Name of the environment variable with the key; the protocol's usual one unless given. */
  readonly keyVariable: string | undefined;
  readonly maxTokens: number | undefined;
}

export type ModelReply = { readonly kind: 'answer'; readonly text: string } | Unable;

export interface Unable {
  readonly kind: 'unable';
  readonly reason: string;
  /** Another try may well succeed. */
  readonly passing: boolean;
}
