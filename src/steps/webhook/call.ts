import * as z from 'zod/mini';
import { checkedBy } from '../check.js';
import { commandCall, pairsOf } from '../command-call.js';
import { environment, filledText } from '../fields.js';
import type { StepType } from '../step-type.js';
import { templateWords } from '../template-words.js';
import { addressProblem } from './address.js';
import { usualCallbackPort, webhookFlags } from './fields.js';

const methods = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'] as const;

const address = filledText().check((text) => {
  const message = addressProblem(text.value);
  if (message !== undefined) text.issues.push({ code: 'custom', input: text.value, message });
});

const headerName = z.string().check(z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not a name that a header can have'));

const fields = z
  .strictObject({
    url: address,
    method: z.optional(z.enum(methods)),
    headers: z.optional(z.record(headerName, z.union([z.string(), z.number(), z.boolean()]))),
    body: z.optional(z.unknown()),
    env: z.optional(environment()),
    callback: z.optional(z.boolean()),
    callback_port: z.optional(z.int().check(z.gte(0), z.lte(65_535))),
    callback_url: z.optional(address),
    on_timeout: z.optional(z.enum(['abort', 'continue'])),
  })
  .check(
    z.refine(({ method, body }) => method !== 'GET' || body === undefined, {
      path: ['body'],
      error: 'cannot be sent with `method: GET`: put what it says into the address',
    }),
    ...(['callback_port', 'callback_url', 'on_timeout'] as const).map((field) =>
      z.refine<CallbackFields>((config) => config.callback === true || config[field] === undefined, {
        path: [field],
        error: 'is for a step with `callback: true`, which waits to be called back',
      }),
    ),
  );

interface CallbackFields {
  readonly callback?: boolean | undefined;
  readonly callback_port?: unknown;
  readonly callback_url?: unknown;
  readonly on_timeout?: unknown;
}

/** A message to another service; with `callback` it waits for somebody to decide. */
export const webhook: StepType<z.infer<typeof fields>> = {
  name: 'webhook',
  ...checkedBy(fields),
  boundedResult: true,
  asksModel: false,
  sends: true,
  listensAt: ({ callback, callback_port }) => (callback ? (callback_port ?? usualCallbackPort) : undefined),
  /** Of sending: a decision is never asked for again. */
  policy: { retries: 3 },
  outputName: ({ callback }) => (callback ? 'HOOK_RESPONSE' : undefined),
  call(config, context) {
    const { binder } = context;
    const words = templateWords(binder);
    const headers = Object.entries(config.headers ?? {});
    const sent = {
      method: config.method,
      url: words.text(config.url),
      header:
        headers.length > 0
          ? headers.map(([name, value]) => ({ name, value: literal(words.text(String(value))) }))
          : undefined,
      ...bodyOf(config.body, words),
    };
    const values = {
      ...sent,
      callback: config.callback ? true : undefined,
      callback_port: config.callback_port,
      callback_url: config.callback_url && words.text(config.callback_url),
      on_timeout: config.on_timeout,
      print: config.callback ? 'response' : undefined,
      env: pairsOf(config.env, binder),
      var: words.variables(),
    };
    return commandCall('webhook', webhookFlags, values, context);
  },
};

function bodyOf(body: unknown, words: ReturnType<typeof templateWords>) {
  if (body === undefined) return {};
  return typeof body === 'string' ? { body_text: words.text(body) } : { body: JSON.stringify(words.json(body)) };
}

function literal(text: string) {
  return [{ kind: 'text', text } as const];
}
