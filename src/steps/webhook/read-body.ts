import type { IncomingMessage } from 'node:http';

export type Body = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'too-large' | 'gone' };

/** Reads a body to its end, or until it is larger than it may be. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
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
