import { parseArgs } from 'node:util';
import type { Word } from '../model/step.js';

/** One option of `dagweave step TYPE`. Its key in the table is the field's name; the option is that name with dashes. */
export interface Flag<Kind extends FlagKind = FlagKind> {
  readonly kind: Kind;
  readonly help: string;
}

/**
 * - `switch`: `--name` is true, `--no-name` false.
 * - `list`: may be given several times.
 * - `pairs`: `--name KEY=VALUE`, may be given several times.
 */
export type FlagKind = 'text' | 'number' | 'switch' | 'list' | 'pairs';

/** The options of a step type, in the order in which they are written. Both the compiler and the runtime go by it. */
export type FlagTable = Readonly<Record<string, Flag>>;

interface Value {
  text: string;
  number: number;
  switch: boolean;
  list: readonly string[];
  pairs: ReadonlyMap<string, string>;
}

/** What the runtime reads: a value of each option, `undefined` where it was not given. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Value[Table[Name]['kind']] | undefined;
};

interface Written {
  text: Word | string;
  number: number;
  switch: boolean;
  list: readonly (Word | string)[];
  pairs: readonly { readonly name: string; readonly value: Word }[];
}

/** What the compiler writes: words that may hold parts known at run time only. */
export type FlagWords<Table extends FlagTable> = {
  readonly [Name in keyof Table]?: Written[Table[Name]['kind']] | undefined;
};

export type ReadFlags<Table extends FlagTable> =
  | { readonly ok: true; readonly values: FlagValues<Table>; readonly rest: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/** The words of a command line, in the order of the table. */
export function writeFlags<Table extends FlagTable>(table: Table, values: FlagWords<Table>): Word[] {
  return Object.entries(table).flatMap(([name, flag]) => {
    const value = values[name];
    return value === undefined ? [] : wordsOf(name, flag.kind, value);
  });
}

/** @param argv the words behind the step's type; what follows `--` comes back as `rest` */
export function readFlags<Table extends FlagTable>(table: Table, argv: readonly string[]): ReadFlags<Table> {
  const { tokens } = parseArgs({ args: [...argv], options: parserOptions(table), strict: false, tokens: true });
  const values = new Map<string, Value[FlagKind]>();
  const end = tokens.find((token) => token.kind === 'option-terminator')?.index ?? argv.length;
  for (const token of tokens) {
    if (token.index >= end) break;
    if (token.kind !== 'option') return { ok: false, problem: `unexpected argument "${argv[token.index]}"` };
    const problem = readOption(table, token.rawName, token.name, token.value, values);
    if (problem !== undefined) return { ok: false, problem };
  }
  const read = Object.fromEntries(Object.keys(table).map((name) => [name, values.get(name)])) as FlagValues<Table>;
  return { ok: true, values: read, rest: argv.slice(end + 1) };
}

/** The option for a field: `min_score` is `--min-score`. */
export function optionName(field: string): string {
  return `--${field.replaceAll('_', '-')}`;
}

/** The option of a table that was most likely meant, cheap enough to need no library. */
function similarOption(table: FlagTable, option: string): string | undefined {
  return Object.keys(table)
    .map(optionName)
    .find((known) => known.startsWith(option) || option.startsWith(known) || sameLetters(known, option));
}

function wordsOf(name: string, kind: FlagKind, value: Written[FlagKind]): Word[] {
  const option = text(optionName(name));
  switch (kind) {
    case 'text':
      return [option, toWord(value as Written['text'])];
    case 'number':
      return [option, text(String(value))];
    case 'switch':
      return [value ? option : text(`--no-${name.replaceAll('_', '-')}`)];
    case 'list':
      return (value as Written['list']).flatMap((item) => [option, toWord(item)]);
    case 'pairs':
      return (value as Written['pairs']).flatMap((pair) => [option, [...text(`${pair.name}=`), ...pair.value]]);
  }
}

function toWord(value: Word | string): Word {
  return typeof value === 'string' ? text(value) : value;
}

function text(value: string): Word {
  return [{ kind: 'text', text: value }];
}

function parserOptions(table: FlagTable): Record<string, { type: 'string' | 'boolean' }> {
  const options = Object.entries(table).map(([name, flag]) => {
    return [name.replaceAll('_', '-'), { type: flag.kind === 'switch' ? 'boolean' : 'string' }] as const;
  });
  return Object.fromEntries(options);
}

function readOption(
  table: FlagTable,
  option: string,
  parsedName: string,
  value: string | undefined,
  values: Map<string, Value[FlagKind]>,
): string | undefined {
  const negated = parsedName.startsWith('no-') && switchNamed(table, parsedName.slice(3));
  const name = negated || fieldNamed(table, parsedName);
  if (!name || !option.startsWith('--')) return unknownOption(table, option);
  const { kind } = table[name]!;
  const before = values.get(name);
  if (before !== undefined && kind !== 'list' && kind !== 'pairs') return `option ${optionName(name)} is given twice`;
  if (kind === 'switch') {
    if (value !== undefined) return `option ${optionName(name)} takes no value`;
    values.set(name, !negated);
    return undefined;
  }
  if (value === undefined) return `option ${optionName(name)} needs a value`;
  return readValue(name, kind, value, before, values);
}

function readValue(
  name: string,
  kind: Exclude<FlagKind, 'switch'>,
  value: string,
  before: Value[FlagKind] | undefined,
  values: Map<string, Value[FlagKind]>,
): string | undefined {
  switch (kind) {
    case 'text':
      values.set(name, value);
      return undefined;
    case 'number': {
      const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value) ? Number(value) : Number.NaN;
      if (!Number.isFinite(number)) return `option ${optionName(name)} needs a number, not "${value}"`;
      values.set(name, number);
      return undefined;
    }
    case 'list':
      values.set(name, [...((before as Value['list']) ?? []), value]);
      return undefined;
    case 'pairs': {
      const at = value.indexOf('=');
      if (at < 1) return `option ${optionName(name)} needs NAME=VALUE, not "${value}"`;
      values.set(name, new Map([...((before as Value['pairs']) ?? []), [value.slice(0, at), value.slice(at + 1)]]));
      return undefined;
    }
  }
}

function fieldNamed(table: FlagTable, parsedName: string): string | undefined {
  const name = parsedName.replaceAll('-', '_');
  return Object.hasOwn(table, name) && !parsedName.includes('_') ? name : undefined;
}

function switchNamed(table: FlagTable, parsedName: string): string | undefined {
  const name = fieldNamed(table, parsedName);
  return name !== undefined && table[name]!.kind === 'switch' ? name : undefined;
}

function unknownOption(table: FlagTable, option: string): string {
  const similar = similarOption(table, option);
  return similar ? `unknown option "${option}"; did you mean ${similar}?` : `unknown option "${option}"`;
}

function sameLetters(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}
