import { readdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createCollector } from '../../diagnostics/diagnostics.js';
import type { Call } from '../call.js';
import { isDraft } from '../drafts.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import type { ApplyOptions } from '../options.js';
import { showDiagnostics } from '../show-diagnostics.js';

const interval = 400;

export interface Run {
  /** Paths of all files that had a say in it. */
  readonly read: readonly string[];
}

/**
 * The results of running once and then, until the process is asked to end, again whenever a file that had a say in the last
 * run, one of `inputs`, or the list of files in one of their folders is another one than before that run. It asks again and
 * again, which works alike for every editor, every way to replace a file and every file system. A run that writes to what
 * it reads is followed by one more, for its own writing cannot be distinguished from an edit a moment later.
 */
export async function* runOnChange<Result extends Run>(
  inputs: readonly string[],
  run: () => Promise<Result>,
): AsyncGenerator<Result, void> {
  let known = await statesOf(inputs);
  let began = Date.now();
  let result = await run();
  const told = toldToEnd();
  for (;;) {
    yield result;
    const seen = await statesAfter(known, began, [...result.read, ...inputs]);
    do {
      if (!(await pause(told))) return;
    } while (await areSame(seen));
    known = await statesOf(seen.keys());
    began = Date.now();
    result = await run();
  }
}

function toldToEnd(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}

/** @returns whether to go on */
async function pause(told: AbortSignal): Promise<boolean> {
  await wait(interval, undefined, { signal: told }).catch(() => undefined);
  return !told.aborted;
}

/** By the path of a file or folder, what tells it from an earlier or later one. */
type FileStates = ReadonlyMap<string, string>;

/** File systems stamp changes by a clock that may be still for some milliseconds. */
const clockSlack = 50;

/** The states of the files, and of their folders, which change where a file comes or goes. */
async function statesOf(paths: Iterable<string>): Promise<FileStates> {
  const looks = [...withFolders(paths)].map(async (path) => [path, (await look(path)).state] as const);
  return new Map(await Promise.all(looks));
}

/**
 * What a run saw of the files it read, at the latest: their states before it. A path that only the run found has its
 * state from after it, and a state that no file ever has where it changed since `began`, in milliseconds since 1970.
 */
async function statesAfter(before: FileStates, began: number, paths: Iterable<string>): Promise<FileStates> {
  const states = [...withFolders(paths)].map(async (path) => {
    const known = before.get(path);
    if (known !== undefined) return [path, known] as const;
    const { state, changed } = await look(path);
    return [path, changed < began - clockSlack ? state : 'changed while it was read'] as const;
  });
  return new Map(await Promise.all(states));
}

async function areSame(states: FileStates): Promise<boolean> {
  const looks = await Promise.all([...states].map(async ([path, state]) => (await look(path)).state === state));
  return looks.every(Boolean);
}

function withFolders(paths: Iterable<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap((path) => [path, dirname(path)]));
}

async function look(path: string): Promise<{ readonly state: string; readonly changed: number }> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return { state: 'none', changed: 0 };
  // Of a folder its names count: files in it that a run itself replaces must not look like a change.
  if (found.isDirectory()) return { state: await namesIn(path), changed: found.ctimeMs };
  // The time of the change, not of the writing: no tool can set it back.
  return { state: `${found.ctimeMs} ${found.size} ${found.ino}`, changed: found.ctimeMs };
}

async function namesIn(folder: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return JSON.stringify(names.filter((name) => !isDraft(name)).sort());
}

/** One run of a verb. */
export interface Round extends Run {
  readonly exit: ExitCode;
}

/** Does the same again whenever a file changes that had a say in it, until the process is asked to end. */
export async function watch(call: Call<ApplyOptions>, run: () => Promise<Round>): Promise<ExitCode> {
  const { inputs, options, terminal } = call;
  const { report, all, hasErrors } = createCollector();
  if (inputs.length === 0 || inputs.includes('-')) report('DW809', { first: '--watch', second: 'standard input' });
  if (options.check) report('DW809', { first: '--watch', second: '--check' });
  showDiagnostics(all(), [], call);
  if (hasErrors()) return exitCodes.usage;

  const tell = (line: string) => {
    if (terminal.messages.interactive) terminal.messages.write(`${terminal.messages.colors.faint(line)}\n`);
  };
  let last: ExitCode | undefined;
  for await (const { exit } of runOnChange(inputs, run)) {
    if (last === undefined) tell('Watching for changes until this command is stopped (Ctrl+C).');
    else tell(exit === exitCodes.fine ? 'Up to date again.' : 'Waiting for the next change.');
    last = exit;
  }
  return last ?? exitCodes.fine;
}
