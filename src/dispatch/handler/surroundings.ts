import type { StepHost } from '../../runtime/step-host.js';

/** Where a handler runs. */
export interface Surroundings {
  readonly host: StepHost;
  /** Where it runs unless it says otherwise. */
  readonly directory: string;
  /** Added to its environment. */
  readonly env: ReadonlyMap<string, string>;
}

/** One run of it; the signal is aborted at its timeout and when dagweave is told to stop. */
export interface HandlerAttempt extends Surroundings {
  readonly signal: AbortSignal;
}
