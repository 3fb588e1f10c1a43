import type { ChildProcess } from 'node:child_process';
import type { GrowingMasking } from './masking.js';
import { writeStderr } from './own-process.js';
import { createMark, markVariable, withMark } from './process/family.js';
import { type Started, supervise } from './process/supervise.js';
import type { ProcessEnd, ProcessRequest, Program, StepHost } from './step-host.js';

/** The real thing: processes, files, clock. */
export function createHost(stopped: AbortSignal, masking: GrowingMasking, platform = process.platform): StepHost {
  return {
    directory: process.cwd(),
    stopped,
    variable: (name) => (Object.hasOwn(process.env, name) ? process.env[name] : undefined),
    now: () => Date.now(),
    say: (line) => writeStderr(`${masking.mask(line)}\n`),
    hide: masking.hide,
    sleep,
    run: async (request) => {
      if (platform === 'win32') return unstartable(noGroups);
      try {
        return await supervise(await start(request), request, masking);
      } catch (error) {
        return unstartable(error);
      }
    },
    readFile: async (...given) => (await import('./files.js')).readFile(...given),
    isDirectory: async (path) => (await import('./files.js')).isDirectory(path),
  };
}

/**
 * A program is started by execa. Shell text is started without it: the shell is always there, and loading execa takes longer
 * than the whole rest of a `shell` step.
 */
async function start(request: ProcessRequest): Promise<Started> {
  const mark = createMark();
  if (request.start.kind === 'program') return startProgram(request.start, request, mark);
  const { text, args = [], shell = '/bin/sh' } = request.start;
  // A dispatch that starts nothing does without that module.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(shell, ['-c', text, 'sh', ...args], {
    cwd: request.directory,
    env: environmentOf(request, mark),
    detached: true,
    stdio: pipes(request),
  });
  return { child, mark };
}

async function startProgram({ file, args }: Program, request: ProcessRequest, mark: string): Promise<Started> {
  const { execa } = await import('execa');
  const child = execa(file, args, {
    cwd: request.directory,
    env: environmentOf(request, mark),
    extendEnv: false,
    // A group of its own, which `supervise` ends as a whole; execa would end the program alone.
    detached: true,
    cleanup: false,
    buffer: false,
    reject: false,
    stdio: pipes(request),
  });
  if (child.pid === undefined) throw new Error((await child).shortMessage ?? `${file} could not be started`);
  return { child: child as unknown as ChildProcess, mark };
}

function environmentOf({ env, keeps = () => true }: ProcessRequest, mark: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => keeps(name));
  return Object.fromEntries([...own, ...env, [markVariable, withMark(process.env[markVariable], mark)]]);
}

function pipes(request: ProcessRequest): ['ignore' | 'pipe', 'pipe', 'pipe', ...'pipe'[]] {
  const input = request.input === undefined ? 'ignore' : 'pipe';
  return request.reply ? [input, 'pipe', 'pipe', 'pipe'] : [input, 'pipe', 'pipe'];
}

/** A time limit would end the process and leave what it started; a gate must not hang on that. */
const noGroups =
  'on Windows no process is started, because a time limit could not end what it starts: run the workflow on Linux, macOS or in WSL';

function unstartable(error: unknown): ProcessEnd {
  const nothing = { text: '', omitted: 0 };
  const reason = error instanceof Error ? error.message : String(error);
  return { how: { kind: 'unstartable', reason }, stdout: nothing, stderr: nothing, reply: nothing };
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}
