import type { Program } from './programs/program.js';

/** A word that begins with a dash, as a program reads it. */
export interface Option {
  /** Set where a value belongs to it. */
  readonly name: string | undefined;
  /** Where the value begins, if it is in the same word. */
  readonly value: number | undefined;
  /** Of options without a value. */
  readonly letters: string;
  /** Whether it has a value is not known: the next word may be that, or not. */
  readonly isGuess: boolean;
}

export interface OptionTable {
  readonly takes: ReadonlySet<string>;
  readonly code: ReadonlySet<string>;
  readonly files: ReadonlySet<string>;
  /** Where set, all others take a value, or may do. */
  readonly flags: ReadonlySet<string> | undefined;
  /** All options are in the table, so that nothing is known of others. */
  readonly isWhole: boolean;
}

/** Made when a program is first seen, because most never are. */
export function optionTable(row: Program): OptionTable {
  const known = tables.get(row);
  if (known) return known;
  const set = (list = '') => new Set(list.split(' '));
  const flags = row.flags === undefined ? undefined : set(row.flags);
  const isWhole = flags !== undefined && row.takes !== undefined;
  const takes = set([row.takes, row.entry].filter((list) => list !== undefined).join(' '));
  const table = { takes, code: set(row.code), files: set(row.files), flags, isWhole };
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
    const isGuess = name === undefined && other !== undefined && before === undefined && table.isWhole;
    return { name: name ?? other, value: before === undefined ? undefined : before.length + 1, letters: '', isGuess };
  }
  for (let index = 1; index < text.length; index += 1) {
    const letter = `-${text[index]}`;
    if (!takesValue(letter, table) && (table.flags?.has(letter) ?? true)) continue;
    const value = index + 1 < text.length ? index + 1 : undefined;
    const isGuess = table.isWhole && !takesValue(letter, table);
    return { name: letter, value, letters: text.slice(1, index), isGuess };
  }
  return { name: undefined, value: undefined, letters: text.slice(1), isGuess: false };
}

function takesValue(option: string, { takes, code, files }: OptionTable): boolean {
  return takes.has(option) || code.has(option) || files.has(option);
}

/** Long options may be cut short. */
function fullName(option: string, { takes, code, files, flags, isWhole }: OptionTable): string | undefined {
  if (!/^--\w/.test(option) || isWhole || flags?.has(option)) return undefined;
  return [...code, ...files, ...takes].find((one) => one.startsWith(option));
}
