import { Command, CommanderError } from 'commander';
import type { VerbOutline } from './commands/outline.js';
import { type ExitCode, exitCodes } from './exit-codes.js';
import type { FlagVerbs } from './flag-help.js';
import { examples } from './options.js';
import { readVersion } from './package-files.js';
import { addHelp } from './program/help-verb.js';
import { programOutline } from './program/outline-of.js';
import { addHooks, addRuleVerbs } from './program/rule-verbs.js';
import { addSteps } from './program/run-verbs.js';
import { addSetup } from './program/setup-verbs.js';
import type { ProgramEnd } from './program/verb-action.js';
import { toOption } from './program/verb-option.js';
import { addWorkflowVerbs } from './program/workflow-verbs.js';
import { streamOf } from './terminal.js';
import { programView } from './usage-view.js';
import { globalOptions } from './verb-options.js';

/** Reads the command line and runs the verb that it names. A verb's code is loaded when it is called. */
export async function runProgram(args: readonly string[]): Promise<ExitCode> {
  const end: ProgramEnd = { exit: exitCodes.fine };
  // The library writes help and mistakes by itself, but mistakes only for people.
  for (const number of [1, 2] as const) streamOf(number);
  const view = programView(args);
  const said: string[] = [];
  const program = createProgram(end, view && ((text) => said.push(text)));
  try {
    await program.parseAsync([...args], { from: 'user' });
    return end.exit;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return exitCodes.fine;
    if (view) (await import('./usage-mistake.js')).showUsageMistake(said.join(''), view);
    return exitCodes.usage;
  }
}

/**
 * The whole command line as data, for its reference.
 * @internal
 */
export function commandLine(flags: FlagVerbs): VerbOutline {
  return programOutline(createProgram({ exit: exitCodes.fine }, undefined), flags);
}

/** @param sayMistake what takes mistakes in place of standard error */
function createProgram(end: ProgramEnd, sayMistake: ((text: string) => void) | undefined): Command {
  const program = new Command('dagweave')
    .description('Adds the steps that your rules ask for to workflow DAGs: gates, reviews, scans, clean-up.')
    .version(readVersion())
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', examples);
  if (sayMistake) program.configureOutput({ writeErr: sayMistake });
  for (const option of globalOptions) program.addOption(toOption(option));
  addWorkflowVerbs(program, end);
  addRuleVerbs(program, end);
  addSteps(program);
  addHooks(program, end);
  addSetup(program, end);
  addHelp(program, end);
  nameHelp(program, 'dagweave');
  return program;
}

/** Behind an error each verb names its own help. */
function nameHelp(command: Command, words: string): void {
  command.showHelpAfterError(`See ${words} --help.`);
  for (const verb of command.commands) nameHelp(verb, `${words} ${verb.name()}`);
}
