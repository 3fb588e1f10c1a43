import type { HookAnswer } from '../../model/event.js';
import type { StepHost } from '../../runtime/step-host.js';

/** Where a handler runs. */
export interface Surroundings {
  readonly host: StepHost;
  /** Where it runs unless it says otherwise. */
  readonly directory: string;
  /** Added to its environment. */
  readonly env: ReadonlyMap<string, string>;
}

/** One run of it; the signal is aborted at its timeout and when dagweave is asked to stop. */
export interface HandlerAttempt extends Surroundings {
  readonly signal: AbortSignal;
}

/**
 * How a handler ended.
 * - `exited`: a process, by itself.
 * - `answered`: a service or a model; its answer reads like the standard output of a process that exits with 0.
 * - `late`: it was ended at its timeout.
 * - `aborted`: it was ended because dagweave was asked to stop.
 * - `unable`: it could not be started, or nobody answered.
 */
export type HandlerEnd = HandlerOutput &
  (
    | { readonly kind: 'exited'; readonly exitCode: number }
    | { readonly kind: 'answered' }
    | { readonly kind: 'late'; readonly seconds: number }
    | { readonly kind: 'aborted' }
    | { readonly kind: 'unable'; readonly reason: string }
  );

export interface HandlerOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** Set where standard output had more bytes than these, and something was left out of it. */
  readonly cutAt?: number;
}

/** A hook that has nothing to say. */
export const noAnswer: HookAnswer = {
  decision: 'none',
  reason: undefined,
  stop: undefined,
  update: undefined,
  additionalContext: undefined,
  systemMessage: undefined,
  specific: {},
  metadata: undefined,
  result: undefined,
  failure: undefined,
};
