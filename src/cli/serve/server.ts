import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface PageServer {
  readonly address: string;
  /** Tells every page that is open to load itself anew. */
  tellChange(): void;
  stop(): void;
}

/**
 * Serves one page on 127.0.0.1 only, on a port that is free. Requests under another name are refused, so that no other site
 * can read the page through a name that it points here.
 */
export async function startServer(page: () => string): Promise<PageServer> {
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    answer(request, response, port, { page, listeners });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    tellChange: () => {
      for (const listener of listeners) listener.write('data: changed\n\n');
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Served {
  readonly page: () => string;
  readonly listeners: Set<ServerResponse>;
}

function answer(request: IncomingMessage, response: ServerResponse, port: number, { page, listeners }: Served): void {
  const { host, origin } = request.headers;
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const isOwn = origin === undefined || names.some((name) => origin === `http://${name}`);
  if (host === undefined || !names.includes(host) || !isOwn) refuse(response, 403);
  else if (request.method !== 'GET') refuse(response, 405);
  else if (request.url === '/') {
    response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page());
  } else if (request.url === '/changes') {
    response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' }).write(':\n\n');
    listeners.add(response);
    response.on('close', () => listeners.delete(response));
  } else refuse(response, 404);
}

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
};

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, headers).end();
}
