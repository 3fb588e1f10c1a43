import { flag, number, text } from './flags.js';

/** What the step is for. Written first, so that a line in a DAG begins with it. */
export const subjectFlags = {
  task: text('the task that the step is for'),
  spec: text('the specification that the task belongs to'),
} as const;

/** The rest of the context; the step's own process sees it as DAGWEAVE_* and ARBORIST_*. */
export const contextFlags = {
  worktree: text("the task's workspace; the step runs there unless --working-dir is given"),
  branch: text('the branch of the task'),
  parent_branch: text('the branch that it came from'),
  arborist_home: text('the folder that holds the configuration'),
  timestamp: text('the time to give out as the time of the run'),
} as const;

export const policyFlags = {
  timeout: number('seconds that one attempt may take; 0 is without end'),
  retries: number('further attempts after the first one failed'),
  retry_delay: number('seconds between attempts'),
} as const;

/** For a person at a terminal, and for what reads results; the compiler writes none of them. */
export const reportFlags = {
  verbose: flag('switch', 'show the output on standard error while it comes'),
  result_file: text('write the result to this file too'),
  mask: flag('list', 'an environment variable whose value, or a text, that the result must not show'),
  dry_run: flag('switch', 'say what would be run, and run nothing'),
} as const;

export const placeFlags = {
  working_dir: text('the folder to run in'),
  env: flag('pairs', 'NAME=VALUE, an environment variable for the command'),
} as const;
