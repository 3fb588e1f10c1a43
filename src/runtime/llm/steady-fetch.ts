import { readBody, whyNoAnswer } from '../http.js';

export interface FetchLimits {
  /** Ends everything: the deadline over all tries, or the end of the step. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970 at which the signal will fire; `undefined` where there is no deadline. */
  readonly deadline: number | undefined;
  readonly maxBytes: number;
  /** Called with a text whenever a try failed and another one follows. */
  onRetry(message: string): void;
}

/**
 * A `fetch` for slow and overloaded services: tries again after 429, 5xx and broken connections, waiting longer each time or as
 * long as `retry-after` says, as far as the deadline allows. The response comes with its body read whole, up to `maxBytes`.
 * Follows no redirect, since a redirect would carry the key elsewhere. Rejects with an `Error` whose message is fit for people.
 */
export function steadyFetch(limits: FetchLimits): typeof fetch {
  return async (input, init) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await tryOnce(input, init, limits);
      limits.signal.throwIfAborted();
      if (outcome.kind === 'response' && !isPassing(outcome.response.status)) return outcome.response;
      const wait = waitBefore(tries, outcome);
      const inTime = wait <= longestWait && Date.now() + wait < (limits.deadline ?? Number.POSITIVE_INFINITY);
      if (tries === mostTries || !inTime || (outcome.kind === 'broken' && !outcome.passing)) return give(outcome);
      limits.onRetry(`${describe(outcome)}; trying again in ${(wait / 1000).toFixed(1)} s`);
      await sleep(wait, limits.signal);
    }
  };
}

const mostTries = 5;
const firstWait = 500;
const longestWait = 600_000;

type Reply =
  | { readonly kind: 'response'; readonly response: Response }
  | { readonly kind: 'broken'; readonly error: Error; readonly passing: boolean };

async function tryOnce(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  limits: FetchLimits,
): Promise<Reply> {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual', signal: limits.signal });
    const { bytes, cut } = await readBody(response, limits.maxBytes);
    if (cut) throw new Error(`the service's answer is larger than ${limits.maxBytes} bytes`);
    const { status, statusText, headers } = response;
    return {
      kind: 'response',
      response: new Response(isEmptyStatus(status) ? null : bytes, { status, statusText, headers: plain(headers) }),
    };
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error));
    const { code, reason } = whyNoAnswer(known);
    const told = known.cause instanceof Error ? `no answer from the service (${reason})` : known.message;
    return { kind: 'broken', error: new Error(told, { cause: known }), passing: passingCodes.has(code ?? '') };
  }
}

/** The body was unpacked while it was read, so what describes its packed form no longer holds. */
function plain(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-encoding');
  copy.delete('content-length');
  return copy;
}

/** A full queue, an overload, a restart: what may be over in a moment. */
function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

function isEmptyStatus(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

const passingCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function waitBefore(tries: number, outcome: Reply): number {
  const asked = outcome.kind === 'response' ? retryAfter(outcome.response.headers) : undefined;
  // Gates of one run hit the same limit at the same moment; a little chance keeps them from coming back together.
  return asked ?? firstWait * 2 ** (tries - 1) * (0.75 + Math.random() / 2);
}

function retryAfter(headers: Headers): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? 'none');
  if (milliseconds >= 0) return milliseconds;
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (value.trim() !== '' && seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function give(outcome: Reply): Response {
  if (outcome.kind === 'broken') throw outcome.error;
  return outcome.response;
}

function describe(outcome: Reply): string {
  return outcome.kind === 'response' ? `the service answered ${outcome.response.status}` : outcome.error.message;
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
