import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program, type Ran } from './run-dagweave.js';
import { runWarmAside } from './warm-dagweave.js';

export { folderWith } from './run-dagweave.js';

export interface Dispatched extends Ran {
  /** What it printed, where that is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by option and is asserted in the tests
  readonly answer: any;
}

/** What the built `dagweave dispatch` answers, while this process goes on and can serve it. */
export async function dispatched(
  cwd: string,
  args: readonly string[],
  context: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Dispatched> {
  if ('NODE_OPTIONS' in env) return dispatchedAlone(cwd, args, context, env);
  const input = JSON.stringify(context);
  return read(await runWarmAside(['dispatch', ...args], { cwd, input, env: { HOME: join(cwd, 'home'), ...env } }));
}

/** The same in a process of its own, for what a process does. */
export async function dispatchedAlone(
  cwd: string,
  args: readonly string[],
  context: object = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Dispatched> {
  const child = spawn(process.execPath, [program, 'dispatch', ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: join(cwd, 'home'), TMPDIR: tmpdir(), ...env },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(context));
  const [stdout, stderr] = [collected(child.stdout), collected(child.stderr)];
  const exit = await new Promise<number | null>((done) => child.on('close', done));
  return read({ exit, stdout: stdout(), stderr: stderr() });
}

function read(ran: Ran): Dispatched {
  return { ...ran, answer: ran.stdout.startsWith('{') ? JSON.parse(ran.stdout) : undefined };
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}

/** A file of settings with one group of hooks at an event. */
export function hooksOf(event: string, ...hooks: readonly object[]): string {
  return JSON.stringify({ hooks: { [event]: [{ hooks }] } });
}
