import type { Attempt, Outcome } from '../runtime/attempt.js';
import type { LoadEngine } from '../runtime/running-engine.js';
import type { StepContext } from './define-step.js';
import { type Fields, flagsOf, type ValuesOf } from './fields.js';
import type { FlagTable, FlagValues } from './flags.js';

/** What a step's run needs to know of its type. */
export interface RunnableType {
  readonly flags: FlagTable;
  /** What it does when the DAG runs. It may throw only where something is our own fault. */
  run(flags: FlagValues<FlagTable>, attempt: StepAttempt): Promise<Outcome>;
  /** Seconds that an attempt may take unless `--timeout` says otherwise. */
  timeout(flags: FlagValues<FlagTable>): number;
  /** True where it has nothing to do with the task's workspace, so that it runs also where that is gone. */
  readonly anywhere: boolean;
}

/** Its directory is `--working-dir`, else the task's workspace, else where the step was started; its environment has the context. */
export interface StepAttempt extends Attempt {
  readonly context: StepContext;
  readonly engine: LoadEngine;
  /** The words after `--`. */
  readonly rest: readonly string[];
}

/** A gate without a command would let everything pass. */
export const emptyCommand = 'nothing to run: the command is empty, and no variable in it has a value in this run';

/** Ties a table of fields to the run that reads its options. */
export function runnable<Table extends Fields>(
  table: Table,
  timeout: number | ((flags: ValuesOf<Table>) => number),
  run: (flags: ValuesOf<Table>, attempt: StepAttempt) => Promise<Outcome>,
  { anywhere = false }: { readonly anywhere?: boolean } = {},
): RunnableType {
  const seconds = typeof timeout === 'number' ? () => timeout : timeout;
  return {
    flags: flagsOf(table),
    timeout: seconds as RunnableType['timeout'],
    run: run as RunnableType['run'],
    anywhere,
  };
}
