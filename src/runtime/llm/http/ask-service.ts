import type { Attempt } from '../../attempt.js';
import type { ModelReply } from '../target.js';
import { protocols, refusalText } from './protocols.js';
import { findService, type Service, type ServiceSettings } from './services.js';
import { steadyFetch } from './steady-fetch.js';

/** Bytes of an answer that are read at most: far more than the longest answer of a model. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

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
    maxBytes: MAX_ANSWER_BYTES,
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
  const body = parse(text);
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

/** `undefined` for what is no JSON. The native parser is iterative, so depth does no harm. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
