import type { Attempt } from '../attempt.js';
import { jsonOf } from '../json-in-text.js';
import { findService, type HttpRunnerName, type ModelReply, type Service, type ServiceSettings } from './services.js';
import { steadyFetch } from './steady-fetch.js';

/** Bytes of an answer that are read at most: far more than the longest answer of a model. */
export const mostAnswerBytes = 4 * 1024 * 1024;

/** Asks a service over HTTP, with one deadline over all tries. */
export async function askService(
  settings: ServiceSettings & { readonly maxTokens: number | undefined },
  prompt: string,
  attempt: Attempt,
): Promise<ModelReply> {
  const found = findService(settings, (name) => attempt.host.variable(name));
  if (!found.ok) return { kind: 'unable', reason: found.reason, passing: false };
  const { service } = found;
  const reply = await send(service, prompt, settings.maxTokens, attempt);
  return reply.kind === 'answer'
    ? { ...reply, text: withoutKey(reply.text, service.key) }
    : { ...reply, reason: withoutKey(reply.reason, service.key) };
}

/** A service that echoes what it was sent must not bring the key into a result. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined ? text : text.replaceAll(key, '***');
}

async function send(
  service: Service,
  prompt: string,
  maxTokens: number | undefined,
  attempt: Attempt,
): Promise<ModelReply> {
  const { url, headers, body } = protocols[service.protocol].request(service, prompt, maxTokens);
  const steady = steadyFetch({
    signal: attempt.signal,
    deadline: attempt.deadline,
    maxBytes: mostAnswerBytes,
    onRetry: (message) => attempt.host.say(`${service.protocol}: ${message}`),
  });
  try {
    const response = await steady(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return read(service, response.status, await response.text());
  } catch (error) {
    const reason = attempt.signal.aborted ? 'stopped before it answered' : messageOf(error);
    return { kind: 'unable', reason: `${nameOf(service)}: ${reason}`, passing: !attempt.signal.aborted };
  }
}

function read(service: Service, status: number, text: string): ModelReply {
  const body = jsonOf(text);
  if (status < 200 || status > 299) {
    const said = refusalText(body);
    const reason = `${nameOf(service)} answered ${status}${said === undefined ? '' : `: ${said}`}`;
    return { kind: 'unable', reason, passing: status === 429 || status >= 500 };
  }
  const answer = protocols[service.protocol].read(body);
  if (answer !== undefined) return { kind: 'answer', text: answer.text };
  const reason = `${nameOf(service)} answered without a text in the ${service.protocol} protocol: ${text.slice(0, 200)}`;
  return { kind: 'unable', reason, passing: true };
}

function nameOf(service: Service): string {
  return `the model ${service.model} at ${service.baseUrl}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface ServiceRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface ServiceAnswer {
  readonly text: string;
  readonly tokens: number | undefined;
}

interface Protocol {
  request(service: Service, prompt: string, maxTokens: number | undefined): ServiceRequest;
  /** `undefined` where the service's answer holds no text. */
  read(body: unknown): ServiceAnswer | undefined;
}

/** One question, one answer, nothing kept between calls. */
export const protocols: Readonly<Record<HttpRunnerName, Protocol>> = {
  openai: {
    request: (service, prompt, maxTokens) => ({
      url: `${service.baseUrl}/chat/completions`,
      headers: service.key === undefined ? {} : { authorization: `Bearer ${service.key}` },
      body: { model: service.model, messages: [{ role: 'user', content: prompt }], ...openaiLimit(service, maxTokens) },
    }),
    read(body) {
      const choice = item(field(body, 'choices'), 0);
      const text = openaiText(field(field(choice, 'message'), 'content'));
      return text === undefined ? undefined : { text, tokens: count(field(field(body, 'usage'), 'total_tokens')) };
    },
  },
  anthropic: {
    request: (service, prompt, maxTokens) => ({
      url: `${service.baseUrl}/messages`,
      headers: {
        'anthropic-version': '2023-06-01',
        ...(service.key === undefined ? {} : { 'x-api-key': service.key }),
      },
      body: {
        model: service.model,
        max_tokens: maxTokens ?? defaultMaxTokens,
        messages: [{ role: 'user', content: prompt }],
      },
    }),
    read(body) {
      const text = joinTexts(field(body, 'content'));
      const usage = field(body, 'usage');
      const input = count(field(usage, 'input_tokens')) ?? 0;
      const output = count(field(usage, 'output_tokens'));
      return text === undefined ? undefined : { text, tokens: output === undefined ? undefined : input + output };
    },
  },
};

/** What a service says about its refusal, in both protocols, cut to a line or two. */
function refusalText(body: unknown): string | undefined {
  const error = field(body, 'error');
  const message = typeof error === 'string' ? error : (field(error, 'message') ?? field(body, 'message'));
  return typeof message === 'string' ? message.slice(0, 300) : undefined;
}

/** This protocol demands a limit. A review with its reasons fits well. */
const defaultMaxTokens = 4096;

/** The service of that name renamed the limit; everybody else kept the old name. */
function openaiLimit(service: Service, maxTokens: number | undefined): Record<string, number> {
  if (maxTokens === undefined) return {};
  return new URL(service.baseUrl).hostname === 'api.openai.com'
    ? { max_completion_tokens: maxTokens }
    : { max_tokens: maxTokens };
}

function openaiText(content: unknown): string | undefined {
  return typeof content === 'string' ? content : joinTexts(content);
}

function joinTexts(parts: unknown): string | undefined {
  if (!Array.isArray(parts)) return undefined;
  const texts = parts.map((part: unknown) => field(part, 'text')).filter((text) => typeof text === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function item(value: unknown, index: number): unknown {
  return Array.isArray(value) ? value[index] : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
