import type { EventContext, HttpHandler } from '../../model/event.js';
import { headerValue, readBody, whyNoAnswer } from '../../runtime/http.js';
import type { HandlerAttempt, HandlerEnd } from './handler.js';

/** Posts the context as JSON; the body of the response is the answer. A service cannot block by its status alone. */
export async function runHttp(
  { url, headers, allowedVariables }: HttpHandler,
  context: EventContext,
  { host: { variable: ofHost }, env, signal }: HandlerAttempt,
): Promise<HandlerEnd> {
  // The address itself is not shown, since it may hold a key.
  const { host } = new URL(url);
  const allowed = new Set(allowedVariables);
  const variable = (name: string) => (allowed.has(name) ? (env.get(name) ?? ofHost(name) ?? '') : '');
  const filled: [string, string][] = [['content-type', 'application/json']];
  for (const [name, text] of headers) {
    // Variables often end with a line break that nobody means.
    const value = headerValue(fill(text, variable).trim());
    if (value === undefined) return unable(`the header ${name} would have a line break or a control character`);
    filled.push([name, value]);
  }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: filled,
      body: JSON.stringify(context),
      // A hook that is sent on would hand the context to somebody whom nobody named.
      redirect: 'manual',
      signal,
    });
    const { bytes, cut } = await readBody(response, mostBodyBytes);
    if (cut) return unable(`the answer of ${host} has more than ${mostBodyBytes} bytes`);
    if (!response.ok) return unable(`${host} answered with status ${response.status}`);
    return { kind: 'answered', stdout: bytes.toString('utf8'), stderr: '' };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted', stdout: '', stderr: '' };
    return unable(`${host}: ${whyNoAnswer(error).reason.replaceAll(url, 'the address')}`);
  }
}

/** `$NAME` and `${NAME}` of variables that the hook may read; all others are empty. */
function fill(text: string, variable: (name: string) => string): string {
  return text.replace(/\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g, (_, braced, plain) => variable(braced ?? plain));
}

const mostBodyBytes = 1024 * 1024;

function unable(reason: string): HandlerEnd {
  return { kind: 'unable', reason, stdout: '', stderr: '' };
}
