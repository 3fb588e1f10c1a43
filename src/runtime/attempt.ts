import type { StepHost } from './step-host.js';

/** One try at a step or at a hook. */
export interface Attempt {
  readonly host: StepHost;
  /** Where to run, an absolute path that exists. */
  readonly directory: string;
  /** Added to the environment of a process that is started. */
  readonly env: ReadonlyMap<string, string>;
  /** Aborted at the timeout and when dagweave is asked to stop. Whatever is started has to heed it. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970; `undefined` where there is no timeout. */
  readonly deadline: number | undefined;
  readonly verbose: boolean;
  /** Say in the outcome what would be run, and run nothing. */
  readonly dryRun: boolean;
}

/**
 * - `success`: exit code 0.
 * - `failure`: the check said no, or a question got no answer that can be read: 1. Tried again where retries are given.
 * - `blocked`: a decision against it: 2. Never tried again.
 * - `unable`: it could not run, because a program is missing or the input is bad: 125. Tried again only with `retriable`.
 * Timeouts and stops are seen by the caller, whatever the outcome says.
 */
export interface Outcome {
  readonly verdict: 'success' | 'failure' | 'blocked' | 'unable';
  /** Why it is not a success, for a person. */
  readonly error?: string | undefined;
  readonly skipped?: boolean | undefined;
  readonly retriable?: boolean | undefined;
  /** What standard output gets in place of the result, which then goes to standard error. Plain JSON. */
  readonly prints?: unknown;
  /** What the type adds to the result. Plain JSON; long texts are shortened and secrets masked by the caller. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** It could not run at all. */
export function unable(error: string, fields: Outcome['fields'] = {}): Outcome {
  return { verdict: 'unable', error, fields };
}

/**
 * Runs something that has so many seconds; 0 is without end. When they are over, or dagweave is asked to stop, its signal is aborted; what
 * does not heed that is left behind when its processes had the time to end.
 * @returns `late` is true where it was the time that was over
 */
export async function withDeadline<End>(
  seconds: number,
  stopped: AbortSignal,
  run: (signal: AbortSignal) => Promise<End>,
  leftBehind: End,
): Promise<{ readonly end: End; readonly late: boolean }> {
  const controller = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  let late = false;
  const stop = () => controller.abort();
  const overdue = new Promise<End>((settle) => {
    controller.signal.addEventListener('abort', () =>
      timers.push(setTimeout(() => settle(leftBehind), graceMilliseconds)),
    );
  });
  const end = () => {
    late = true;
    stop();
  };
  if (seconds > 0) timers.push(setTimeout(end, seconds * 1000));
  if (stopped.aborted) stop();
  else stopped.addEventListener('abort', stop, { once: true });
  try {
    return { end: await Promise.race([run(controller.signal), overdue]), late };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}

/** Ending a process tree by force takes no more than two seconds. */
const graceMilliseconds = 2500;
