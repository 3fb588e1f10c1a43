import type { ModelMessage, StepResult, ToolSet } from 'ai';
import type { Attempt } from '../../run.js';
import { type AnswerShape, readAnswer } from '../answer.js';
import type { ToolName } from '../cli/runners.js';
import type { Decided } from '../decide.js';
import { MAX_ANSWER_BYTES, withoutKey } from '../http/ask-service.js';
import { findService, type Service, type ServiceSettings } from '../http/services.js';
import { steadyFetch } from '../http/steady-fetch.js';
import { correction } from '../question.js';
import { loadModel } from './libraries.js';
import { offerTools } from './offer-tools.js';
import { openWorkspace } from './workspace.js';

export interface AgentLimits {
  readonly tools: readonly ToolName[];
  readonly maxTurns: number;
  /** Tokens of all turns together, in and out. */
  readonly maxTokens: number;
}

export interface AgentEnd<Value> {
  readonly decided: Decided<Value>;
  /** Answers of the model, those that only called tools included. */
  readonly turns: number;
  readonly tokens: number;
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
  const found = findService(settings, (name) => attempt.host.variable(name));
  if (!found.ok) return unable(found.reason, false, 0, 0);
  const conversation: Conversation = { messages: [{ role: 'user', content: question }], turns: 0, tokens: 0 };
  try {
    return await converse(found.service, conversation, shape, limits, attempt);
  } catch (error) {
    const reason = attempt.signal.aborted
      ? 'stopped before it answered'
      : withoutKey(messageOf(error), found.service.key);
    const about = `the model ${found.service.model} at ${found.service.baseUrl}: ${reason}`;
    return unable(about, !attempt.signal.aborted, conversation.turns, conversation.tokens);
  }
}

interface Conversation {
  readonly messages: ModelMessage[];
  turns: number;
  tokens: number;
}

async function converse<Value>(
  service: Service,
  conversation: Conversation,
  shape: AnswerShape<Value>,
  limits: AgentLimits,
  attempt: Attempt,
): Promise<AgentEnd<Value>> {
  const onRetry = (message: string) => attempt.host.say(`${service.protocol}: ${message}`);
  const { signal, deadline } = attempt;
  const loaded = await loadModel(service, steadyFetch({ signal, deadline, maxBytes: MAX_ANSWER_BYTES, onRetry }));
  if (!loaded.ok) return unable(loaded.reason, false, 0, 0);
  const { ai, model } = loaded;
  const tools = offerTools(ai, limits.tools, await openWorkspace(attempt.directory), attempt);

  for (let last = false; ; last = true) {
    const turnsLeft = last ? Math.max(1, limits.maxTurns - conversation.turns) : limits.maxTurns;
    const answer = await ai.generateText({
      model,
      tools,
      messages: conversation.messages,
      maxRetries: 0,
      maxOutputTokens: Math.min(MAX_TURN_TOKENS, limits.maxTokens),
      abortSignal: signal,
      stopWhen: [ai.stepCountIs(turnsLeft), () => conversation.tokens >= limits.maxTokens],
      prepareStep: ({ stepNumber }) => (stepNumber === turnsLeft - 1 ? { toolChoice: 'none' } : {}),
      onStepFinish: (step) => count(step, conversation),
    });
    const text = withoutKey(answer.text, service.key);
    const reading = readAnswer(text, shape);
    const { turns, tokens } = conversation;
    if (reading.ok) return { decided: { kind: 'decided', value: reading.value, text, cached: false }, turns, tokens };
    const spent = tokens >= limits.maxTokens;
    const reason = spent ? `the budget of ${limits.maxTokens} tokens was used up before it answered` : reading.reason;
    if (last || spent) return { decided: { kind: 'unreadable', reason, text }, turns, tokens };
    attempt.host.say(`the answer could not be read (${reason}); asking once more`);
    conversation.messages.push(...answer.response.messages, { role: 'user', content: correction(reason) });
  }
}

/** A turn is a few tool calls or an answer; a service that is told no limit may take one of its own. */
const MAX_TURN_TOKENS = 4096;

function count(step: StepResult<ToolSet>, conversation: Conversation): void {
  conversation.turns += 1;
  conversation.tokens += step.usage.totalTokens ?? 0;
}

function unable(reason: string, passing: boolean, turns: number, tokens: number): AgentEnd<never> {
  return { decided: { kind: 'unable', reason, passing }, turns, tokens };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { statusCode } = error as { readonly statusCode?: unknown };
  return typeof statusCode === 'number' ? `answered ${statusCode}: ${error.message}` : error.message;
}
