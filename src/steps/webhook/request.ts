import type { Attempt } from '../../runtime/attempt.js';
import { headerValue, readBody, whyNoAnswer } from '../../runtime/http.js';
import { parseJson } from '../../runtime/json-in-text.js';
import { isThisMachine } from './fields.js';
import type { WebhookValues } from './values.js';

/** A request, all filled in. */
export interface WebhookRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export interface WebhookTexts {
  readonly url: string | undefined;
  readonly method: string | undefined;
  readonly header: ReadonlyMap<string, string> | undefined;
  readonly body: string | undefined;
  readonly body_text: string | undefined;
}

export type BuiltRequest =
  | { readonly ok: true; readonly request: WebhookRequest }
  | { readonly ok: false; readonly problem: string };

/** Makes the request of its texts. Messages do not show the address, which may hold a key. */
export function buildRequest(texts: WebhookTexts, values: WebhookValues): BuiltRequest {
  const { url: address, method = 'POST', body, body_text } = texts;
  if (address === undefined) return refused('nowhere to send it: give --url ADDRESS');
  if (!methods.has(method)) return refused(`--method must be one of ${[...methods].join(', ')}`);
  if (body !== undefined && body_text !== undefined) return refused('give either --body or --body-text, not both');
  if (method === 'GET' && (body ?? body_text) !== undefined) return refused('a GET request has no body');
  const json = body === undefined ? undefined : filledJson(body, values);
  if (json === null) return refused('--body is not JSON; what is plain text goes into --body-text');
  const url = parseUrl(values.address(address));
  const headers = new Headers({ 'user-agent': 'dagweave' });
  const wrong = addHeaders(headers, texts.header ?? new Map(), values);
  const text = json ?? (body_text === undefined ? undefined : values.body(body_text));
  const missing = values.problem();
  if (missing !== undefined) return refused(missing);
  if (!url) return refused('what --url gives is not an address such as https://example.org/hook');
  values.hideAddress(url);
  const unsafe = whyUnsafe(url);
  if (unsafe !== undefined) return refused(unsafe);
  if (wrong !== undefined) return refused(wrong);
  moveCredentials(url, headers);
  if (text !== undefined && !headers.has('content-type'))
    headers.set('content-type', json === undefined ? 'text/plain; charset=utf-8' : 'application/json');
  return { ok: true, request: { url, method, headers, body: text } };
}

const methods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'GET', 'DELETE']);

function refused(problem: string): BuiltRequest {
  return { ok: false, problem };
}

/** Values go into the texts of the JSON, not into its text, so that no value can add to its structure. `null` if it is not JSON. */
function filledJson(template: string, values: WebhookValues): string | null {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return values.body(value);
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [values.body(key), fill(item)]));
  };
  try {
    return JSON.stringify(fill(JSON.parse(template)));
  } catch {
    return null;
  }
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function whyUnsafe({ protocol, hostname }: URL): string | undefined {
  if (protocol === 'https:') return undefined;
  if (protocol !== 'http:') return `nothing is sent by ${protocol.slice(0, -1)}: use https`;
  if (isThisMachine(hostname)) return undefined;
  return 'nothing is sent without encryption: use https; http is for this machine only';
}

/** @returns what is wrong with one of them */
function addHeaders(headers: Headers, given: ReadonlyMap<string, string>, values: WebhookValues): string | undefined {
  for (const [name, template] of given) {
    const value = headerValue(values.header(template));
    if (value === undefined) return `the header ${name} would have a line break or a control character`;
    try {
      headers.set(name, value);
    } catch {
      return `${JSON.stringify(name)} is not a name that a header can have`;
    }
  }
  return undefined;
}

/** A name and a password in an address are for a header; requests with them in the address are refused. */
function moveCredentials(url: URL, headers: Headers): void {
  if (url.username === '' && url.password === '') return;
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  if (!headers.has('authorization'))
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  url.username = '';
  url.password = '';
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly response: unknown }
  /** `passing`: it may be over in a moment. */
  | { readonly kind: 'failed'; readonly status: number | null; readonly reason: string; readonly passing: boolean };

/** Sends once. A redirect is not followed: it would carry headers and body to somebody else. */
export async function send({ url, method, headers, body }: WebhookRequest, attempt: Attempt): Promise<Sent> {
  const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(longestSend)]);
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    const { status } = response;
    if (status < 200 || status > 299) {
      await response.body?.cancel();
      return {
        kind: 'failed',
        status,
        reason: whyRefused(status, url),
        passing: passingStatuses.has(status) || status >= 500,
      };
    }
    return { kind: 'answer', status, response: await readResponse(response) };
  } catch (error) {
    if (attempt.signal.aborted) return broken(`stopped before ${url.host} answered`, false);
    return signal.aborted
      ? broken(`${url.host} did not answer within ${longestSend / 1000} seconds`, true)
      : broken(`could not be sent to ${url.host}: ${whyNoAnswer(error).reason}`, true);
  }
}

/** Waiting to be called back may take long; that a message is taken may not. */
const longestSend = 30_000;

const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

function whyRefused(status: number, { host }: URL): string {
  const redirect =
    status >= 300 && status <= 399 ? ', a redirect, which is not followed: give the address it leads to' : '';
  return `${host} answered ${status}${redirect}`;
}

function broken(reason: string, passing: boolean): Sent {
  return { kind: 'failed', status: null, reason, passing };
}

/** JSON as such where it is short; anything else as text, as far as it is read. */
async function readResponse(response: Response): Promise<unknown> {
  const { bytes, cut } = await readBody(response, mostBytes);
  const text = bytes.toString('utf8');
  if (cut || text.length > mostJson || !(response.headers.get('content-type') ?? '').includes('json')) return text;
  return parseJson(text) ?? text;
}

const mostBytes = 64 * 1024;
const mostJson = 16 * 1024;
