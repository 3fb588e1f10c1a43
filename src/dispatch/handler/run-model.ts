import type { EventContext, HandlerContract, ModelHandler } from '../../model/event.js';
import type { Attempt } from '../../runtime/attempt.js';
import { type AgentFlags, decisionStep, runAgentStep, runModelStep } from '../../runtime/llm/model-step.js';
import type { HandlerAttempt, HandlerEnd } from './handler.js';

/** Asks a model as the steps `prompt` and `agent` do, with the context at the end of the prompt. */
export async function runModel(
  { kind, prompt, options }: ModelHandler,
  contract: HandlerContract,
  context: EventContext,
  { host, directory, env, signal }: HandlerAttempt,
): Promise<HandlerEnd> {
  const attempt: Attempt = { host, directory, env, signal, deadline: undefined, verbose: false, dryRun: false };
  const flags: AgentFlags = {
    ...options,
    prompt: withContext(prompt, options.cache === true ? lasting(context) : context),
  };
  const outcome = await (kind === 'prompt'
    ? runModelStep(flags, attempt, decisionStep)
    : runAgentStep({ ...flags, cache: undefined }, attempt));
  if (signal.aborted) return { kind: 'aborted', stdout: '', stderr: '' };
  const { verdict, error, fields } = outcome;
  if (verdict === 'success') return answered({});
  if (verdict === 'blocked') {
    const reason = fields.reason || 'no reason was given';
    // A handler of the registry objects, and whether that blocks is up to the hook.
    return answered(contract === 'registry' ? { error: reason } : { decision: 'block', reason });
  }
  return { kind: 'unable', reason: error ?? verdict, stdout: '', stderr: '' };
}

function answered(answer: object): HandlerEnd {
  return { kind: 'answered', stdout: JSON.stringify(answer), stderr: '' };
}

/** What is the same each time the same is asked: a decision that was kept would never be found by its time. */
function lasting(context: EventContext): EventContext {
  return Object.fromEntries(Object.entries(context).filter(([name]) => !passing.has(name)));
}

const passing = new Set(['timestamp', 'session_id', 'transcript_path', 'prompt_id', 'tool_use_id', 'execution_time']);

/** `$ARGUMENTS` in a prompt is where the context goes; without it, it goes to the end. Both are data to the model. */
function withContext(prompt: string, context: EventContext): string {
  const json = JSON.stringify(context, undefined, 2);
  return prompt.includes('$ARGUMENTS') ? prompt.replaceAll('$ARGUMENTS', () => json) : `${prompt}\n\nContext:\n${json}`;
}
