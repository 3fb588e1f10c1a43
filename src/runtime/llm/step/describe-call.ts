import type { Attempt } from '../../attempt.js';
import { type CliRequest, cliRunners } from '../cli/runners.js';
import { protocols } from '../http/protocols.js';
import { findService, keyVariableOf } from '../http/services.js';
import type { Target } from '../target.js';

export type CallDescription =
  | { readonly ok: true; readonly call: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly reason: string };

/** What asking a model would start or send, as plain JSON for a dry run. It holds the name of the key's variable, never the key. */
export function describeCall(
  target: Target,
  question: string,
  agent: CliRequest['agent'],
  attempt: Attempt,
): CallDescription {
  const { runner, model, maxTokens } = target;
  if (runner === 'openai' || runner === 'anthropic') {
    const found = findService({ ...target, protocol: runner }, (name) => attempt.host.variable(name));
    if (!found.ok) return found;
    const { url } = protocols[runner].request(found.service, question, maxTokens);
    const key = found.service.key === undefined ? null : keyVariableOf({ ...target, protocol: runner });
    return { ok: true, call: { url, model: found.service.model, key_variable: key, prompt: question } };
  }
  const { program, args, env } = cliRunners[runner].call({ prompt: question, model, agent });
  return { ok: true, call: { program, args, env, directory: attempt.directory, standard_input: question } };
}
