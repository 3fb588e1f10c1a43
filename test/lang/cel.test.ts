import { describe, expect, test } from 'vitest';
import { compileCel } from '../../src/lang/cel/cel.js';
import type { FactReader, FactValue } from '../../src/lang/cel/facts.js';

function readerOf(values: Readonly<Record<string, FactValue>>): FactReader {
  return (subject, name) => values[`${subject}.${name}`]!;
}

function celOf(expression: string) {
  const compiled = compileCel(expression);
  if (!compiled.ok) throw new Error(`${expression}: ${JSON.stringify(compiled.problem)}`);
  return compiled.cel;
}

function problemOf(expression: string) {
  const compiled = compileCel(expression);
  return compiled.ok ? 'none' : compiled.problem;
}

const facts = readerOf({
  'step.name': 'ship',
  'step.names': ['ship', 'S1'],
  'step.commands': ['./ship.sh prod', 'make all'],
  'step.env': new Map([
    ['STAGE', 'prod'],
    ['__proto__', 'odd'],
    ['constructor', ''],
  ]),
  'dag.labels': new Map(),
  'workflow.steps': 12n,
});

test.each([
  ['step.name == "ship"', true],
  ['step.name in ["a", "ship"]', true],
  ['step.commands.exists(c, c.startsWith("./ship.sh ") && c.endsWith(" prod"))', true],
  ['step.commands.all(c, c.contains("make"))', false],
  ['step.commands.exists_one(c, c.contains("make"))', true],
  ['step.commands.filter(c, c.size() > 3).size() == 2', true],
  ['"STAGE" in step.env && step.env["STAGE"] == step.env.STAGE', true],
  ['has(step.env.NONE) || "toString" in step.env', false],
  ['"__proto__" in step.env && "constructor" in step.env', true],
  ['size(dag.labels) > 0 ? false : step.name.upperAscii() == "SHIP"', true],
  ['-1 < workflow.steps && workflow.steps <= 12', true],
  ['step.env.NONE == "x" || true', true],
  ['"\\u2028\\n\\"" == step.name', false],
])('%s is %s', (expression, value) => {
  expect(celOf(expression).evaluate(facts, 1e8)).toMatchObject({ kind: 'value', value });
});

test('what has no answer says why', () => {
  const why = (expression: string) => celOf(expression).evaluate(facts, 1e8);
  expect(why('step.env.NONE == "x"')).toMatchObject({ kind: 'failed', why: expect.stringContaining('no key NONE') });
  expect(why('step.commands[7] == "x"')).toMatchObject({ kind: 'failed' });
});

describe('refused when it is read, with the place', () => {
  test.each([
    ['step.name.matches("(a+)+$")', { kind: 'refused', what: 'matches()', start: 0 }],
    ['true && dyn(step.name) == 1', { kind: 'refused', what: 'dyn()', start: 8 }],
    ['cel.bind(x, step.name, x == "a")', { kind: 'refused', what: 'bind()' }],
    ['step.commands.map(c, c + c).size() > 1', { kind: 'refused', what: 'map()' }],
    ['step.name + step.name == "aa"', { kind: 'refused', what: '+' }],
    ['{"a": 1}.size() > 0', { kind: 'refused', what: 'mappings' }],
    ['step.name.split("").size() > 1', { kind: 'refused' }],
    ['b"a" == b"a"', { kind: 'refused' }],
    ['workflow.steps > 1.5', { kind: 'refused' }],
    ['step.nmae == "x"', { kind: 'name', name: 'step.nmae', nearest: 'step.name', start: 0, end: 9 }],
    ['true || stage.name == ""', { kind: 'name', name: 'stage.name', start: 8 }],
    ['step == dag', { kind: 'name', name: 'step' }],
    ['step["name"] == "x"', { kind: 'name', name: 'step' }],
    ['step.names.exists(dag, dag == "x")', { kind: 'name', name: 'dag' }],
    ['google.protobuf.Timestamp == google.protobuf.Duration', { kind: 'name' }],
    ['step.name == 1', { kind: 'type', reason: 'the types do not fit in `string == int`' }],
    ['step.name', { kind: 'type', reason: 'it gives string, not true or false' }],
    ['size() > 1', { kind: 'type' }],
    ['step.names.exists()', { kind: 'type' }],
    ['step.', { kind: 'syntax', reason: 'expected a name, found the end', start: 5 }],
    ['step.name =~ "x"', { kind: 'syntax', start: 10 }],
    ['"', { kind: 'syntax' }],
    [' ', { kind: 'syntax' }],
    [`${'('.repeat(900)}true${')'.repeat(900)}`, { kind: 'size', limit: '40 levels' }],
    [`${'!'.repeat(1900)}true`, { kind: 'size' }],
    [`step.name in [${'"a",'.repeat(250)}"a"]`, { kind: 'size', limit: '200 values in a list' }],
    [`true${' || true'.repeat(240)}`, { kind: 'size', limit: '400 parts' }],
    ['a'.repeat(2001), { kind: 'size', limit: '2000 characters' }],
    [`${'[1].exists(a, '.repeat(4)}true))))`, { kind: 'size', limit: '3 loops inside each other' }],
  ])('%s', (expression, problem) => {
    expect(problemOf(expression)).toMatchObject(problem);
  });
});

