import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** Reads a named pipe to its end. To open it in the usual way would be to wait, without end, for somebody who writes to it. */
export async function* readPipe(path: string): AsyncGenerator<Buffer, void> {
  const pipe = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const latest = Date.now() + patience;
    let hasWriter = false;
    for (;;) {
      const chunk = await nextChunk(pipe);
      if (chunk !== 'none yet' && chunk.length > 0) yield chunk;
      if (chunk === 'none yet' || chunk.length > 0) hasWriter = true;
      else if (hasWriter) return;
      else if (Date.now() > latest)
        throw new Error(`it is a pipe, and nothing wrote to it for ${patience / 1000} seconds`);
      if (chunk === 'none yet' || chunk.length === 0) await wait(interval);
    }
  } finally {
    await pipe.close();
  }
}

const patience = 10_000;
const interval = 20;

/** Empty where nobody has the pipe open to write to it. */
async function nextChunk(pipe: FileHandle): Promise<Buffer | 'none yet'> {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    const { bytesRead } = await pipe.read(buffer, 0, buffer.length, null);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 'none yet';
    throw error;
  }
}
