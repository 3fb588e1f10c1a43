import { execFileSync, spawn } from 'node:child_process';
import { constants, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { program } from './run-dagweave.js';

/** A process that has the built command loaded, and answers one call after another. */
export interface WarmServer {
  /** The pipe that takes calls, for callers outside of this process. */
  readonly calls: string;
  call(line: string): void;
  /** The answer to the last call; `undefined` where it is not there yet. */
  answer(): string | undefined;
  end(): void;
}

/** The one of this file of tests, started when it is first needed. */
export function warmServer(): WarmServer {
  server ??= start();
  return server;
}

let server: WarmServer | undefined;
afterAll(() => server?.end());

function start(): WarmServer {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-warm-'));
  const [calls, answers] = ['calls', 'answers'].map((name) => join(folder, name)) as [string, string];
  execFileSync('mkfifo', [calls, answers]);
  const child = spawn(process.execPath, [resolve('test/cli/warm-server.mjs'), calls, answers, program], {
    // Who has the streams of a test is waited for.
    stdio: 'ignore',
  });
  child.unref();
  // Opened for both, which waits for nobody.
  const open = (path: string, more = 0) => openSync(path, constants.O_RDWR | more);
  const [toServer, fromServer] = [open(calls), open(answers, constants.O_NONBLOCK)];
  let chunks: Buffer[] = [];
  return {
    calls,
    call: (line) => {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length; ) at += writeSync(toServer, bytes, at);
    },
    answer: () => {
      for (let chunk = read(fromServer); chunk !== undefined; chunk = read(fromServer)) {
        chunks.push(chunk);
        if (chunk.at(-1) !== 0x0a) continue;
        const line = Buffer.concat(chunks).toString('utf8');
        chunks = [];
        return line;
      }
      return undefined;
    },
    end: () => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is there now; `undefined` where nothing is. */
function read(file: number): Buffer | undefined {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    return buffer.subarray(0, readSync(file, buffer));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return undefined;
  }
}
