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

export type FlagValue = Value[FlagKind];

interface Value {
  text: string;
  number: number;
  switch: boolean;
  list: readonly string[];
  pairs: ReadonlyMap<string, string>;
}

export function text(help: string): Flag<'text'> {
  return flag('text', help);
}

export function number(help: string): Flag<'number'> {
  return flag('number', help);
}

export function flag<Kind extends FlagKind>(kind: Kind, help: string): Flag<Kind> {
  return { kind, help };
}

/** What the runtime reads: a value of each option, `undefined` where it was not given. */
export type FlagValues<Table extends FlagTable> = {
  readonly [Name in keyof Table]: Value[Table[Name]['kind']] | undefined;
};

export type ReadFlags<Table extends FlagTable> =
  | { readonly ok: true; readonly values: FlagValues<Table>; readonly rest: readonly string[] }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads a line as the compiler writes it: known options, each with its value behind it, none twice that may not be.
 * @param argv the words behind the step's type
 * @returns `undefined` for every other line: what is wrong with it, or how else it is written, takes a real reader of options
 */
export function readPlainFlags<Table extends FlagTable>(
  table: Table,
  argv: readonly string[],
): Extract<ReadFlags<Table>, { ok: true }> | undefined {
  const { own, rest } = splitAtEnd(table, argv);
  const values: Record<string, FlagValue | undefined> = Object.fromEntries(
    Object.keys(table).map((name) => [name, undefined]),
  );
  for (let at = 0; at < own.length; at += 1) {
    const name = fieldOf(table, own[at]!);
    const kind = name === undefined ? undefined : table[name]!.kind;
    if (name === undefined || kind === undefined) return undefined;
    if (kind === 'switch') {
      if (values[name] !== undefined) return undefined;
      values[name] = own[at] === optionName(name);
      continue;
    }
    at += 1;
    const read = own[at] === undefined ? undefined : readValue(kind, own[at]!, values[name]);
    if (!read?.ok) return undefined;
    values[name] = read.value;
  }
  return { ok: true, values: values as FlagValues<Table>, rest };
}

/** The options, and the words after `--`, which may also are as the value of an option. */
export function splitAtEnd(
  table: FlagTable,
  argv: readonly string[],
): { readonly own: readonly string[]; readonly rest: readonly string[] } {
  for (let at = 0; at < argv.length; at += 1) {
    if (argv[at] === '--') return { own: argv.slice(0, at), rest: argv.slice(at + 1) };
    const name = fieldOf(table, argv[at]!);
    if (name !== undefined && table[name]!.kind !== 'switch') at += 1;
  }
  return { own: argv, rest: [] };
}

export type ReadValue =
  | { readonly ok: true; readonly value: FlagValue }
  | { readonly ok: false; readonly problem: string };

/** @param before what the option was given before */
export function readValue(kind: Exclude<FlagKind, 'switch'>, text: string, before: FlagValue | undefined): ReadValue {
  if (before !== undefined && kind !== 'list' && kind !== 'pairs') return { ok: false, problem: 'it is given twice' };
  switch (kind) {
    case 'text':
      return { ok: true, value: text };
    case 'number': {
      const value = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
      return Number.isFinite(value) ? { ok: true, value } : { ok: false, problem: 'it needs a number' };
    }
    case 'list': {
      const list = (before as string[] | undefined) ?? [];
      list.push(text);
      return { ok: true, value: list };
    }
    case 'pairs': {
      const at = text.indexOf('=');
      if (at < 1) return { ok: false, problem: 'it needs NAME=VALUE' };
      const pairs = (before as Map<string, string> | undefined) ?? new Map<string, string>();
      return { ok: true, value: pairs.set(text.slice(0, at), text.slice(at + 1)) };
    }
  }
}

/** The option for a field: `min_score` is `--min-score`. */
export function optionName(field: string): string {
  return `--${field.replaceAll('_', '-')}`;
}

/** The field of an option: `--min-score`, and for a switch `--no-min-score` as well. */
function fieldOf(table: FlagTable, option: string): string | undefined {
  if (!/^--[a-z0-9-]+$/.test(option)) return undefined;
  const name = option.slice(2).replaceAll('-', '_');
  if (Object.hasOwn(table, name)) return name;
  const negated = name.replace(/^no_/, '');
  return Object.hasOwn(table, negated) && table[negated]!.kind === 'switch' ? negated : undefined;
}

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

/**
 * The words of a command line, in the order of the table.
 * @param values each option is in one of them at most
 */
export function writeFlags<Table extends FlagTable>(table: Table, ...values: readonly FlagWords<Table>[]): Word[] {
  // Most options are not given, so those that are come first: a table has many, and a workflow many hooks.
  const given = new Map<string, Written[FlagKind]>();
  for (const some of values) {
    for (const name in some) if (some[name] !== undefined) given.set(name, some[name]);
  }
  const words: Word[] = [];
  for (const name of Object.keys(table)) {
    const value = given.get(name);
    if (value !== undefined) addWords(words, name, table[name]!.kind, value);
  }
  return words;
}

function addWords(words: Word[], name: string, kind: FlagKind, value: Written[FlagKind]): void {
  const option = word(optionName(name));
  switch (kind) {
    case 'text':
      words.push(option, toWord(value as Written['text']));
      break;
    case 'number':
      words.push(option, word(String(value)));
      break;
    case 'switch':
      words.push(value ? option : word(`--no-${name.replaceAll('_', '-')}`));
      break;
    case 'list':
      for (const item of value as Written['list']) words.push(option, toWord(item));
      break;
    case 'pairs':
      for (const pair of value as Written['pairs']) words.push(option, [...word(`${pair.name}=`), ...pair.value]);
  }
}

function toWord(value: Word | string): Word {
  return typeof value === 'string' ? word(value) : value;
}

function word(value: string): Word {
  return [{ kind: 'text', text: value }];
}
