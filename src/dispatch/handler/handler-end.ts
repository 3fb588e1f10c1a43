/**
 * How a handler ended.
 * - `exited`: a process, by itself.
 * - `answered`: a service or a model; its answer reads like the standard output of a process that exits with 0.
 * - `late`: it was ended at its timeout.
 * - `aborted`: it was ended because dagweave was told to stop.
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
