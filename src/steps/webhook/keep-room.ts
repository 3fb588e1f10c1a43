import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Lets nobody keep others out by connections on which nothing is asked: who has not sent all headers within a second is cut off, and
 * where there are too many of these at once, the oldest goes first, since who has something to ask does so at once.
 */
export function keepRoom(server: Server): void {
  const silent = new Map<Socket, NodeJS.Timeout>();
  const forget = (socket: Socket) => {
    clearTimeout(silent.get(socket));
    silent.delete(socket);
  };
  server.on('connection', (socket) => {
    const [oldest] = silent.keys();
    if (oldest && silent.size >= MOST_SILENT) oldest.destroy();
    silent.set(
      socket,
      setTimeout(() => socket.destroy(), TIME_FOR_HEADERS),
    );
    socket.once('close', () => forget(socket));
  });
  server.on('request', ({ socket }) => forget(socket));
}

const MOST_SILENT = 64;
/** Milliseconds. */
const TIME_FOR_HEADERS = 1000;
