import type { Attempt } from '../../runtime/attempt.js';
import { parseJson } from './parse-json.js';
import type { WebhookRequest } from './request.js';

export type Sent =
  | { readonly kind: 'answer'; readonly status: number; readonly response: unknown }
  /** `passing`: it may be over in a moment. */
  | { readonly kind: 'failed'; readonly status: number | null; readonly reason: string; readonly passing: boolean };

/** Sends once. A redirect is not followed: it would carry headers and body to somebody else. */
export async function send({ url, method, headers, body }: WebhookRequest, attempt: Attempt): Promise<Sent> {
  const signal = AbortSignal.any([attempt.signal, AbortSignal.timeout(LONGEST_SEND)]);
  try {
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    const { status } = response;
    if (status < 200 || status > 299) {
      await response.body?.cancel();
      return { kind: 'failed', status, reason: whyRefused(status, url), passing: PASSING.has(status) || status >= 500 };
    }
    return { kind: 'answer', status, response: await readResponse(response) };
  } catch (error) {
    if (attempt.signal.aborted) return broken(`stopped before ${url.host} answered`, false);
    return signal.aborted
      ? broken(`${url.host} did not answer within ${LONGEST_SEND / 1000} seconds`, true)
      : broken(`could not be sent to ${url.host}: ${reasonOf(error)}`, true);
  }
}

/** Waiting to be called back may take long; that a message is taken may not. */
const LONGEST_SEND = 30_000;

const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

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
  const { text, cut } = await readCapped(response);
  if (cut || text.length > MOST_JSON || !(response.headers.get('content-type') ?? '').includes('json')) return text;
  return parseJson(text) ?? text;
}

const MOST_BYTES = 64 * 1024;
const MOST_JSON = 16 * 1024;

async function readCapped(response: Response): Promise<{ readonly text: string; readonly cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size <= MOST_BYTES) continue;
    await reader?.cancel();
    break;
  }
  return { text: Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8'), cut: size > MOST_BYTES };
}

/** What fetch rejects with hides the reason in its cause, and that of several addresses in theirs. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(first instanceof Error)) return error instanceof Error ? error.message : String(error);
  const { code } = first as NodeJS.ErrnoException;
  return code ?? first.message;
}
