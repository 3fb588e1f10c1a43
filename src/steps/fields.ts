import type * as z from 'zod/mini';
import type { Flag, FlagTable, FlagValues } from './flags.js';
import type * as vocabulary from './vocabulary.js';

/**
 * One field of a step type: what a configuration may say, the option of the command line, and what the result has, each where there is
 * one of that name. Schemas are made only when somebody asks for them, because a step that runs does not wait for their library.
 */
interface Field {
  readonly config?: Schema;
  readonly flag?: Flag;
  readonly result?: Schema;
}

export type Schema = (is: typeof vocabulary) => z.ZodMiniType;

/** All fields of a step type; options are written in this order. */
export type Fields = Readonly<Record<string, Field>>;

export function defineFields<Table extends Fields>(table: Table): Table {
  return table;
}

/** What a configuration says, checked. */
export type ConfigOf<Table extends Fields> = z.infer<
  z.ZodMiniObject<
    {
      [Name in keyof Table as Table[Name] extends { config: Schema } ? Name : never]: Table[Name] extends {
        config: (is: typeof vocabulary) => infer Type extends z.ZodMiniType;
      }
        ? Type
        : never;
    },
    z.core.$strict
  >
>;

/** The options of a step type. */
export type FlagsOf<Table extends Fields> = {
  readonly [Name in keyof Table as Table[Name] extends { flag: Flag } ? Name : never]: Table[Name] extends {
    flag: infer Own extends Flag;
  }
    ? Own
    : never;
};

/** What the options of a command line say. */
export type ValuesOf<Table extends Fields> = FlagValues<FlagsOf<Table>>;

export function flagsOf<Table extends Fields>(table: Table): FlagsOf<Table> {
  const flags = flagsOfTables.get(table) ?? flagsIn(table);
  flagsOfTables.set(table, flags);
  return flags as FlagsOf<Table>;
}

/** Every hook is written by the table of its type. */
const flagsOfTables = new WeakMap<Fields, FlagTable>();

function flagsIn(table: Fields): FlagTable {
  return Object.fromEntries(Object.entries(table).flatMap(([name, { flag }]) => (flag ? [[name, flag]] : [])));
}
