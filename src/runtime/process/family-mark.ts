/**
 * The variable by which a process and all that it starts, directly or not, can be found again, wherever they moved to. A step
 * within a step adds its mark to the one it was given, so that the outer step finds what the inner one started.
 */
export const markVariable = '_DAGWEAVE_STARTED_BY';

/** Another one for each process that is started. The semicolon keeps one mark from being the beginning of another. */
export function createMark(): string {
  return `${process.pid}-${process.hrtime.bigint().toString(36)};`;
}

/** @param given the variable's value where the step itself was started by one */
export function withMark(given: string | undefined, mark: string): string {
  return `${given ?? ''}${mark}`;
}
