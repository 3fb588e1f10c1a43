import type { Verb } from './call.js';
import type { ExitCode } from './exit-codes.js';
import { type GlobalOptions, optionDefaults } from './options.js';
import { createTerminal } from './terminal.js';

/**
 * Runs a verb, whose code is loaded when it is called.
 * @param given the options of the line, with their defaults
 */
export async function callVerb<Options extends GlobalOptions>(
  load: () => Promise<Verb<Options>>,
  inputs: readonly string[],
  given: Options,
): Promise<ExitCode> {
  const options = { ...optionDefaults, ...given };
  const verb = await load();
  return verb({ inputs, options, terminal: createTerminal(options.color, process.env) });
}
