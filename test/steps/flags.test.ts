import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Word } from '../../src/model/step.js';
import { type Flag, type FlagTable, readFlags } from '../../src/steps/flags.js';
import { handlerFlags } from '../../src/steps/handler/fields.js';
import { agentFlags, llmEvalFlags, promptStepFlags } from '../../src/steps/model-fields.js';
import { moduleFlags } from '../../src/steps/module/fields.js';
import { pythonFlags } from '../../src/steps/python/fields.js';
import { qualityCheckFlags } from '../../src/steps/quality-check/fields.js';
import { shellFlags } from '../../src/steps/shell/fields.js';
import { spawnFlags } from '../../src/steps/spawn/fields.js';
import { webhookFlags } from '../../src/steps/webhook/fields.js';
import { writeFlags } from '../../src/steps/write-flags.js';

const tables: readonly (readonly [string, FlagTable])[] = [
  ['shell', shellFlags],
  ['quality_check', qualityCheckFlags],
  ['llm_eval', llmEvalFlags],
  ['prompt', promptStepFlags],
  ['agent', agentFlags],
  ['python', pythonFlags],
  ['module', moduleFlags],
  ['handler', handlerFlags],
  ['webhook', webhookFlags],
  ['spawn', spawnFlags],
];

describe('what is written is read', () => {
  test.each(tables)('%s', (_, table) => {
    fc.assert(
      fc.property(valuesOf(table), (values) => {
        const words = writeFlags(table, values.written as never).map(plain);
        expect(readFlags(table, words)).toEqual({ ok: true, values: { ...none(table), ...values.read }, rest: [] });
      }),
    );
  });
});

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
    [['--tsak', 'T1'], 'unknown option "--tsak"; did you mean --task?'],
    [['--min_score', '3'], 'unknown option "--min_score"'],
    [['-t'], 'unknown option "-t"'],
    [['--frobnicate'], 'unknown option "--frobnicate"'],
    [['--__proto__', 'x'], 'unknown option "--__proto__"'],
    [['--constructor'], 'unknown option "--constructor"'],
    [['stray'], 'unexpected argument "stray"'],
    [['--task'], 'option --task needs a value'],
    [['--task', 'a', '--task', 'b'], 'option --task is given twice'],
    [['--verbose=yes'], 'option --verbose takes no value'],
    [['--verbose', '--no-verbose'], 'option --verbose is given twice'],
    [['--no-task'], 'unknown option "--no-task"'],
    [['--min-score', 'high'], 'option --min-score needs a number, not "high"'],
    [['--min-score', 'Infinity'], 'option --min-score needs a number, not "Infinity"'],
    [['--min-score', '0x10'], 'option --min-score needs a number, not "0x10"'],
    [['--env', 'NAME'], 'option --env needs NAME=VALUE, not "NAME"'],
  ])('%j', (argv, problem) => {
    expect(readFlags(qualityCheckFlags, argv)).toEqual({ ok: false, problem });
  });
});

test('what follows -- is not read', () => {
  const read = readFlags(shellFlags, ['--task', 'T1', '--', 'ls', '--task', '-l', '--']);
  expect(read).toMatchObject({ ok: true, values: { task: 'T1' }, rest: ['ls', '--task', '-l', '--'] });
});
