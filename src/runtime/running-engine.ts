import type { ProcessRequest, Program, StepHost } from './step-host.js';

/** The engine that runs the workflow of a step, as far as the step asks it while it runs. */
export interface RunningEngine {
  /** Files that it keeps in the folder of a step while the step runs, as patterns of git. */
  readonly ownFiles: readonly string[];
  /** What it calls the run; `undefined` outside of one. */
  runId(host: StepHost): string | undefined;
  /** How the run ended, for a step that runs at its end. */
  runStatus(host: StepHost): string | undefined;
  /** The folder of the workflow file, where scripts and modules beside it are found; else the folder that the step was started in. */
  workflowFolder(host: StepHost): Promise<string>;
  /**
   * When a task of the same run began, in milliseconds since 1970; `undefined` where that is not known. A task that is a DAG of
   * its own began with its run.
   */
  taskStart(host: StepHost, task: string | undefined): Promise<number | undefined>;
  /** Standard output of a step of the same run; `undefined` where it is not found, or could be that of two steps. */
  printedBy(host: StepHost, step: string): Promise<string | undefined>;
  /** How to run another workflow as a run of its own. */
  startCommand(order: RunOrder, host: StepHost, signal: AbortSignal): Promise<StartCommand>;
  /**
   * What a run gave; `undefined` where it is not found.
   * @param between when it began and ended
   */
  readRun(runId: string, between: readonly [number, number], host: StepHost): Promise<RunOutput | undefined>;
  /** The line in which it says what was wrong, of what it wrote to standard error. */
  problemIn(stderr: string): string | undefined;
}

/** Asked for only by steps that need it, so that no other step waits until it is loaded. */
export type LoadEngine = () => Promise<RunningEngine>;

export interface RunOrder {
  readonly pipeline: string;
  readonly inputs: ReadonlyMap<string, string>;
  readonly runId: string;
}

export type StartCommand =
  | { readonly ok: true; readonly run: EngineRun }
  | { readonly ok: false; readonly problem: string };

export interface EngineRun {
  readonly program: Program;
  readonly env: ReadonlyMap<string, string>;
  readonly keeps: NonNullable<ProcessRequest['keeps']>;
  readonly runId: string;
}

/** What a run gave, in the shape in which the engine hands on the result of a workflow that it calls itself. */
export interface RunOutput {
  readonly name: string;
  readonly dagRunId: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly status: string;
}
