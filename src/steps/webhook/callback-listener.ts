import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { CallbackAnswer } from './callback-answer.js';
import { type Desk, serve } from './callback-desk.js';

export interface CallbackListener {
  /** Where to call back, with a token that is good for one decision. */
  readonly url: string;
  /** Settles with the first decision, a moment after who made it has been answered. */
  readonly answered: Promise<CallbackAnswer>;
  /** Ends every connection. */
  close(): void;
}

export type Listening =
  | { readonly ok: true; readonly listener: CallbackListener }
  | { readonly ok: false; readonly problem: string };

export interface ListenOptions {
  /** On this machine; 0 takes a free one. */
  readonly port: number;
  /** How others reach the port; `undefined` where only this machine does. */
  readonly publicUrl: string | undefined;
  /** A line for the log, about callers that decided nothing. */
  say(line: string): void;
}

/** Not a name for it, which others may take for another address, such as that of IPv6. */
const ownAddress = '127.0.0.1';

/** Listens on this machine only, for one decision. */
export async function listenForCallback({ port, publicUrl, say }: ListenOptions): Promise<Listening> {
  const token = randomBytes(24).toString('base64url');
  const isPublic = publicUrl !== undefined;
  const desk: Desk = { token, isPublic, decided: false, settle: () => {}, say: fewLines(say) };
  const answered = new Promise<CallbackAnswer>((settle) => {
    desk.settle = (answer) => setTimeout(settle, momentMilliseconds, answer);
  });
  const server = createServer(patience, (request, response) => {
    serve(desk, request, response).catch(() => response.destroy());
  });
  keepRoom(server);
  const problem = await listen(server, port);
  if (problem !== undefined) return { ok: false, problem };
  const base = (publicUrl ?? `http://${ownAddress}:${(server.address() as AddressInfo).port}`).replace(
    /(?<!\/)\/+$/,
    '',
  );
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { ok: true, listener: { url: `${base}/callback?token=${token}`, answered, close } };
}

/** Milliseconds in which who called at the same time still gets the answer that this is already decided. */
const momentMilliseconds = 250;

/** Who sends a body slowly is cut off; headers have less time, see `keepRoom`. */
const patience = {
  headersTimeout: 5000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 1000,
  maxHeaderSize: 16 * 1024,
};

function listen(server: Server, port: number): Promise<string | undefined> {
  return new Promise((settle) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse =
        'is in use on this machine, perhaps by another step that waits; give this one its own with callback_port (--callback-port), or 0 for any that is free';
      const why = error.code === 'EADDRINUSE' ? inUse : `cannot be listened on: ${error.code ?? error.message}`;
      settle(`port ${port} ${why}`);
    });
    server.listen(port, ownAddress, () => settle(undefined));
  });
}

/** Says what callers do, who may be many and bad, in a few lines: the first ones, and once that more are not said. */
function fewLines(say: (line: string) => void): (line: string) => void {
  let said = 0;
  return (line) => {
    said += 1;
    if (said <= mostReported) say(line);
    else if (said === mostReported + 1) say('further calls without a decision are no longer reported; still waiting');
  };
}

const mostReported = 20;

/**
 * Lets nobody keep others out by connections on which nothing is asked: who has not sent all headers within a second is cut off, and
 * where there are too many of these at once, the oldest goes first, since who has something to ask does so at once.
 */
function keepRoom(server: Server): void {
  const silent = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket) => {
    clearTimeout(silent.get(socket));
    silent.delete(socket);
  };
  server.on('connection', (socket) => {
    const [oldest] = silent.keys();
    if (oldest && silent.size >= mostSilent) oldest.destroy();
    silent.set(
      socket,
      setTimeout(() => socket.destroy(), timeForHeaders),
    );
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }) => forget(socket));
}

const mostSilent = 64;
/** Milliseconds. */
const timeForHeaders = 1000;
