import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import type { Attempt } from '../attempt.js';
import { agentTools, type ToolInput } from './agent-tools.js';
import { openWorkspace, type Workspace } from './agent-workspace.js';
import { type AnswerShape, readAnswer } from './answer.js';
import { mostAnswerBytes, withoutKey } from './ask-service.js';
import type { ToolName } from './cli-runners.js';
import { correction, type Decided } from './decide.js';
import { findService, type Service, type ServiceSettings } from './services.js';
import { steadyFetch } from './steady-fetch.js';

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

interface AgentLimits {
  readonly tools: readonly ToolName[];
  readonly maxTurns: number;
  /** Tokens of all turns together, in and out. */
  readonly maxTokens: number;
}

/** What was spent so far. A turn is one answer of the model, whether text or calls of tools. */
interface Spent {
  turns: number;
  tokens: number;
}

export type Opened = { readonly ok: true; readonly say: Say } | { readonly ok: false; readonly reason: string };

/** Says something to the model and lets it use its tools until it answers. Rejects where the service fails. */
type Say = (message: string) => Promise<Said>;

type Said =
  | { readonly kind: 'text'; readonly text: string }
  /** It came to a limit without an answer, and nothing more can be said. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** @param spent is kept up to date while the conversation goes on */
async function openConversation(
  service: Service,
  limits: AgentLimits,
  attempt: Attempt,
  spent: Spent,
): Promise<Opened> {
  const { signal, deadline } = attempt;
  const onRetry = (message: string) => attempt.host.say(`${service.protocol}: ${message}`);
  const loaded = await loadModel(service, steadyFetch({ signal, deadline, maxBytes: mostAnswerBytes, onRetry }));
  if (!loaded.ok) return loaded;
  const { ai, model } = loaded;
  const tools = offerTools(ai, limits.tools, await openWorkspace(attempt.directory), attempt);
  const messages: ModelMessage[] = [];

  const generate = (turns: number) =>
    ai.generateText({
      model,
      tools,
      messages,
      maxRetries: 0,
      maxOutputTokens: Math.min(mostTurnTokens, limits.maxTokens),
      abortSignal: signal,
      stopWhen: [ai.stepCountIs(turns), () => spent.tokens >= limits.maxTokens],
      prepareStep: ({ stepNumber }) => (stepNumber === turns - 1 ? { toolChoice: 'none' } : {}),
      onStepFinish({ usage }) {
        spent.turns += 1;
        spent.tokens += usage.totalTokens ?? 0;
      },
    });

  const say: Say = async (message) => {
    messages.push({ role: 'user', content: message });
    try {
      const { text, response } = await generate(Math.max(1, limits.maxTurns - spent.turns));
      messages.push(...response.messages);
      if (spent.tokens < limits.maxTokens || text !== '') return { kind: 'text', text };
      return nothing(`its budget of ${limits.maxTokens} tokens was used up before it answered`);
    } catch (error) {
      // Asked to answer now, it called tools again, which the library takes for an error.
      if (!ai.ToolChoiceViolationError.isInstance(error)) throw error;
      spent.turns += 1;
      return nothing(`it called tools instead of answering on turn ${spent.turns}, its last`);
    }
  };
  return { ok: true, say };
}

/** For a service that needs a limit: a turn is a few calls of tools, or an answer. */
const mostTurnTokens = 4096;

function nothing(reason: string): Said {
  return { kind: 'nothing', reason };
}

/** The allowed tools in the form of the library. One that is not on the list does not exist for the model. */
function offerTools(
  ai: Pick<typeof import('ai'), 'tool' | 'jsonSchema'>,
  names: readonly ToolName[],
  workspace: Workspace,
  attempt: Attempt,
): ToolSet {
  let left = mostOfResults;
  const offered = names.map((name) => {
    const { description, parameters, call } = agentTools[name];
    const execute = async (input: unknown) => {
      if (left <= 0) return 'error: all that may be read has been read; answer now';
      const result = await call(workspace, isRecord(input) ? input : {}, attempt.signal);
      left -= result.length;
      attempt.host.say(`${name} ${JSON.stringify(input)?.slice(0, 200)}: ${result.length} characters`);
      return result;
    };
    return [name, ai.tool({ description, inputSchema: ai.jsonSchema(parameters), execute })] as const;
  });
  return Object.fromEntries(offered);
}

/** Characters that all calls together may give back: a model can ask for a thousand files in one turn. */
const mostOfResults = 2_000_000;

function isRecord(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null;
}

export type Loaded =
  | { readonly ok: true; readonly ai: typeof import('ai'); readonly model: LanguageModel }
  | { readonly ok: false; readonly reason: string };

/**
 * Loads the libraries of the agent loop, the only use of them, and the model behind a service. They are optional
 * peers, because they weigh more than all others together and few workflows have an agent.
 *
 * @param fetching how requests are made; it also does the trying again, so the libraries need not
 */
async function loadModel(service: Service, fetching: typeof fetch): Promise<Loaded> {
  // Its warnings would go to standard output, which is for the result alone.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  try {
    const [ai, model] = await Promise.all([import('ai'), modelOf(service, fetching)]);
    return { ok: true, ai, model };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const packages = `ai@6 ${service.protocol === 'anthropic' ? '@ai-sdk/anthropic@3' : '@ai-sdk/openai-compatible@2'}`;
    const reason = `an agent of the runner ${service.protocol} needs packages that are not installed`;
    return {
      ok: false,
      reason: `${reason}: install them beside dagweave (npm install -D ${packages}), or choose a command line tool as --runner`,
    };
  }
}

async function modelOf(service: Service, fetching: typeof fetch): Promise<LanguageModel> {
  const { protocol, baseUrl: baseURL, key, model } = service;
  if (protocol === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // An empty key keeps it from looking for one in the environment, which may be meant for another service.
    return createAnthropic({ baseURL, apiKey: key ?? '', fetch: fetching })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const apiKey = key === undefined ? {} : { apiKey: key };
  return createOpenAICompatible({ name: 'openai', baseURL, fetch: fetching, ...apiKey })(model);
}
