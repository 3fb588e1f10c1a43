import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Condition,
  conditionProgram,
  namesOf,
  parseCondition,
  printCondition,
  simplify,
} from '../../src/lang/condition.js';
import { conditions, names, values } from './conditions.js';
import { evaluate } from './evaluate.js';

describe('a condition', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ["${STAGE} == 'plan'", { STAGE: 'plan' }, true],
    ["${STAGE} == 'plan'", { STAGE: 'Plan' }, false],
    ['${ITERATION} == 10', { ITERATION: '10' }, true],
    ['${ITERATION} == 10', { ITERATION: '010.0' }, true],
    ["${ITERATION} == '10'", { ITERATION: '010' }, false],
    ['${ITERATION} % 10 == 0', { ITERATION: '20' }, true],
    ['${ITERATION} % 10 == 0', { ITERATION: '21' }, false],
    ['${ITERATION} % 10 == 0', { ITERATION: 'twenty' }, false],
    ['${ITERATION} % 10 == 0', { ITERATION: '' }, false],
    ['${ITERATION} % ${EVERY} == 0', { ITERATION: '20', EVERY: '0' }, false],
    ['${COVERAGE} >= 82.5', { COVERAGE: '82.5' }, true],
    ['${COVERAGE} < 82.5', { COVERAGE: 'none' }, false],
    ['${COVERAGE} != 5', { COVERAGE: 'none' }, true],
    ['!(${COVERAGE} < 5)', { COVERAGE: 'none' }, true],
    ["${STAGE} == 'work' && ${ITERATION} > 5", { STAGE: 'work', ITERATION: '6' }, true],
    ["${A} == 'x' || ${B} == 'x' && ${B} == 'y'", { A: 'x', B: 'z' }, true],
    ["(${A} == 'x' || ${B} == 'x') && ${B} == 'y'", { A: 'x', B: 'z' }, false],
    ['${DEPLOY} == true', { DEPLOY: 'true' }, true],
    ["'it\\'s' == ${A}", { A: "it's" }, true],
    ['"C:\\dir" == ${A}', { A: 'C:\\dir' }, true],
    ['task.id == \'T1\' && vars.team != "core"', { 'task.id': 'T1', 'vars.team': 'web' }, true],
    ['-5 % 3 == -2', {}, true],
  ])('%s with %j is %s', (text, known, expected) => {
    expect(evaluate(parsed(text), (name) => known[name]!)).toBe(expected);
  });

  test('names what it asks for, with places', () => {
    const text = "task_id == 'a' && ${N} % ${M} > 1";
    const found = namesOf(parsed(text)).map(({ name, start, end }) => [name, text.slice(start, end)]);
    expect(found).toEqual([
      ['task_id', 'task_id'],
      ['N', '${N}'],
      ['M', '${M}'],
    ]);
  });
});

