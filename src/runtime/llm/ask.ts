import type { Attempt } from '../attempt.js';
import { askCli } from './cli/ask-cli.js';
import type { CliRequest } from './cli/runners.js';
import { askService } from './http/ask-service.js';
import type { ModelReply, Target } from './target.js';

/** Puts one question to a model and gives back what it said. Never rejects; when the attempt's signal fires it ends as `unable`. */
export function askModel(
  target: Target,
  prompt: string,
  agent: CliRequest['agent'],
  attempt: Attempt,
): Promise<ModelReply> {
  const { runner, model } = target;
  return runner === 'openai' || runner === 'anthropic'
    ? askService({ ...target, protocol: runner }, prompt, attempt)
    : askCli(runner, { prompt, model, agent }, attempt);
}
