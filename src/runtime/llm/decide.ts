import type { Attempt } from '../attempt.js';
import { type AnswerShape, readAnswer } from './answer.js';
import { type AnswerCache, noCache } from './answer-cache.js';
import { askCli } from './cli/ask-cli.js';
import type { CliRequest } from './cli/runners.js';
import { askService } from './http/ask-service.js';
import { askAgain, askFor } from './question.js';
import type { ModelReply, Target, Unable } from './target.js';

export type Decided<Value> =
  | { readonly kind: 'decided'; readonly value: Value; readonly text: string; readonly cached: boolean }
  /** Asked twice, and neither answer could be read. */
  | { readonly kind: 'unreadable'; readonly reason: string; readonly text: string }
  | Unable;

/** Asks a model for an answer of a shape; one that cannot be read is asked for once more, with what was wrong. */
export async function decide<Value>(
  target: Target,
  prompt: string,
  shape: AnswerShape<Value>,
  attempt: Attempt,
  options: { readonly agent?: CliRequest['agent']; readonly cache?: AnswerCache } = {},
): Promise<Decided<Value>> {
  const { agent, cache = noCache } = options;
  const question = askFor(prompt, shape);
  const known = await cache.find(question);
  const reading = known === undefined ? undefined : readAnswer(known, shape);
  if (known !== undefined && reading?.ok) return { kind: 'decided', value: reading.value, text: known, cached: true };

  let asked = question;
  for (let last = false; ; last = true) {
    const reply = await askModel(target, asked, agent, attempt);
    if (reply.kind !== 'answer') return reply;
    const { text } = reply;
    const answer = readAnswer(text, shape);
    if (answer.ok) {
      await cache.keep(question, text);
      return { kind: 'decided', value: answer.value, text, cached: false };
    }
    if (last) return { kind: 'unreadable', reason: `${answer.reason} (asked twice)`, text };
    attempt.host.say(`the answer could not be read (${answer.reason}); asking once more`);
    asked = askAgain(question, text, answer.reason);
  }
}

/** Puts one question to a model and gives back what it said. Never rejects; when the attempt's signal fires it ends as `unable`. */
function askModel(target: Target, prompt: string, agent: CliRequest['agent'], attempt: Attempt): Promise<ModelReply> {
  const { runner, model } = target;
  return runner === 'openai' || runner === 'anthropic'
    ? askService({ ...target, protocol: runner }, prompt, attempt)
    : askCli(runner, { prompt, model, agent }, attempt);
}
