import { constants, createReadStream, promises, readFileSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Report } from '../diagnostics/diagnostics.js';
import { reasonOf } from '../runtime/reason.js';
import { createDecoder, type Decoded, decodeUtf8 } from './decode-utf8.js';

/** The text of a file, strictly UTF-8; `undefined` after a report. */
export async function readText(path: string, report: Report): Promise<string | undefined> {
  return textOf(path, () => readFound(path), report);
}

/** @param path what messages call it */
export async function readStandardInput(path: string, report: Report): Promise<string | undefined> {
  if (process.stdin.isTTY) process.stderr.write('dagweave: reading a workflow from standard input; Ctrl-D ends it\n');
  return textOf(path, () => readStream(process.stdin), report);
}

/** What is there, or how many bytes there are, at least, where they are too many. */
type Found = Decoded | { readonly bytes: number };

async function textOf(path: string, read: () => Promise<Found>, report: Report): Promise<string | undefined> {
  try {
    const found = await read();
    if (typeof found === 'string') return found;
    if ('invalid' in found) report('DW803', { path, offset: found.invalid });
    else report('DW804', { path, bytes: found.bytes, limit: largestInput });
  } catch (error) {
    report('DW802', { path, reason: reasonOf(error) });
  }
  return undefined;
}

async function readFound(path: string): Promise<Found> {
  const found = statSync(path);
  if (!found.isFile()) return readStream(found.isFIFO() ? readPipe(path) : createReadStream(path));
  if (found.size > largestInput) return { bytes: found.size };
  return (found.size > smallInput ? readAsText(path) : undefined) ?? decodeUtf8(readFileSync(path));
}

/**
 * Read as text at once, a large file is never in memory twice: its bytes would stay there until the collector next looks at all.
 * `undefined` where a replacement character is in it: it may be there in place of bytes that are no UTF-8.
 */
function readAsText(path: string): string | undefined {
  const text = readFileSync(path, 'utf8');
  return text.includes('\uFFFD') ? undefined : text;
}

/** Up to here there is room for the bytes of a file beside its text: to decode them takes a third of the time of reading it as text. */
const smallInput = 32 * 1024 * 1024;

/** Reads to the end, also behind a byte that is no UTF-8: a program that writes to a pipe is not stopped. */
async function readStream(stream: AsyncIterable<Buffer>): Promise<Found> {
  const decoder = createDecoder();
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes > largestInput) return { bytes };
    decoder.add(part);
  }
  return decoder.end();
}

/** Below the longest string that Node can hold, with room for the result. */
const largestInput = 256 * 1024 * 1024;

/** Reads a named pipe to its end. To open it in the usual way would be to wait, without end, for somebody who writes to it. */
async function* readPipe(path: string): AsyncGenerator<Buffer, void> {
  const pipe = await promises.open(path, constants.O_RDONLY | constants.O_NONBLOCK);
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
      if (chunk === 'none yet' || chunk.length === 0) await new Promise((resolve) => setTimeout(resolve, interval));
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
