import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Something that takes webhooks: it keeps what it gets and answers as instructed. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Settles with the next one that comes, or with the last one that came. */
  next(): Promise<Received>;
  /** As if nothing had come yet. */
  forget(): void;
  close(): Promise<void>;
}

export async function startReceiver(
  answer: (received: Received, response: ServerResponse, count: number) => void = (_, response) => response.end('ok'),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: ((one: Received) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method!,
        url: new URL(request.url!, 'http://receiver'),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      received.push(one);
      answer(one, response, received.length);
      for (const give of waiting.splice(0)) give(one);
    });
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    next: () => {
      const last = received.at(-1);
      return last ? Promise.resolve(last) : new Promise((settle) => waiting.push(settle));
    },
    forget: () => {
      received.length = 0;
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}
