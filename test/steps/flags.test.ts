import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dispatchFlags } from '../../src/cli/dispatch/options.js';
import { readWithCommander } from '../../src/cli/flag-command.js';
import { readFlags } from '../../src/cli/read-flags.js';
import type { Word } from '../../src/model/step.js';
import { type Flag, type FlagTable, optionName, readPlainFlags, writeFlags } from '../../src/steps/flags.js';
import { stepTypes } from '../../src/steps/index.js';

const tables: readonly (readonly [string, FlagTable])[] = [
  ...[...stepTypes].map(([name, { flags }]) => [name, flags] as const),
  ['dispatch', dispatchFlags],
];
const flagsOf = (type: string) => stepTypes.get(type)!.flags;

describe('what is written is read, with the library for options and without it', () => {
  test.each(tables)('%s', (_, table) => {
    fc.assert(
      fc.property(valuesOf(table), (values) => {
        const words = writeFlags(table, values.written as never).map(plain);
        const expected = { ok: true, values: { ...none(table), ...values.read }, rest: [] };
        expect(readPlainFlags(table, words)).toEqual(expected);
        expect(readWithCommander(table, words)).toEqual(expected);
      }),
    );
  });
});

describe('a line that is read without the library is read so with it', () => {
  test.each(tables)('%s', (_, table) => {
    fc.assert(
      fc.property(linesOf(table), (line) => {
        const read = readPlainFlags(table, line);
        fc.pre(read !== undefined);
        expect(readWithCommander(table, line)).toEqual(read);
      }),
    );
  });
});

/** Options of the table and words that look like some, in any order. */
function linesOf(table: FlagTable): fc.Arbitrary<readonly string[]> {
  const options = Object.keys(table).flatMap((name) => [optionName(name), `--no-${name.replaceAll('_', '-')}`]);
  const pair = fc.oneof(fc.constantFrom('1', 'a=b', 'x=--task', '--', '-1'), hostile);
  const option = options.length === 0 ? hostile : fc.constantFrom(...options);
  return fc
    .array(fc.oneof(fc.tuple(option, pair), fc.tuple(option), fc.tuple(hostile)), { maxLength: 5 })
    .map((all) => all.flat());
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('-rf', '--task', '--', '', '=', '--min-score=3', '-1', '$(touch x)', '__proto__', '\n', '\'"'),
);

function valuesOf(table: FlagTable): fc.Arbitrary<{ written: object; read: object }> {
  const entries = Object.entries(table).map(
    ([name, flag]) => [name, fc.option(arbitraryOf(flag), { nil: undefined })] as const,
  );
  return fc.record(Object.fromEntries(entries)).map((values) => {
    const given = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    return {
      written: Object.fromEntries(given.map(([name, value]) => [name, value.written])),
      read: Object.fromEntries(given.map(([name, value]) => [name, value.read])),
    };
  });
}

function arbitraryOf({ kind }: Flag): fc.Arbitrary<{ written: unknown; read: unknown }> {
  switch (kind) {
    case 'text':
      return hostile.map((text) => ({ written: word(text), read: text }));
    case 'number':
      return fc
        .double({ noNaN: true, noDefaultInfinity: true })
        .map((number) => ({ written: number, read: number + 0 }));
    case 'switch':
      return fc.boolean().map((on) => ({ written: on, read: on }));
    case 'list':
      return fc.array(hostile, { minLength: 1 }).map((list) => ({ written: list, read: list }));
    case 'pairs':
      return fc
        .uniqueArray(fc.tuple(fc.stringMatching(/^[A-Za-z_/~0-9]+$/), hostile), {
          minLength: 1,
          selector: ([key]) => key,
        })
        .map((pairs) => ({
          written: pairs.map(([name, value]) => ({ name, value: word(value) })),
          read: new Map(pairs),
        }));
  }
}

function none(table: FlagTable): object {
  return Object.fromEntries(Object.keys(table).map((name) => [name, undefined]));
}

function word(text: string): Word {
  return [{ kind: 'text', text }];
}

function plain(parts: Word): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : part.expression)).join('');
}

describe('a command line that is not understood says why', () => {
  test.each([
    [['--tsak', 'T1'], "unknown option '--tsak' (Did you mean --task?)"],
    [['--min_score', '3'], "unknown option '--min_score' (Did you mean --min-score?)"],
    [['-t'], "unknown option '-t'"],
    [['--frobnicate'], "unknown option '--frobnicate'"],
    [['--__proto__', 'x'], "unknown option '--__proto__'"],
    [['--constructor'], "unknown option '--constructor'"],
    [['stray'], "unexpected argument 'stray'"],
    [['--task'], "option '--task <text>' argument missing"],
    [['--task', 'a', '--task', 'b'], "option '--task <text>' argument 'b' is invalid. It is given twice."],
    [['--verbose=yes'], "unknown option '--verbose=yes'"],
    [['--verbose', '--no-verbose'], "option '--verbose' is given twice"],
    [['--no-task'], "unknown option '--no-task' (Did you mean --task?)"],
    [['--min-score', 'high'], "option '--min-score <number>' argument 'high' is invalid. It needs a number."],
    [['--min-score', 'Infinity'], "option '--min-score <number>' argument 'Infinity' is invalid. It needs a number."],
    [['--min-score', '0x10'], "option '--min-score <number>' argument '0x10' is invalid. It needs a number."],
    [['--env', 'NAME'], "option '--env <name=value>' argument 'NAME' is invalid. It needs NAME=VALUE."],
  ])('%j', async (argv, problem) => {
    expect(await readFlags(flagsOf('quality_check'), argv)).toEqual({ ok: false, problem });
  });
});

test('an option may have its value behind an equals sign', async () => {
  const read = await readFlags(flagsOf('quality_check'), ['--task=T1', '--min-score=-3', '--env=A=b=c', '--', 'x']);
  expect(read).toMatchObject({
    ok: true,
    values: { task: 'T1', min_score: -3, env: new Map([['A', 'b=c']]) },
    rest: ['x'],
  });
});

test('what follows -- is not read', async () => {
  const read = await readFlags(flagsOf('shell'), ['--task', 'T1', '--', 'ls', '--task', '-l', '--']);
  expect(read).toMatchObject({ ok: true, values: { task: 'T1' }, rest: ['ls', '--task', '-l', '--'] });
});
