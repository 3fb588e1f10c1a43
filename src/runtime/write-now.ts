import { writeSync } from 'node:fs';
import { bytesOf, chunksOf } from './text-chunks.js';

/**
 * Writes to a standard stream, or another open file, at once, without the stream of the platform: that one takes its time to load,
 * and a process that is about to end would lose what still waits in it.
 * @param text may be in pieces
 * @throws where nobody reads any more, or nothing more can be written
 */
export function writeNow(file: number, text: string | Iterable<string>): void {
  for (const bytes of bytesOf(chunksOf(text))) writeBytes(file, bytes);
}

function writeBytes(file: number, bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(file, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      // The reader is slow and the pipe full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
