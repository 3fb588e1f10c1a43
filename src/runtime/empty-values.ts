import type { StepHost } from './step-host.js';

/** Says which variables were given without a value, as where a command that should print one printed nothing. */
export function sayEmpty(given: Iterable<readonly [name: string, value: unknown]>, host: StepHost): void {
  for (const [name, value] of given)
    if (value === '') host.say(`${name} was given to this step, but has no value in this run`);
}

/** The same for variables without a value that code of the user reads. */
export function sayUnset(names: readonly string[], host: StepHost): void {
  for (const name of names)
    host.say(`${name} has no value in this step, but its code reads it; \`hooks.context\` can give it one`);
}
