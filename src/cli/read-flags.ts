import { type FlagTable, type ReadFlags, readPlainFlags } from '../steps/flags.js';

/** Reads the options of a verb that somebody waits for. A line as the compiler writes it needs no library; all others get one. */
export async function readFlags<Table extends FlagTable>(
  table: Table,
  argv: readonly string[],
): Promise<ReadFlags<Table>> {
  return readPlainFlags(table, argv) ?? (await import('./flag-command.js')).readWithCommander(table, argv);
}
