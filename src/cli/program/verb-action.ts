import type { Command } from 'commander';
import type { Verb } from '../call.js';
import type { ExitCode } from '../exit-codes.js';
import { type GlobalOptions, optionDefaults } from '../options.js';
import { createTerminal } from '../terminal.js';

/** How the program ends; the verb that ran says it. */
export interface ProgramEnd {
  exit: ExitCode;
}

/** Runs a verb, whose code is loaded when it is called. */
export function verbAction<Options extends GlobalOptions>(end: ProgramEnd, load: () => Promise<Verb<Options>>) {
  return async (inputs: string[], _options: object, command: Command): Promise<void> => {
    const options = { ...optionDefaults, ...command.optsWithGlobals<Options>() };
    const verb = await load();
    end.exit = await verb({ inputs, options, terminal: createTerminal(options.color, process.env) });
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
