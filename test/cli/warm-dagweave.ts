import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { commandLine, quoted } from './command-line.js';
import { type Ran, type RunOptions, runDagweave } from './run-dagweave.js';
import { warmServer } from './warm-server.js';

/**
 * The built command as `runDagweave` runs it, but in a process that has it loaded already. It is for cases about what is answered; where
 * the process itself is in question, such as by signals, streams or what it loads, take a process of its own.
 */
export function runWarm(args: readonly string[], options: RunOptions): Ran {
  // Options of Node count when it starts.
  if ('NODE_OPTIONS' in (options.env ?? {})) return runDagweave(args, options);
  const server = warmServer();
  server.call(callOf(args, options));
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (const end = Date.now() + longest; ; Atomics.wait(pause, 0, 0, 2)) {
    const answer = server.answer();
    if (answer !== undefined) return JSON.parse(answer) as Ran;
    if (Date.now() > end) throw new Error(`no answer within ${longest} milliseconds`);
  }
}

/** The same while this process goes on and can serve the command. One call at a time. */
export async function runWarmAside(args: readonly string[], options: RunOptions): Promise<Ran> {
  const server = warmServer();
  server.call(callOf(args, options));
  for (const end = Date.now() + longest; ; await setTimeout(2)) {
    const answer = server.answer();
    if (answer !== undefined) return JSON.parse(answer) as Ran;
    if (Date.now() > end) throw new Error(`no answer within ${longest} milliseconds`);
  }
}

/** A program `dagweave` for shell text, which hands each call on to the process that has it loaded. */
export function writeWarmProgram(path: string): void {
  const text = `#!/bin/sh
[ -z "\${NODE_OPTIONS:-}" ] || exec ${commandLine} "$@"
call=$(mktemp -d ${quoted(join(tmpdir(), 'dagweave-call-XXXXXX'))}) || exit
: > "$call/args"
[ $# = 0 ] || printf '%s\\0' "$@" > "$call/args"
env -0 > "$call/env"
cat > "$call/input"
mkfifo "$call/done"
echo "$call" > ${quoted(warmServer().calls)}
read -r code < "$call/done"
cat "$call/stdout"
cat "$call/stderr" >&2
rm -r "$call"
exit "$code"
`;
  writeFileSync(path, text, { mode: 0o755 });
}

function callOf(args: readonly string[], { cwd, input = '', env = {} }: RunOptions): string {
  const environment = { PATH: process.env.PATH, HOME: join(cwd, 'no-home'), TMPDIR: tmpdir(), ...env };
  const call = { args, cwd, env: environment, stdin: Buffer.from(input).toString('base64') };
  // Everything beyond ASCII is escaped, so that no character is cut in two.
  return JSON.stringify(call).replace(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const longest = 60_000;
