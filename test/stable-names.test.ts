import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../src/compile.js';
import { inputOf } from './compile/one-text.js';

/** What is added elsewhere renames no hook, no captured result and no mark. */

function run(hooks: object, steps: readonly string[] = ['build'], path = 'hooks.json', policy?: object): CompileResult {
  return compile({
    workflow: [
      {
        path: 'flow.yaml',
        text: JSON.stringify({ type: 'graph', steps: steps.map((name) => ({ name, command: 'make' })) }),
      },
    ],
    configuration: [
      { path, text: JSON.stringify({ hooks }), layer: 'project' },
      ...(policy ? [{ path: 'policy.json', text: JSON.stringify({ hooks: policy }), layer: 'policy' as const }] : []),
    ],
    prompts: { read: (_, name) => ({ kind: 'missing', path: name, known: [] }) },
    options: { targetVersion: '2.15' },
  });
}

/** Name, mark and variable of each hook, by its command. */
function hooksOf({ workflows }: CompileResult): ReadonlyMap<string, string> {
  const of = (
    name: string,
    {
      rule,
      task,
      output,
    }: { rule: { id: string; step: { config: object } }; task?: string | undefined; output: string | undefined },
  ) => [`${JSON.stringify(rule.step.config)} ${task}`, `${rule.id} ${name} ${output}`] as const;
  return new Map(
    workflows.flatMap(({ plan }) => [
      ...plan.dags.flatMap(({ nodes }) =>
        nodes.flatMap((node) => (node.kind === 'injected' ? [of(node.name, node.injection)] : [])),
      ),
      ...plan.handlers.flatMap(({ injections }) => injections.map(({ name, injection }) => of(name, injection))),
    ]),
  );
}

function expectKept(before: CompileResult, after: CompileResult, except: readonly string[] = []): void {
  expect([before.ok, after.ok]).toEqual([true, true]);
  const [old, fresh] = [hooksOf(before), hooksOf(after)];
  expect(fresh.size).toBeGreaterThan(old.size);
  const changed = [...old].filter(([key, names]) => fresh.get(key) !== names).map(([key]) => key);
  expect(changed.map((key) => JSON.parse(key.slice(0, key.lastIndexOf('}') + 1)).command)).toEqual(except);
}

describe('an action of a lifecycle file', () => {
  const action = (command: string, more: object = {}) => ({ type: 'shell', command, ...more });
  const other = { type: 'webhook', url: 'https://example.com' };
  const list = [action('one'), action('two'), action('three')];
  const withList = (...actions: readonly object[]) => run({ on_iteration_start: actions }, ['build'], 'hooks.yaml');

  test.each([0, 1, 2, 3])('of another type, put in at %i, changes no other', (at) => {
    expectKept(withList(...list), withList(...list.slice(0, at), other, ...list.slice(at)));
  });

  test.each([1, 2, 3])('of the same type, put in at %i, changes no other', (at) => {
    expectKept(withList(...list), withList(...list.slice(0, at), action('new'), ...list.slice(at)));
  });

  test('of the same type, put in front, changes the first one alone, and none with an id', () => {
    expectKept(withList(...list), withList(action('new'), ...list), ['one']);
    const named = list.map((one, index) => ({ ...one, id: `a${index}` }));
    expectKept(withList(...named), withList(action('new'), ...named));
    expect([...hooksOf(withList(...named)).values()]).toContain('a0 hook-a0-build undefined');
  });
});

describe('rules with ids that look alike in a name', () => {
  const rule = (id: string) => ({ id, type: 'quality_check', command: './x', min_score: 1 });

  test.each([
    ['unit-tests', 'unit_tests'],
    ['scan', 'Scan'],
    ['a.b', 'a-b'],
  ])('are refused, before one of them has to be renamed: %s and %s', (one, other) => {
    const both = run({ enabled: true, injections: { pre_task: [rule(one)], post_task: [rule(other)] } });
    expect(both.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'DW474', cure: 'rules', span: { file: 'hooks.json' }, related: { span: { file: 'hooks.json' } } },
    ]);
    const below = run({ enabled: true, injections: { final: [rule(one)] } }, ['build'], 'hooks.json', {
      injections: { pre_task: [rule(other)] },
    });
    expect(below.diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
      {
        code: 'DW474',
        span: { file: 'hooks.json' },
        related: { message: 'the policy', span: { file: 'policy.json' } },
      },
    ]);
  });

  test('and those that do not are fine', () => {
    const ids = ['scan', 'scan-deep', 'scan-2', 'scans', 'a--b', 'a-b'];
    expect(run({ enabled: true, injections: { pre_task: ids.map(rule) } }).ok).toBe(true);
  });
});