describe('more items make it true, but never false', () => {
  const commands = { subject: 'step', name: 'commands' } as const;
  test.each([
    ['step.commands.exists(c, c == "a")', true],
    ['"a" in step.commands && !(step.name == "b")', true],
    ['step.name == "a" || step.commands.exists(c, step.names.exists(n, n == c))', true],
    ['!step.commands.exists(c, c == "a")', false],
    ['step.commands.all(c, c == "a")', false],
    ['step.commands.size() < 3', false],
    ['step.commands.exists(c, c == "a") ? false : true', false],
    ['step.commands.exists(c, c == "a") == false', false],
    ['step.commands[0] == "a"', false],
    ['step.commands.filter(c, c == "a").size() == 1', false],
  ])('%s: %s', (expression, grows) => {
    expect(celOf(expression).growsWith(commands)).toBe(grows);
  });
});

/** Each is as bad as it can be for one part of the language. */
describe('a workflow cannot make an expression take long', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `command ${index}`);
  const long = 'a'.repeat(1_000_000);
  const half = `${'a'.repeat(500_000)}b`;
  const hostile: Readonly<Record<string, Readonly<Record<string, FactValue>>>> = {
    'many items': { 'step.commands': many, 'step.names': many, 'step.name': 'x', 'step.env': new Map() },
    'some items': { 'step.commands': many.slice(0, 300), 'step.names': many.slice(0, 300), 'step.name': 'x' },
    'long texts': { 'step.commands': [long, half], 'step.names': [half, long], 'step.name': long },
    'many long texts': {
      'step.commands': Array(200).fill(long),
      'step.names': Array(200).fill(half),
      'step.name': long,
    },
  };
  const expressions = [
    'step.commands.exists(a, step.names.exists(b, a == b))',
    'step.commands.exists(a, step.names.exists(b, a.contains(b) && a != b))',
    'step.commands.exists(a, step.names.exists(b, step.commands.exists(c, c == b && a == "z")))',
    'step.commands.exists(a, a in step.names && a == "z")',
    'step.commands.all(a, step.names == step.commands || true)',
    `step.commands.exists(a, a.contains("${'a'.repeat(900)}b${'a'.repeat(900)}"))`,
    'step.commands.exists(a, a.lowerAscii().upperAscii().lowerAscii().size() == 7)',
    'step.commands.filter(a, a != "z").filter(a, a != "y").exists(a, step.name.contains(a))',
  ];
  test.each(Object.entries(hostile))('%s', (_, values) => {
    for (const expression of expressions) {
      const cel = celOf(expression);
      const start = performance.now();
      const { cost } = cel.evaluate(readerOf(values), 100_000_000);
      const took = performance.now() - start;
      expect(took, `${expression.slice(0, 80)} with a cost of ${cost}`).toBeLessThan(1500);
    }
  });
});
