import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { actions, answerFromBody, answerFromQuery, type CallbackAnswer, type ReadAnswer } from './callback-answer.js';
import { confirmationPage, reply, respond } from './callback-page.js';

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
  if (method === 'OPTIONS') return reply(response, 204, '', headers, { allow: METHODS });
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
  if (method !== 'POST') return reply(response, 405, 'Use GET or POST.', headers, { allow: METHODS });
  const body = await readBody(request, MOST_BYTES);
  if (body.kind === 'too-large') return reply(response, 413, `At most ${MOST_BYTES} bytes are read.`, headers);
  if (body.kind !== 'text') return;
  // Another one may have decided while this body came in.
  if (desk.decided) return reply(response, 410, 'This has been decided already.', headers);
  decide(desk, answerFromBody(body.text, headers['content-type'] ?? '', query), response, headers);
}

const METHODS = 'GET, HEAD, POST, OPTIONS';
const MOST_BYTES = 32 * 1024;

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
