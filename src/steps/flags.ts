import { parseArgs } from 'node:util';

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
      if (before) (before as string[]).push(value);
      else values.set(name, [value]);
      return undefined;
    case 'pairs': {
      const at = value.indexOf('=');
      if (at < 1) return `option ${optionName(name)} needs NAME=VALUE, not "${value}"`;
      const pairs = (before as Map<string, string>) ?? new Map();
      values.set(name, pairs.set(value.slice(0, at), value.slice(at + 1)));
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

/** The option of a table that was most likely meant, cheap enough to need no library. */
function similarOption(table: FlagTable, option: string): string | undefined {
  return Object.keys(table)
    .map(optionName)
    .find((known) => known.startsWith(option) || option.startsWith(known) || sameLetters(known, option));
}

function sameLetters(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join('') === [...b].sort().join('');
}
