import type { StepContext } from '../steps/define-step.js';
import type { FlagTable, FlagValues } from '../steps/flags.js';
import type { StepHost } from './step-host.js';

/** What a type of step does when the DAG runs. It may throw only where something is our own fault. */
export type Run<Table extends FlagTable> = (flags: FlagValues<Table>, attempt: Attempt) => Promise<Outcome>;

/** One try at a step. */
export interface Attempt {
  readonly host: StepHost;
  readonly context: StepContext;
  /** Where to run, an absolute path that exists: `--working-dir`, else the task's workspace, else where the step was started. */
  readonly directory: string;
  /** The context as DAGWEAVE_* and ARBORIST_*, and what `--env` gives; for a process that the step starts. */
  readonly env: ReadonlyMap<string, string>;
  /** Aborted at the timeout and when the step is told to stop. Whatever is started has to heed it. */
  readonly signal: AbortSignal;
  /** Milliseconds since 1970; `undefined` where there is no timeout. */
  readonly deadline: number | undefined;
  /** The words after `--`. */
  readonly rest: readonly string[];
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

/** What the runtime needs of a type of step. */
export interface RunnableType {
  readonly flags: FlagTable;
  readonly run: Run<FlagTable>;
  /** Seconds that an attempt may take unless `--timeout` says otherwise. */
  timeout(flags: FlagValues<FlagTable>): number;
  /** True where it has nothing to do with the task's workspace, so that it runs also where that is gone. */
  readonly anywhere: boolean;
}

/** Ties a table of options to the run that reads them. */
export function runnable<Table extends FlagTable>(
  flags: Table,
  timeout: number | ((flags: FlagValues<Table>) => number),
  run: Run<Table>,
  { anywhere = false }: { readonly anywhere?: boolean } = {},
): RunnableType {
  const seconds = typeof timeout === 'number' ? () => timeout : timeout;
  return { flags, timeout: seconds as RunnableType['timeout'], run: run as Run<FlagTable>, anywhere };
}
