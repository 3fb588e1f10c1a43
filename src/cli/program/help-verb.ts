import type { Command } from 'commander';
import { nearestName } from '../../lang/nearest.js';
import { printText } from '../../runtime/print.js';
import { exitCodes } from '../exit-codes.js';
import { hookStepNames } from '../hook-steps.js';
import type { ProgramEnd } from './verb-action.js';

/** `help VERB`: the help of a verb, at any depth; of one that is not there it says what was probably meant. */
export function addHelp(parent: Command, end: ProgramEnd): void {
  parent
    .command('help')
    .description('show the options of a verb')
    .argument('[verb...]', 'the verb; without one, the help of all')
    .action(async (words: string[]) => {
      const help = await ownHelp(parent, words);
      if (help === undefined) return verbOf(parent, words).help();
      if (!printText(help)) end.exit = exitCodes.rules;
    });
}

/** The help of a verb that reads its own options. */
async function ownHelp(parent: Command, words: readonly string[]): Promise<string | undefined> {
  const [verb, type] = parent.parent === null ? words : [parent.name(), ...words];
  const hookStep = verb === 'hooks' ? hookStepNames.find((name) => name === type) : undefined;
  if (verb !== 'step' && verb !== 'dispatch' && hookStep === undefined) return undefined;
  const { dispatchHelp, hasType, hookStepHelp, stepHelp, unknownType } = await import('../flag-help.js');
  if (hookStep !== undefined) return hookStepHelp(hookStep);
  if (verb === 'dispatch') return dispatchHelp();
  if (type !== undefined && !hasType(type)) parent.error(`error: ${unknownType(type)}`);
  return stepHelp(type);
}

function verbOf(parent: Command, [word, ...others]: readonly string[]): Command {
  // What is behind a verb without verbs of its own is for that verb.
  if (word === undefined || parent.commands.length === 0) return parent;
  const verb = parent.commands.find((one) => one.name() === word);
  return verb ? verbOf(verb, others) : parent.error(unknownVerb(parent, word));
}

/** As the library says it of a verb that is called. */
function unknownVerb({ commands }: Command, word: string): string {
  const nearest = nearestName(
    word,
    commands.map((one) => one.name()),
  );
  return `error: unknown command '${word}'${nearest === undefined ? '' : `\n(Did you mean ${nearest}?)`}`;
}
