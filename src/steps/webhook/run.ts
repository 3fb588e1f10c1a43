import { type Outcome, unable } from '../../runtime/attempt.js';
import type { ValuesOf } from '../fields.js';
import { runnable, type StepAttempt } from '../runnable.js';
import type { CallbackListener, Listening } from './callback-listener.js';
import { usualCallbackPort, webhookFields } from './fields.js';
import { buildRequest, type Sent, send, type WebhookRequest } from './request.js';
import { webhookValues } from './values.js';

type Flags = ValuesOf<typeof webhookFields>;

/** Sends a message; with `--callback` it waits for somebody to decide. */
export const run = runnable(
  webhookFields,
  ({ callback }) => (callback ? 3600 : 120),
  async (flags, attempt) => {
    const problem = flagProblem(flags);
    if (problem !== undefined) return unable(problem);
    const listening = flags.callback ? await startListening(flags, attempt) : undefined;
    if (listening && !listening.ok) return unable(listening.problem);
    const listener = listening?.listener;
    try {
      const outcome = await sendAndWait(flags, listener, attempt);
      return flags.print === 'response' ? { ...outcome, prints: outcome.fields.response ?? {} } : outcome;
    } finally {
      listener?.close();
    }
  },
  { anywhere: true },
);

function flagProblem({ on_timeout, print, callback_port }: Flags): string | undefined {
  if (!['abort', 'continue', undefined].includes(on_timeout)) return '--on-timeout must be abort or continue';
  if (!['result', 'response', undefined].includes(print)) return '--print must be result or response';
  const isPort = callback_port === undefined || (Number.isInteger(callback_port) && inRange(callback_port, 0, 65_535));
  return isPort ? undefined : '--callback-port must be a whole number from 0 to 65535';
}

function inRange(value: number, from: number, to: number): boolean {
  return value >= from && value <= to;
}

async function startListening(
  { callback_port, callback_url }: Flags,
  { host, dryRun }: StepAttempt,
): Promise<Listening> {
  const { listenForCallback } = await import('./callback-listener.js');
  const port = dryRun ? 0 : (callback_port ?? usualCallbackPort);
  return listenForCallback({ port, publicUrl: callback_url, say: host.say });
}

async function sendAndWait(
  flags: Flags,
  listener: CallbackListener | undefined,
  attempt: StepAttempt,
): Promise<Outcome> {
  const { host } = attempt;
  const values = await webhookValues(flags.var ?? new Map(), listener?.url, attempt);
  const built = buildRequest(flags, values);
  if (!built.ok) return unable(built.problem);
  if (attempt.dryRun)
    return { verdict: 'success', skipped: true, fields: { status: null, would_send: described(built.request) } };
  const sent = await send(built.request, attempt);
  if (sent.kind === 'failed') return notSent(sent);
  if (!listener) return { verdict: 'success', fields: { status: sent.status, response: sent.response } };
  host.say(`sent; waiting to be called back on ${new URL(listener.url).host}`);
  return decision(flags, listener, sent.status, attempt);
}

function notSent({ status, reason, passing }: Extract<Sent, { kind: 'failed' }>): Outcome {
  return { verdict: 'failure', error: reason, retriable: passing, fields: { status, response: null } };
}

function described({ url, method, headers, body }: WebhookRequest) {
  return { method, url: url.href, headers: Object.fromEntries(headers), body: body ?? null };
}

/** A message that was taken is not sent again, so nothing from here on is tried again. */
async function decision(
  flags: Flags,
  listener: CallbackListener,
  status: number,
  attempt: StepAttempt,
): Promise<Outcome> {
  const answer = await Promise.race([listener.answered, aborted(attempt.signal)]);
  if (!answer) {
    const goesOn = flags.on_timeout === 'continue' && !attempt.host.stopped.aborted;
    const fields = { status, response: null, timed_out: !attempt.host.stopped.aborted };
    return { verdict: goesOn ? 'success' : 'failure', error: 'no callback arrived', retriable: false, fields };
  }
  const { decision: decided, response } = answer;
  const fields = { status, decision: decided, response };
  if (decided === 'approved') return { verdict: 'success', fields };
  const message = typeof response.message === 'string' && response.message !== '' ? `: ${response.message}` : '';
  return { verdict: 'blocked', error: `rejected${message}`, fields };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((settle) => {
    if (signal.aborted) settle(undefined);
    else signal.addEventListener('abort', () => settle(undefined), { once: true });
  });
}
