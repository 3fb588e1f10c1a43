import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { actions, answerFromBody, answerFromQuery, type CallbackAnswer, type ReadAnswer } from './callback-answer.js';

/** Where the decision is taken. */
export interface Desk {
  readonly token: string;
  readonly isPublic: boolean;
  decided: boolean;
  settle(answer: CallbackAnswer): void;
  /** A line for the log, about callers that decided nothing. */
  say(line: string): void;
}

/** Answers one caller, and decides where it says how. */
export async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', headers } = request;
  const { path, query } = readTarget(request.url ?? '');
  if (!/(?:^|\/)callback\/?$/.test(path)) return reply(response, 404, 'There is nothing here.', headers);
  if (method === 'OPTIONS') return reply(response, 204, '', headers, { allow: allowedMethods });
  if (!isToken(desk.token, query.get('token'))) {
    desk.say('somebody called back without the right token; still waiting');
    return reply(response, 403, 'This link is not valid.', headers);
  }
  if (desk.decided) return reply(response, 410, 'This has been decided already.', headers);
  if (method === 'HEAD') return reply(response, 200, '', headers);
  if (method === 'GET') {
    if (!mayOnlyLook(desk, headers)) return decide(desk, answerFromQuery(query), response, headers);
    const action = query.get('action')?.trim().toLowerCase();
    const page = confirmationPage(desk.token, action !== undefined && actions.includes(action) ? action : undefined);
    return respond(response, 200, page, 'text/html; charset=utf-8');
  }
  if (method !== 'POST') return reply(response, 405, 'Use GET or POST.', headers, { allow: allowedMethods });
  const body = await readBody(request, mostBytes);
  if (body.kind === 'too-large') return reply(response, 413, `At most ${mostBytes} bytes are read.`, headers);
  if (body.kind !== 'text') return;
  // Another one may have decided while this body came in.
  if (desk.decided) return reply(response, 410, 'This has been decided already.', headers);
  decide(desk, answerFromBody(body.text, headers['content-type'] ?? '', query), response, headers);
}

const allowedMethods = 'GET, HEAD, POST, OPTIONS';
const mostBytes = 32 * 1024;

function decide(desk: Desk, read: ReadAnswer, response: ServerResponse, headers: IncomingHttpHeaders): void {
  if (!read.ok) {
    desk.say(`somebody called back, and nothing was decided: ${read.problem}`);
    reply(response, 400, read.problem, headers);
    return;
  }
  desk.decided = true;
  response.once('close', () => desk.settle(read.answer));
  reply(response, 200, `The workflow received the decision: ${read.answer.decision}.`, headers);
}

/** A link joined to the address with `?` makes a second one, and both mean that a part of the query follows. */
function readTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = target.indexOf('?');
  if (at === -1) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1).replaceAll('?', '&')) };
}

function isToken(token: string, given: string | null): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return given !== null && timingSafeEqual(digest(token), digest(given));
}

/**
 * Does a GET come from something that shows or checks links, rather than from somebody who decided? Browsers say that they want
 * HTML or that they fetch ahead, and what fetches previews names itself. Where others than this machine reach the listener, no
 * GET decides.
 */
function mayOnlyLook({ isPublic }: Desk, headers: IncomingHttpHeaders): boolean {
  if (isPublic || (headers.accept ?? '').includes('text/html')) return true;
  if (['purpose', 'sec-purpose', 'x-purpose', 'x-moz'].some((name) => headers[name] !== undefined)) return true;
  return /bot\b|preview|crawler|spider|slack|teams|skype|discord|telegram|whatsapp|facebook|mattermost/i.test(
    headers['user-agent'] ?? '',
  );
}

type Body = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-large' | 'gone' };

/** Reads a body to its end, or until it is larger than it may be. */
function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        request.pause();
        settle({ kind: 'too-large' });
      }
    });
    request.on('end', () => settle({ kind: 'text', text: Buffer.concat(chunks).toString('utf8') }));
    request.on('error', () => settle({ kind: 'gone' }));
    request.on('close', () => settle({ kind: 'gone' }));
  });
}

/** In HTML for a browser, else as plain text. */
function reply(
  response: ServerResponse,
  status: number,
  message: string,
  headers: IncomingHttpHeaders,
  more: Readonly<Record<string, string>> = {},
): void {
  const isBrowser = (headers.accept ?? '').includes('text/html');
  const text = message === '' ? '' : isBrowser ? messagePage(message) : `${message}\n`;
  respond(response, status, text, isBrowser ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8', more);
}

function respond(
  response: ServerResponse,
  status: number,
  text: string,
  type: string,
  more: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    connection: 'close',
    ...more,
  });
  response.end(text);
}

/**
 * A page that asks again before anything is decided. Browsers and chat tools fetch links to preview them or to check them, so
 * that merely opening one must not approve anything.
 * @param action what the link was for; both ways are offered where it names none
 */
function confirmationPage(token: string, action: string | undefined): string {
  const offered = action === undefined ? ['approve', 'reject'] : [action];
  const buttons = offered.map((name) => `<button name="action" value="${escaped(name)}">${label(name)}</button>`);
  return page(
    'A workflow waits for you',
    `<form method="post" action="?token=${encodeURIComponent(token)}">
<p><label>Message (optional)<br><input name="message" maxlength="2000" size="60"></label></p>
<p>${buttons.join(' ')}</p>
</form>`,
  );
}

/** What a person sees in the end. */
function messagePage(message: string): string {
  return page(message, '');
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}button{font:inherit;padding:.5rem 1.5rem}</style>
<h1>${escaped(title)}</h1>
${body}
</html>
`;
}

function label(action: string): string {
  return escaped(action[0]!.toUpperCase() + action.slice(1));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
