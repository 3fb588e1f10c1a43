import { type Attempt, type Outcome, unable } from '../../attempt.js';
import type { AnswerShape } from '../answer.js';
import { type AnswerCache, noCache, openCache } from '../answer-cache.js';
import type { CliRequest } from '../cli/runners.js';
import { type Decided, decide } from '../decide.js';
import { askFor } from '../question.js';
import type { Target } from '../target.js';
import { describeCall } from './describe-call.js';
import { type TargetFlags, targetOf } from './target-of.js';

/** The options that all steps with a model share; an agent has no cache. */
export interface ModelFlags extends TargetFlags {
  readonly prompt?: string | undefined;
  readonly cache?: boolean | undefined;
  readonly cache_dir?: string | undefined;
  readonly cache_file?: readonly string[] | undefined;
}

/** What a type of step makes of the model's answer. */
export interface ModelStep<Value> {
  readonly shape: AnswerShape<Value>;
  /** Fields of the result; `undefined` where there is no answer. */
  fieldsOf(value: Value | undefined): Readonly<Record<string, unknown>>;
  judge(value: Value): Pick<Outcome, 'verdict' | 'error'>;
  readonly agent?: CliRequest['agent'];
  /** Asks in another way than by one question; a second one where the answer cannot be read is its own affair. */
  ask?(target: Target, prompt: string): Promise<Decided<Value>>;
}

/** Runs a step that is one question to a model: finds prompt and model, asks, reads, judges. */
export async function runModelStep<Value>(
  flags: ModelFlags,
  attempt: Attempt,
  step: ModelStep<Value>,
): Promise<Outcome> {
  const { prompt = '' } = flags;
  const found = targetOf(flags);
  if (prompt.trim() === '') return unable('there is no prompt: give --prompt TEXT');
  if (!found.ok) return unable(found.reason, { prompt_used: prompt });
  const { target } = found;
  const about = { prompt_used: prompt, runner: target.runner, model: target.model ?? null };
  const nothing = () => ({ ...step.fieldsOf(undefined), raw_output: '', ...about });
  if (attempt.dryRun) {
    const described = describeCall(target, askFor(prompt, step.shape), step.agent, attempt);
    if (!described.ok) return unable(described.reason, nothing());
    return { verdict: 'success', skipped: true, fields: { ...nothing(), would_call: described.call } };
  }
  const opened = await cacheFor(flags, target, attempt);
  if (!opened.ok) return unable(opened.reason, nothing());
  const options = { agent: step.agent, cache: opened.cache };
  const decided = await (step.ask?.(target, prompt) ?? decide(target, prompt, step.shape, attempt, options));
  switch (decided.kind) {
    case 'decided': {
      const cached = flags.cache === undefined ? {} : { cached: decided.cached };
      const fields = { ...step.fieldsOf(decided.value), raw_output: decided.text, ...about, ...cached };
      return { ...step.judge(decided.value), fields };
    }
    case 'unreadable':
      return {
        verdict: 'failure',
        error: `the answer could not be read: ${decided.reason}`,
        fields: { ...nothing(), raw_output: decided.text },
      };
    case 'unable':
      return { ...unable(decided.reason, nothing()), retriable: decided.passing };
  }
}

type Opened = { readonly ok: true; readonly cache: AnswerCache } | { readonly ok: false; readonly reason: string };

async function cacheFor(flags: ModelFlags, target: Target, attempt: Attempt): Promise<Opened> {
  if (flags.cache !== true) return { ok: true, cache: noCache };
  return openCache(target, flags.cache_file ?? [], flags.cache_dir, attempt);
}
