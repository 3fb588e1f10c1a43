import type { Command } from 'commander';
import type { OptionOutline, VerbOutline } from '../commands/outline.js';
import type { FlagVerbs } from '../flag-help.js';

/**
 * The whole command line as data. The options that `dispatch`, the types of `step` and steps by their first names read by themselves are not in the program.
 */
export function programOutline(program: Command, { dispatch, step, hooks, events, schemas }: FlagVerbs): VerbOutline {
  const outline = outlineOf(program);
  const verbs = outline.verbs.map((verb): VerbOutline => {
    if (verb.name === 'dispatch')
      return { ...verb, options: outlineOf(dispatch).options, words: events, readsOwn: true };
    if (verb.name === 'hooks') return { ...verb, verbs: verb.verbs.map((one) => withOwnOptions(one, hooks)) };
    if (verb.name === 'help') return { ...verb, words: outline.verbs.map(({ name }) => name) };
    if (verb.name === 'schema') return { ...verb, words: schemas };
    if (verb.name === 'explain') return { ...verb, options: verb.options.map(askingForRules) };
    return verb.name === 'step' ? { ...verb, verbs: step.map(outlineOf), readsOwn: true } : verb;
  });
  return { ...outline, verbs };
}

function withOwnOptions(verb: VerbOutline, readers: readonly Command[]): VerbOutline {
  const reader = readers.find((one) => one.name() === verb.name);
  return reader ? { ...verb, options: outlineOf(reader).options, readsOwn: true } : verb;
}

function askingForRules(option: OptionOutline): OptionOutline {
  return option.long === '--rule' ? { ...option, asks: 'dagweave list --ids' } : option;
}

function outlineOf(command: Command): VerbOutline {
  const [first] = command.registeredArguments;
  return {
    name: command.name(),
    description: command.description(),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ long, short, description, required, optional, argChoices }) => ({
        long: long!,
        short,
        description,
        takesValue: required || optional,
        choices: argChoices ?? [],
      })),
    words: first?.argChoices ?? [],
    verbs: command.commands.map(outlineOf),
  };
}
