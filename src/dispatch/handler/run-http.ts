import type { EventContext, HttpHandler } from '../../model/event.js';
import type { HandlerAttempt, HandlerEnd } from './handler.js';

/** Posts the context as JSON; the body of the response is the answer. A service cannot block by its status alone. */
export async function runHttp(
  { url, headers, allowedVariables }: HttpHandler,
  context: EventContext,
  { host, env, signal }: HandlerAttempt,
): Promise<HandlerEnd> {
  const allowed = new Set(allowedVariables);
  const variable = (name: string) => (allowed.has(name) ? (env.get(name) ?? host.variable(name) ?? '') : '');
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: [
        ['content-type', 'application/json'],
        ...[...headers].map(([name, text]) => [name, fill(text, variable)]),
      ],
      body: JSON.stringify(context),
      // A hook that is sent on would hand the context to somebody whom nobody named.
      redirect: 'manual',
      signal,
    });
    const body = await readBody(response);
    if (body === undefined) return unable(`the answer of ${url} has more than ${MAX_BODY} bytes`);
    if (!response.ok) return unable(`${url} answered with status ${response.status}`);
    return { kind: 'answered', stdout: body, stderr: '' };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted', stdout: '', stderr: '' };
    return unable(`${url}: ${reasonOf(error)}`);
  }
}

/** `$NAME` and `${NAME}` of variables that the hook may read; all others are empty. */
function fill(text: string, variable: (name: string) => string): string {
  return text.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced, plain) => variable(braced ?? plain));
}

const MAX_BODY = 1024 * 1024;

async function readBody(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The platform says "fetch failed" and keeps the reason behind it. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function unable(reason: string): HandlerEnd {
  return { kind: 'unable', reason, stdout: '', stderr: '' };
}
