import type { Command } from 'commander';
import type { Verb } from '../call.js';
import { callVerb } from '../call-verb.js';
import type { ExitCode } from '../exit-codes.js';
import type { GlobalOptions } from '../options.js';

/** How the program ends; the verb that ran says it. */
export interface ProgramEnd {
  exit: ExitCode;
}

/** What the library calls for a verb. */
export function verbAction<Options extends GlobalOptions>(end: ProgramEnd, load: () => Promise<Verb<Options>>) {
  return async (inputs: string[], _options: object, command: Command): Promise<void> => {
    end.exit = await callVerb(load, inputs, command.optsWithGlobals<Options>());
  };
}

/** For a verb with one argument at most. */
export function withOne(end: ProgramEnd, load: () => Promise<Verb>) {
  return (input: string | undefined, options: object, command: Command) =>
    verbAction(end, load)(input === undefined ? [] : [input], options, command);
}

/** For a verb without arguments. */
export function withNone<Options extends GlobalOptions>(end: ProgramEnd, load: () => Promise<Verb<Options>>) {
  const action = verbAction(end, load);
  return (options: object, command: Command) => action([], options, command);
}
