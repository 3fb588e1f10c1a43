import { Option } from 'commander';
import type { VerbOption } from '../verb-options.js';

/** An option as the library has it. */
export function toOption({ flags, help, repeatable, choices, known, default: unlessGiven }: VerbOption): Option {
  const option = new Option(flags, help);
  if (repeatable) option.argParser((value: string, before: readonly string[] = []) => [...before, value]);
  if (choices) option.choices(choices);
  else if (known) option.argChoices = [...known];
  return unlessGiven === undefined ? option : option.default(unlessGiven);
}
