import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

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

/**
 * A page that asks again before anything is decided. Browsers and chat tools fetch links to preview them or to check them, so
 * that merely opening one must not approve anything.
 * @param action what the link was for; both ways are offered where it names none
 */
export function confirmationPage(token: string, action: string | undefined): string {
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