describe('a mistake is reported with its place and the way out', () => {
  test.each([
    ["${STAGE} = 'x'", '=', '`=` means nothing in a condition', 'Equal is written `==`.'],
    ["${A} == 'x' & true", '&', '`&` means nothing in a condition', 'Write it twice: `&&`.'],
    [
      "{{task_id}} == 'x'",
      '{{',
      '`{{` means nothing in a condition',
      'Write names without braces, `task_id`, or as `${NAME}`.',
    ],
    ["$STAGE == 'x'", '$STAGE', '`$` is not followed by a name in braces', 'Write `${STAGE}`.'],
    ["taks_id == 'x'", 'taks_id', '`taks_id` is not a dagweave name', 'Did you mean `task_id`?'],
    ["taks.id == 'x'", 'taks.id', '`taks.id` is not a dagweave name', 'Did you mean `task.id`?'],
    [
      '${A} == plan',
      'plan',
      '`plan` is not a dagweave name',
      "Write `${plan}` for a variable of the run, or 'plan' for a text.",
    ],
    ["${A} == 'x' and true", 'and', '`and` is not expected here', 'Write `&&`.'],
    ["not ${A} == 'x'", 'not', '`not` is not a dagweave name', 'Write `!`.'],
    ['${steps.a.output} == 1', '${steps.a.output}', '`steps.a.output` is not a dagweave name', undefined],
    ["${A} == 'x", "'x", 'the text has no end', "Close it with '."],
    ['(${A} == 1', '(', 'the bracket is not closed', 'Add the `)`.'],
    ['${A} == 1)', ')', '`)` is not expected here', undefined],
    ['${A} ==', '', 'the condition ends where a value should be', undefined],
    ['', '', 'the condition ends where a value should be', undefined],
    ['${A}', '${A}', '`A` alone is neither true nor false', "Compare it: `${A} == 'true'`, or `${A} != ''`."],
    ['${A} == 1 && 5', '5', 'the number 5 is neither true nor false', undefined],
    ["${A} < 'b'", "'b'", '`<` compares numbers, but a text is not a number', 'Use `==` or `!=` for texts.'],
    ["${A} % 2 == 'b'", "'b'", 'a text and a number are never equal', undefined],
    ["'a' % 2 == 0", "'a'", 'a text has no remainder', undefined],
    ['${A} % 0 == 0', '0', 'there is no remainder of a division by 0', undefined],
    ['${A} % 1.5 == 0', '1.5', 'the number 1.5 has no remainder', undefined],
    ['${A} < 1 < 2', '<', 'comparisons cannot be strung together', undefined],
    ['(${A} == 1) == true', '(${A} == 1)', 'what is true or false already cannot be compared', undefined],
    ['${A} == 12abc', '12abc', '`12abc` is no number here', undefined],
    ["${A} == 'a\0b'", "'a\0b'", 'the text cannot be a value at run time', undefined],
  ])('%s', (text, place, message, hint) => {
    const result = parseCondition(text);
    if (result.ok) throw new Error('it was read');
    const { problem } = result;
    expect([text.slice(problem.start, problem.end), problem.message]).toEqual([place, message]);
    if (hint !== undefined) expect(problem.hint).toBe(hint);
    expect(problem.hint).toMatch(/[.?]$/);
  });

  test.each([
    ['brackets', `${'('.repeat(500)}true`, 'the condition is nested too deep'],
    ['negations', `${'!'.repeat(500)}true`, 'the condition is nested too deep'],
    ['words', 'true && '.repeat(20_000), 'the condition is too long'],
  ])('%s without end', (_, text, message) => {
    expect(parseCondition(text)).toMatchObject({ ok: false, problem: { message } });
  });

  test('any text gives a condition or a place inside of it', () => {
    const sign = fc.constantFrom(
      '${A}',
      '(',
      ')',
      '!',
      '&&',
      '||',
      '==',
      '<',
      '%',
      '1',
      "'x'",
      'task_id',
      ' ',
      '$',
      '{',
      '\\',
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(sign).map((signs) => signs.join('')),
        ),
        (text) => {
          const result = parseCondition(text);
          if (result.ok) return;
          const { start, end } = result.problem;
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});

const known = fc.record(Object.fromEntries(names.map((name) => [name, values])));

test('what is printed reads back as the same', () => {
  fc.assert(
    fc.property(conditions, (condition) => {
      expect(withoutPlaces(parsed(printCondition(condition)))).toEqual(condition);
    }),
  );
});

test('what is filled in at compile time agrees with what would come out at run time', () => {
  fc.assert(
    fc.property(conditions, known, fc.subarray([...names]), (condition, all, early) => {
      const rest = simplify(condition, (name) => (early.some((one) => one === name) ? all[name] : undefined));
      expect(namesOf(rest).filter(({ name }) => early.some((one) => one === name))).toEqual([]);
      expect(withoutPlaces(parsed(printCondition(rest)))).toEqual(withoutPlaces(rest));
      expect(evaluate(rest, (name) => all[name]!)).toBe(evaluate(condition, (name) => all[name]!));
    }),
  );
});

test.each([
  ['${A} == 010', 'number(ENVIRON["A"]) && decimal(ENVIRON["A"]) == 10'],
  ['${A} % 010 == -012.50', 'integer(ENVIRON["A"]) && (decimal(ENVIRON["A"]) % 10) == -12.50'],
  ['${A} > 0.5', 'number(ENVIRON["A"]) && decimal(ENVIRON["A"]) > 0.5'],
  ['${A} < 00', 'number(ENVIRON["A"]) && decimal(ENVIRON["A"]) < 0'],
])('the program of %s has no number that an awk reads as an octal one', (text, test) => {
  const program = conditionProgram(parsed(text), () => undefined);
  expect(program).toContain(`BEGIN { exit ((${test})) }`);
  expect(program).toContain('function decimal(v) { sub(/^0+/, "", v); sub(/^-0+/, "-", v); return v + 0 }');
});

describe.each(awks())('the program for %s', (_, command) => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-condition-'));
  const holds = (condition: Condition, all: Record<string, string>) => {
    const program = conditionProgram(condition, (name) => (name === 'vars.x' ? 1 : undefined));
    expect(program).toMatch(/^[^$'`\n]*$/);
    const { 'vars.x': argument, ...environment } = all;
    const [file, ...first] = command;
    const env = { PATH: process.env.PATH, LC_ALL: 'C', ...environment };
    const { status, stderr } = spawnSync(file!, [...first, program, argument!], { cwd: folder, env });
    expect(String(stderr)).toBe('');
    return status;
  };

  test('says what evaluation says, and runs nothing', () => {
    fc.assert(
      fc.property(conditions, known, (condition, all) => {
        expect(holds(condition, all)).toBe(evaluate(condition, (name) => all[name]!) ? 1 : 0);
      }),
      { numRuns: 150 },
    );
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });
});

/** All awks that are installed; `awk` itself has to be. */
function awks(): [string, string[]][] {
  const candidates: [string, string[]][] = [
    ['awk', ['awk']],
    ['gawk', ['gawk']],
    ['gawk --posix', ['gawk', '--posix']],
    ['original-awk', ['original-awk']],
    ['busybox awk', ['busybox', 'awk']],
  ];
  return candidates.filter(
    ([name, [file, ...first]]) => name === 'awk' || spawnSync(file!, [...first, 'BEGIN { exit 0 }']).status === 0,
  );
}

function parsed(text: string): Condition {
  const result = parseCondition(text);
  if (!result.ok) throw new Error(`${text}: ${result.problem.message}`);
  return result.condition;
}

function withoutPlaces<Tree>(tree: Tree): Tree {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === 'start' || key === 'end' ? 0 : value))) as Tree;
}
