import { writeSync } from 'node:fs';

/**
 * Writes to standard output at once, without the stream of the platform, so that a process which is about to end loses nothing.
 * Returns false where nobody reads any more.
 */
export function printResult(text: string): boolean {
  let rest = Buffer.from(`${text}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
      // The reader is slow and the pipe full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
  return true;
}

/** Writes for a person. Where nobody reads standard error any more, that is no reason to end the step. */
export function writeStderr(text: string): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  process.stderr.write(text);
}