test('rules without an id that share a name get a note', () => {
  const rule = (command: string) => ({ type: 'shell', command });
  const codes = (...rules: readonly object[]) =>
    run({ enabled: true, injections: { pre_task: rules } })
      .diagnostics.map(({ code }) => code)
      .filter((code) => code === 'DW475');
  expect(codes(rule('a'))).toEqual([]);
  expect(codes(rule('a'), { ...rule('b'), id: 'b' })).toEqual([]);
  expect(codes(rule('a'), rule('b'))).toEqual(['DW475']);
  expect(codes(rule('a'), { ...rule('b'), id: 'shell' })).toEqual(['DW475']);
  expect(codes({ ...rule('a'), id: 'a' }, { ...rule('b'), id: 'b' })).toEqual([]);
});

describe('tasks that differ in case alone keep their hooks and results', () => {
  const hooks = {
    enabled: true,
    injections: { post_task: [{ id: 'check', type: 'quality_check', command: './x', min_score: 1 }] },
  };
  test.each([
    ['build', 'BUILD', 'BUILD_HOOK_CHECK_RESULT', 'BUILD__HOOK_CHECK_RESULT'],
    ['T001', 't001', 'T001_HOOK_CHECK_RESULT', 'T001__HOOK_CHECK_RESULT'],
    ['unit_tests', 'UNIT_TESTS', 'UNIT__TESTS_HOOK_CHECK_RESULT', 'UNIT__TESTS__HOOK_CHECK_RESULT'],
    ['Build', 'bUILD', undefined, undefined],
  ])('%s and %s', (one, other, first, second) => {
    const names = (...steps: readonly string[]) => [...hooksOf(run(hooks, steps)).values()];
    for (const [name, variable] of [
      [one, first],
      [other, second],
    ] as const) {
      const [alone] = names(name);
      expect(names(one, other)).toContain(alone);
      expect(names(other, one)).toContain(alone);
      if (variable) expect(alone).toBe(`check hook-check-${name} ${variable}`);
    }
    expect(new Set(names(one, other).map((all) => all.split(' ').at(-1))).size).toBe(2);
  });
});

describe('a hook at a step of GitHub', () => {
  const hooks = {
    enabled: true,
    injections: { pre_task: [{ id: 'scan', type: 'shell', command: './scan', match: { runs: 'terraform *' } }] },
  };
  const workflow = (steps: readonly string[]) =>
    `on: push\njobs:\n  build:\n    runs-on: x\n    steps:\n${steps.map((step) => `      - ${step}\n`).join('')}`;
  const compiled = (text: string) => compile(inputOf(text, hooks)).outputs[0]!.text;
  const names = (text: string) => text.match(/(?<=id: )hook-[\w-]+/g);
  const [named, nameless] = ['{name: Apply it, run: terraform apply}', 'run: terraform plan'];
  const before = compiled(workflow(['run: make', named, nameless]));
  const after = compiled(workflow(['run: ls', 'run: make', named, nameless]));

  test('keeps its name where the step has one, and is named by its place where it has none', () => {
    expect(names(before)).toHaveLength(2);
    expect(names(after)![0]).toBe(names(before)![0]);
    expect([names(before)![1], names(after)![1]]).toEqual([
      expect.stringMatching(/^hook-scan-3-/),
      expect.stringMatching(/^hook-scan-4-/),
    ]);
  });

  test('is replaced in the next run where its place has changed', () => {
    const grown = before.replace('      - run: make\n', '      - run: ls\n      - run: make\n');
    expect(grown).not.toBe(before);
    expect(compiled(grown)).toBe(after);
  });
});
