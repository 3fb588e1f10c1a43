import { setMaxListeners } from 'node:events';

/** Writes for a person. Where nobody reads standard error any more, that is no reason to end the step. */
export function writeStderr(text: string): void {
  if (process.stderr.listenerCount('error') === 0) process.stderr.on('error', () => {});
  process.stderr.write(text);
}

export interface Stop {
  /** Aborted when dagweave is asked to stop, with the name of the signal; what runs is then ended. */
  readonly signal: AbortSignal;
  /** `undefined` if it was not asked to stop. */
  exitCode(): number | undefined;
  /** Ends what runs without being asked to. */
  end(): void;
}

export function listenForStop(): Stop {
  const controller = new AbortController();
  // All that runs listens, and there may be more of it than the platform takes for a leak.
  setMaxListeners(0, controller.signal);
  let exitCode: number | undefined;
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Listening on, so that a second signal does not end it before its processes are.
    process.on(name, () => {
      controller.abort(name);
      exitCode ??= 128 + process.getBuiltinModule('node:os').constants.signals[name];
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode, end: () => controller.abort() };
}
