import type { Attempt } from '../../attempt.js';
import { type AnswerShape, readAnswer } from '../answer.js';
import type { Decided } from '../decide.js';
import { withoutKey } from '../http/ask-service.js';
import { findService, type ServiceSettings } from '../http/services.js';
import { correction } from '../question.js';
import { type AgentLimits, openConversation, type Say, type Spent } from './conversation.js';

export interface AgentEnd<Value> extends Readonly<Spent> {
  readonly decided: Decided<Value>;
}

/**
 * Lets a model look around with its tools until it answers, within its limits. On the last turn it has to answer. An answer
 * that cannot be read is asked for once more, in the same conversation. Never rejects.
 */
export async function runAgent<Value>(
  settings: ServiceSettings,
  question: string,
  shape: AnswerShape<Value>,
  limits: AgentLimits,
  attempt: Attempt,
): Promise<AgentEnd<Value>> {
  const spent: Spent = { turns: 0, tokens: 0 };
  const end = (decided: Decided<Value>) => ({ decided, ...spent });
  const found = findService(settings, (name) => attempt.host.variable(name));
  if (!found.ok) return end({ kind: 'unable', reason: found.reason, passing: false });
  const { key, model, baseUrl } = found.service;
  try {
    const opened = await openConversation(found.service, limits, attempt, spent);
    if (!opened.ok) return end({ kind: 'unable', reason: opened.reason, passing: false });
    const sayWithoutKey: Say = async (message) => {
      const said = await opened.say(message);
      return said.kind === 'text' ? { kind: 'text', text: withoutKey(said.text, key) } : said;
    };
    return end(await untilReadable(sayWithoutKey, question, shape, attempt));
  } catch (error) {
    const stopped = attempt.signal.aborted;
    const reason = stopped ? 'stopped before it answered' : withoutKey(messageOf(error), key);
    return end({ kind: 'unable', reason: `the model ${model} at ${baseUrl}: ${reason}`, passing: !stopped });
  }
}

async function untilReadable<Value>(
  say: Say,
  question: string,
  shape: AnswerShape<Value>,
  attempt: Attempt,
): Promise<Decided<Value>> {
  let message = question;
  for (let last = false; ; last = true) {
    const said = await say(message);
    if (said.kind === 'nothing') return { kind: 'unreadable', reason: said.reason, text: '' };
    const { text } = said;
    const reading = readAnswer(text, shape);
    if (reading.ok) return { kind: 'decided', value: reading.value, text, cached: false };
    if (last) return { kind: 'unreadable', reason: `${reading.reason} (asked twice)`, text };
    attempt.host.say(`the answer could not be read (${reading.reason}); asking once more`);
    message = correction(reading.reason);
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { statusCode } = error as { readonly statusCode?: unknown };
  return typeof statusCode === 'number' ? `answered ${statusCode}: ${error.message}` : error.message;
}
