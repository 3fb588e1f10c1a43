import type { Attempt, Outcome } from '../runtime/attempt.js';
import type { StepContext } from './define-step.js';
import type { FlagTable, FlagValues } from './flags.js';

/** What a step's run needs to know of its type. */
export interface RunnableType {
  readonly flags: FlagTable;
  readonly run: Run<FlagTable>;
  /** Seconds that an attempt may take unless `--timeout` says otherwise. */
  timeout(flags: FlagValues<FlagTable>): number;
  /** True where it has nothing to do with the task's workspace, so that it runs also where that is gone. */
  readonly anywhere: boolean;
}

/** What a type of step does when the DAG runs. It may throw only where something is our own fault. */
export type Run<Table extends FlagTable> = (flags: FlagValues<Table>, attempt: StepAttempt) => Promise<Outcome>;

/** Its directory is `--working-dir`, else the task's workspace, else where the step was started; its environment has the context. */
export interface StepAttempt extends Attempt {
  readonly context: StepContext;
  /** The words after `--`. */
  readonly rest: readonly string[];
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
