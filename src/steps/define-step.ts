/** The variables of a step's place, `null` where there is no value. */
export interface StepContext {
  readonly task_id: string | null;
  readonly spec_id: string | null;
  readonly worktree_path: string | null;
  readonly branch_name: string | null;
  readonly parent_branch: string | null;
  readonly arborist_home: string | null;
  readonly timestamp: string;
}

/** What code of the user says in the end. */
export interface StepAnswer<Data = unknown> {
  /** False fails the step. */
  readonly success: boolean;
  /** Plain JSON, for the result. */
  readonly data?: Data;
  /** Why it is not a success. */
  readonly error?: string;
  readonly skipped?: boolean;
}

/** @param config the `config` of the step, as the configuration has it, variables replaced */
export type StepFunction<Config, Data> = (
  config: Config,
  context: StepContext,
) => StepAnswer<Data> | boolean | Promise<StepAnswer<Data> | boolean>;

/** For a module that a step of type `module` names: gives its function types and changes nothing. */
export function defineStep<Config = Readonly<Record<string, unknown>>, Data = unknown>(
  run: StepFunction<Config, Data>,
): StepFunction<Config, Data> {
  return run;
}
