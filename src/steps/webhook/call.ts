import { commandCall, literal, pairsOf, templateWords } from '../command-call.js';
import { stepType } from '../step-type.js';
import { usualCallbackPort, webhookFields } from './fields.js';

/** A message to another service; with `callback` it waits for somebody to decide. */
export const webhook = stepType(
  'webhook',
  webhookFields,
  {
    boundedResult: true,
    asksModel: false,
    sends: true,
    needs: ({ url }) => (URL.canParse(url) && !url.includes('{{') ? [{ kind: 'address', url }] : []),
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
      return commandCall('webhook', webhookFields, context, values);
    },
  },
  [
    {
      field: 'body',
      holds: ({ method, body }) => method !== 'GET' || body === undefined,
      error: 'cannot be sent with `method: GET`',
      help: 'put what it says into the address, or write another `method`',
    },
    ...(['callback_port', 'callback_url', 'on_timeout'] as const).map((field) => ({
      field,
      holds: (config: { readonly callback?: boolean | undefined; readonly [other: string]: unknown }) =>
        config.callback === true || config[field] === undefined,
      error: 'is for a step with `callback: true`, which waits to be called back',
      help: 'add `callback: true`, or take the field out',
    })),
  ],
);

function bodyOf(body: unknown, words: ReturnType<typeof templateWords>) {
  if (body === undefined) return {};
  return typeof body === 'string' ? { body_text: words.text(body) } : { body: JSON.stringify(words.json(body)) };
}
