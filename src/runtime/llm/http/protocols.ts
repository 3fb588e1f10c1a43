import type { HttpRunnerName, Service } from './services.js';

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
        max_tokens: maxTokens ?? DEFAULT_MAX_TOKENS,
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
export function refusalText(body: unknown): string | undefined {
  const error = field(body, 'error');
  const message = typeof error === 'string' ? error : (field(error, 'message') ?? field(body, 'message'));
  return typeof message === 'string' ? message.slice(0, 300) : undefined;
}

/** This protocol demands a limit. A review with its reasons fits well. */
const DEFAULT_MAX_TOKENS = 4096;

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
