import { spawn } from 'node:child_process';
import type { EventContext, EventHook } from '../model/event.js';

/**
 * Starts a hook that nobody waits for, in a process of our own that outlives this one and ends the hook at its timeout.
 * @param program the file that runs dagweave
 */
export async function startInBackground(
  program: string,
  hook: EventHook,
  event: string,
  context: EventContext,
  place: { readonly directory: string; readonly env: ReadonlyMap<string, string> },
): Promise<void> {
  const { handler, timeout } = hook;
  if (handler.kind !== 'command') return;
  const { command, args = [], shell, env, workingDirectory } = handler;
  const words = [
    ...['step', 'handler', '--event', event, '--contract', 'claude', '--shell', shell, '--context', '-'],
    ...['--hook-timeout', String(timeout), `--command=${command}`, ...args.map((arg) => `--arg=${arg}`)],
    ...[...env].map(([name, value]) => `--env=${name}=${value}`),
    ...(workingDirectory === undefined ? [] : [`--working-dir=${workingDirectory}`]),
  ];
  const child = spawn(process.execPath, [program, ...words], {
    cwd: place.directory,
    env: { ...process.env, ...Object.fromEntries(place.env) },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Whether it could be started is nobody's concern any more.
  child.on('error', () => {});
  child.stdin.on('error', () => {});
  await new Promise<void>((done) => child.stdin.end(JSON.stringify(context), done));
  child.unref();
}
