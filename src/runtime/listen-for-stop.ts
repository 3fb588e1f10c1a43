import { setMaxListeners } from 'node:events';
import { constants } from 'node:os';

export interface Stop {
  /** Aborted when dispatch is told to stop: its hooks are then ended, and its answer is that they were. */
  readonly signal: AbortSignal;
  /** `undefined` where nobody told it to stop. */
  exitCode(): number | undefined;
  /** Ends the hooks without being told to. */
  endHooks(): void;
}

export function listenForStop(): Stop {
  const controller = new AbortController();
  // Every hook that runs listens, and there may be more of them than the platform takes for a leak.
  setMaxListeners(0, controller.signal);
  let exitCode: number | undefined;
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    // Listening on, so that a second signal does not end it before its processes are.
    process.on(name, () => {
      controller.abort(name);
      exitCode ??= 128 + constants.signals[name];
    });
  }
  return { signal: controller.signal, exitCode: () => exitCode, endHooks: () => controller.abort() };
}
