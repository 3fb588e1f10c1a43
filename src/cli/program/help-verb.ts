import type { Command } from 'commander';
import { nearestName } from '../../lang/nearest.js';
import { printText } from '../../runtime/print.js';
import { exitCodes } from '../exit-codes.js';
import type { ProgramEnd } from './verb-action.js';

/** `help VERB`: the help of a verb, at any depth; of one that is not there it says what was probably meant. */
export function addHelp(parent: Command, end: ProgramEnd): void {
  parent
    .command('help')
    .description('show the options of a verb')
    .argument('[verb...]', 'the verb; without one, the help of all')
    .action(async (words: string[]) => {
      const [verb, type] = words;
      const ofItself = parent.parent === null && (verb === 'step' || verb === 'dispatch');
      if (!ofItself) return verbOf(parent, words).help();
      const { dispatchHelp, hasType, stepHelp, unknownType } = await import('../flag-help.js');
      if (verb === 'step' && type !== undefined && !hasType(type)) parent.error(`error: ${unknownType(type)}`);
      if (!printText(verb === 'step' ? stepHelp(type) : dispatchHelp())) end.exit = exitCodes.rules;
    });
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
