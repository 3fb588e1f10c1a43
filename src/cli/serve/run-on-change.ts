import { setTimeout as wait } from 'node:timers/promises';
import { areSame, statesAfter, statesOf } from './file-states.js';

const interval = 400;

export interface Run {
  /** Paths of all files that had a say in it. */
  readonly read: readonly string[];
}

/**
 * The results of running once and then, until the process is told to end, again whenever a file that had a say in the last
 * run, one of `inputs`, or the list of files in one of their folders is another one than before that run. It asks again and
 * again, which works alike for every editor, every way to replace a file and every file system. A run that writes to what
 * it reads is followed by one more, for its own writing cannot be told from an edit a moment later.
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
