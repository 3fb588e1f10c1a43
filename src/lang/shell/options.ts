import type { Program } from './programs/program.js';

/** A word that begins with a dash, as a program reads it. */
export interface Option {
  /** Set where a value belongs to it. */
  readonly name: string | undefined;
  /** Where the value begins, if it is in the same word. */
  readonly value: number | undefined;
  /** Of options without a value. */
  readonly letters: string;
}

export interface OptionTable {
  readonly takes: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** Where set, all others take a value. */
  readonly flags: ReadonlySet<string> | undefined;
}

/** Made when a program is first seen, because most never are. */
export function optionTable(row: Program): OptionTable {
  const known = tables.get(row);
  if (known) return known;
  const set = (list = '') => new Set(list.split(' '));
  const flags = row.flags === undefined ? undefined : set(row.flags);
  const table = { takes: set(row.takes), code: set(row.code), files: set(row.files), flags };
  tables.set(row, table);
  return table;
}

const tables = new WeakMap<Program, OptionTable>();

export function readOption(text: string, table: OptionTable): Option {
  const before = /^(--?[^=]{2,})=/s.exec(text)?.[1];
  const whole = before ?? text;
  const name = takesValue(whole, table) ? whole : fullName(whole, table);
  const isLong = before !== undefined || text.startsWith('--');
  if (name !== undefined || isLong) {
    const other = table.flags && !table.flags.has(whole) ? whole : undefined;
    return { name: name ?? other, value: before === undefined ? undefined : before.length + 1, letters: '' };
  }
  for (let index = 1; index < text.length; index += 1) {
    const letter = `-${text[index]}`;
    if (!takesValue(letter, table) && (table.flags?.has(letter) ?? true)) continue;
    const value = index + 1 < text.length ? index + 1 : undefined;
    return { name: letter, value, letters: text.slice(1, index) };
  }
  return { name: undefined, value: undefined, letters: text.slice(1) };
}

function takesValue(option: string, { takes, code, files }: OptionTable): boolean {
  return takes.has(option) || code.has(option) || files.has(option);
}

/** Long options may be cut short. */
function fullName(option: string, { takes, code, files }: OptionTable): string | undefined {
  if (!/^--\w/.test(option)) return undefined;
  return [...code, ...files, ...takes].find((one) => one.startsWith(option));
}
