import type { ModelMessage, ToolSet } from 'ai';
import type { Attempt } from '../../attempt.js';
import type { ToolName } from '../cli/runners.js';
import { MAX_ANSWER_BYTES } from '../http/ask-service.js';
import type { Service } from '../http/services.js';
import { steadyFetch } from '../http/steady-fetch.js';
import { loadModel } from './libraries.js';
import { agentTools, type ToolInput } from './tools.js';
import { openWorkspace, type Workspace } from './workspace.js';

export interface AgentLimits {
  readonly tools: readonly ToolName[];
  readonly maxTurns: number;
  /** Tokens of all turns together, in and out. */
  readonly maxTokens: number;
}

/** What was spent so far. A turn is one answer of the model, whether text or calls of tools. */
export interface Spent {
  turns: number;
  tokens: number;
}

export type Opened = { readonly ok: true; readonly say: Say } | { readonly ok: false; readonly reason: string };

/** Says something to the model and lets it use its tools until it answers. Rejects where the service fails. */
export type Say = (message: string) => Promise<Said>;

type Said =
  | { readonly kind: 'text'; readonly text: string }
  /** It came to a limit without an answer, and nothing more can be said. */
  | { readonly kind: 'nothing'; readonly reason: string };

/** @param spent is kept up to date while the conversation goes on */
export async function openConversation(
  service: Service,
  limits: AgentLimits,
  attempt: Attempt,
  spent: Spent,
): Promise<Opened> {
  const { signal, deadline } = attempt;
  const onRetry = (message: string) => attempt.host.say(`${service.protocol}: ${message}`);
  const loaded = await loadModel(service, steadyFetch({ signal, deadline, maxBytes: MAX_ANSWER_BYTES, onRetry }));
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
      maxOutputTokens: Math.min(MAX_TURN_TOKENS, limits.maxTokens),
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
const MAX_TURN_TOKENS = 4096;

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
  let left = MAX_RESULTS;
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
const MAX_RESULTS = 2_000_000;

function isRecord(value: unknown): value is ToolInput {
  return typeof value === 'object' && value !== null;
}
