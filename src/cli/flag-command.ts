import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import {
  type Flag,
  type FlagTable,
  type FlagValue,
  type FlagValues,
  optionName,
  type ReadFlags,
  readValue,
  splitAtEnd,
} from '../steps/flags.js';

/** Reads any line of options, and says of one that cannot be read what is wrong with it and what was probably meant. */
export function readWithCommander<Table extends FlagTable>(table: Table, argv: readonly string[]): ReadFlags<Table> {
  const { own, rest } = splitAtEnd(table, argv);
  const command = flagCommand('step', table);
  try {
    command.parse([...own], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { ok: false, problem: problemOf(error, command) };
  }
  const given = Object.keys(table).map((name) => [name, command.getOptionValue(attributeOf(name))]);
  return { ok: true, values: Object.fromEntries(given) as FlagValues<Table>, rest };
}

/** The options of a table as a command, for reading, for help and for completion. */
export function flagCommand(name: string, table: FlagTable): Command {
  const command = new Command(name)
    .exitOverride()
    .helpOption(false)
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => {} })
    .configureHelp({ sortOptions: false, helpWidth: 120 });
  for (const [field, flag] of Object.entries(table)) {
    for (const option of optionsOf(field, flag)) {
      command.addOption(option);
      // The library lets a later switch win; here each says something of its own.
      if (flag.kind === 'switch') command.on(`option:${option.name()}`, onceOnly(command, optionName(field)));
    }
  }
  return command;
}

function optionsOf(field: string, { kind, help }: Flag): readonly Option[] {
  const name = optionName(field);
  if (kind === 'switch') {
    const on = new Option(name, help);
    // The library takes `--no-log` for what undoes `--log`.
    on.negate = false;
    return [on, new Option(name.replace('--', '--no-')).hideHelp()];
  }
  const option = new Option(
    `${name} ${placeholders[kind]}`,
    kind === 'list' || kind === 'pairs' ? `${help} (repeatable)` : help,
  );
  return [
    option.argParser((text: string, before: FlagValue | undefined) => {
      const read = readValue(kind, text, before);
      if (!read.ok) throw new InvalidArgumentError(sentence(read.problem));
      return read.value;
    }),
  ];
}

/** As the library writes what is wrong with a value. */
function sentence(problem: string): string {
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1)}.`;
}

const placeholders = { text: '<text>', number: '<number>', list: '<text>', pairs: '<name=value>' } as const;

function onceOnly(command: Command, name: string): () => void {
  return () => {
    const seen = `once ${name}`;
    if (command.getOptionValue(seen) === true) command.error(`error: option '${name}' is given twice`);
    command.setOptionValue(seen, true);
  };
}

/** As the library has it: `--min-score` is `minScore`. */
function attributeOf(field: string): string {
  return field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function problemOf({ code, message }: CommanderError, { args }: Command): string {
  if (code === 'commander.excessArguments') return `unexpected argument '${args[0]}'`;
  return message.replace(/^error: /, '').replaceAll('\n', ' ');
}
