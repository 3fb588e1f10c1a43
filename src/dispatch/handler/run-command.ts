// Not `node:fs/promises`, which would be loaded although hardly any value is large.
import { existsSync, promises } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { CommandHandler, EventContext } from '../../model/event.js';
import type { ShellText, StepHost } from '../../runtime/step-host.js';
import type { HandlerAttempt, HandlerEnd } from './handler.js';

/** A child process with the context as JSON on standard input. Its output is capped, and all that it started ends with it. */
export async function runCommand(
  handler: CommandHandler,
  context: EventContext,
  { host, directory, env, signal }: HandlerAttempt,
): Promise<HandlerEnd> {
  const place = resolve(directory, withHome(handler.workingDirectory ?? '.', host));
  if (handler.workingDirectory !== undefined && !(await host.isDirectory(place))) {
    return unable(`the working directory ${place} does not exist`);
  }
  const variables = new Map([...[...env].filter(([name]) => isForHooks(name)), ...handler.env]);
  const unfit = [...variables].find(([, value]) => value.includes('\0'));
  if (unfit) return unable(`the value of ${unfit[0]} holds a NUL character, which no environment variable can`);
  const handed =
    isLarge(variables) && handler.args === undefined
      ? await handOverLargeValues(variables, largestVariable)
      : undefined;
  const end = await host.run({
    start: whatToStart(handler, handed?.prelude ?? ''),
    directory: place,
    env: handed?.env ?? variables,
    keeps: isForHooks,
    // Scripts that read a line want it to end.
    input: `${JSON.stringify(context)}\n`,
    signal,
    maxOutput: mostOutputBytes,
  });
  await handed?.forget();
  const isCut = end.stdout.omitted > 0;
  const output = { stdout: end.stdout.text, stderr: end.stderr.text, ...(isCut && { cutAt: mostOutputBytes }) };
  switch (end.how.kind) {
    case 'exited':
      return { kind: 'exited', exitCode: end.how.exitCode, ...output };
    case 'killed':
      return { kind: 'unable', reason: `ended by ${end.how.signal}`, ...output };
    case 'aborted':
      return { kind: 'aborted', ...output };
    case 'unstartable':
      return { kind: 'unable', reason: end.how.reason, ...output };
  }
}

/** Where an agent sends its telemetry, and by which key, is the agent's own affair; a hook that wants such a variable sets it itself. */
function isForHooks(name: string): boolean {
  return !name.startsWith('OTEL_');
}

/** `~/src`: no shell reads it. */
function withHome(path: string, { variable }: StepHost): string {
  const home = variable('HOME');
  return home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path;
}

function isLarge(variables: ReadonlyMap<string, string>): boolean {
  // A character has up to three bytes here.
  return [...variables.values()].some((value) => value.length > largestVariable / 3);
}

/** A single variable of a Linux environment may have 128 KiB; this leaves room for its name. */
const largestVariable = 120 * 1024;

/** An answer that is longer than this is no answer. */
const mostOutputBytes = 1024 * 1024;

function whatToStart({ command, args, shell }: CommandHandler, prelude: string): ShellText {
  // Where it is not installed, the shell says so, which is a failure.
  if (shell === 'powershell' && args === undefined) {
    return { kind: 'shell', text: 'exec pwsh -NoProfile -NonInteractive -Command "$1"', args: [command] };
  }
  const text = args === undefined ? prelude + command : 'exec "$@"';
  return {
    kind: 'shell',
    text,
    ...(args !== undefined && { args: [command, ...args] }),
    ...(shell === 'bash' && { shell: findBash() }),
  };
}

/** Hooks for Claude Code may be written for bash. */
function findBash(): string {
  return ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path)) ?? '/bin/sh';
}

function unable(reason: string): HandlerEnd {
  return { kind: 'unable', reason, stdout: '', stderr: '' };
}

/** What goes in front of a shell text, and the environment that is left. */
interface HandedOver {
  readonly prelude: string;
  readonly env: ReadonlyMap<string, string>;
  /** Takes the files away again. */
  forget(): Promise<void>;
}

/** Values that no environment holds go by files that only this user can read, and become variables of the shell. */
async function handOverLargeValues(env: ReadonlyMap<string, string>, most: number): Promise<HandedOver> {
  const large = [...env].filter(([, value]) => Buffer.byteLength(value) > most);
  if (large.length === 0) return { prelude: '', env, forget: async () => {} };
  const folder = await promises.mkdtemp(join(tmpdir(), 'dagweave-hook-'));
  const left = new Map(env);
  let prelude = '';
  for (const [name, value] of large) {
    const path = join(folder, name);
    await promises.writeFile(path, value, { mode: 0o600 });
    left.delete(name);
    // The dot keeps line breaks at the end, which the shell would drop.
    prelude += `${name}=$(cat '${path.replaceAll("'", `'\\''`)}'; printf .); ${name}=\${${name}%.}\n`;
  }
  return { prelude, env: left, forget: () => promises.rm(folder, { recursive: true, force: true }) };
}
