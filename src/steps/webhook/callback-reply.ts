import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { messagePage } from './callback-page.js';

/** In HTML for a browser, else as plain text. */
export function reply(
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

export function respond(
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
