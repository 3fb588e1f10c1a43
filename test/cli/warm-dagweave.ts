import { execFileSync, spawn } from 'node:child_process';
import { constants, mkdtempSync, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import { program, type Ran, type RunOptions, runDagweave } from './run-dagweave.js';

/**
 * The built command as `runDagweave` runs it, but in a process that has it loaded already. It is for cases about what is answered; where
 * the process itself is in question, such as by signals, streams or what it loads, take a process of its own.
 */
export function runWarm(args: readonly string[], { cwd, input = '', env = {} }: RunOptions): Ran {
  // Options of Node count when it starts.
  if ('NODE_OPTIONS' in env) return runDagweave(args, { cwd, input, env });
  server ??= start();
  const environment = { PATH: process.env.PATH, HOME: join(cwd, 'no-home'), TMPDIR: tmpdir(), ...env };
  const call = { args, cwd, env: environment, stdin: Buffer.from(input).toString('base64') };
  // Everything beyond ASCII is escaped, so that no character is cut in two.
  const line = JSON.stringify(call).replace(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const bytes = Buffer.from(`${line}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(server.calls, bytes, at);
  return JSON.parse(readLine(server.answers)) as Ran;
}

interface Server {
  readonly calls: number;
  readonly answers: number;
  end(): void;
}

let server: Server | undefined;
afterAll(() => void server?.end());

function start(): Server {
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
  return { calls: open(calls), answers: open(answers, constants.O_NONBLOCK), end: () => child.kill('SIGKILL') };
}

function readLine(file: number): string {
  const chunks: Buffer[] = [];
  const end = Date.now() + LONGEST;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    const buffer = Buffer.alloc(64 * 1024);
    try {
      const chunk = buffer.subarray(0, readSync(file, buffer));
      chunks.push(chunk);
      if (chunk.at(-1) === 0x0a) return Buffer.concat(chunks).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      if (Date.now() > end) throw new Error(`no answer within ${LONGEST} milliseconds`);
      Atomics.wait(pause, 0, 0, 2);
    }
  }
}

const LONGEST = 60_000;
