import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCollector, type Diagnostic } from '../../diagnostics/diagnostics.js';
import type { SourceFile } from '../../model/source.js';
import { createColors } from '../../render/colors.js';
import { prettyDiagnostics } from '../../render/diagnostics.js';
import { messagePage } from '../../render/html/report.js';
import { createLocator } from '../../render/locator.js';
import type { Call } from '../call.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { GlobalOptions } from '../options.js';
import { showDiagnostics } from '../show-diagnostics.js';
import { type Run, runOnChange } from './run-on-change.js';

interface ServeOptions extends GlobalOptions {
  readonly view?: string;
}

/** Serves a page until the process is asked to end. The page follows the files. */
export async function serveView(call: Call<ServeOptions>, look: () => Promise<Look>): Promise<ExitCode> {
  const refused = refusal(call);
  if (refused) {
    showDiagnostics(refused, [], call);
    return exitCodes.usage;
  }
  let page = '';
  let server: PageServer | undefined;
  try {
    for await (const shown of runOnChange(call.inputs, look)) {
      page = pageOf(shown);
      if (server) server.tellChange();
      else {
        showDiagnostics(shown.diagnostics, shown.sources, call);
        server = await startServer(() => page);
        call.terminal.messages.write(`Serving ${server.address} until this command is stopped (Ctrl+C).\n`);
      }
    }
  } finally {
    server?.stop();
  }
  return exitCodes.fine;
}

function refusal({ inputs, options }: Call<ServeOptions>) {
  const { report, all } = createCollector();
  if (options.view !== undefined && options.view !== 'html') {
    report('DW809', { first: '--serve', second: `--view ${options.view}` });
  }
  if (inputs.length === 0 || inputs.includes('-')) report('DW809', { first: '--serve', second: 'standard input' });
  return all().length > 0 ? all() : undefined;
}

function pageOf(shown: Look): string {
  return shown.page ?? messagePage(textOf(shown));
}

function textOf({ diagnostics, sources }: Look): string {
  return prettyDiagnostics(diagnostics, createLocator(sources), { colors: createColors(false), columns: 120 });
}

/** What one look at the files gives. */
export interface Look extends Run {
  /** `undefined` where something is in the way; then the diagnostics are shown. */
  readonly page: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that diagnostics point into. */
  readonly sources: readonly SourceFile[];
}

interface PageServer {
  readonly address: string;
  /** Tells every page that is open to load itself anew. */
  tellChange(): void;
  stop(): void;
}

/**
 * Serves one page on 127.0.0.1 only, on a port that is free. Requests under another name are refused, so that no other site
 * can read the page through a name that it points here.
 */
async function startServer(page: () => string): Promise<PageServer> {
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
