import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../src/compile.js';
import { explain } from '../src/explain.js';
import type { Explanation, Question } from '../src/model/explanation.js';
import { createColors } from '../src/render/colors.js';
import { explanationText } from '../src/render/explain/explain.js';
import { createLocator } from '../src/render/locator.js';
import { type Case, cases } from './properties/laws.js';
import { writeFiles } from './properties/write.js';

describe('explaining and planning never disagree', () => {
  test('about which rule matches which task', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat(), { minLength: 6, maxLength: 6 }), (one, drawn) => {
        const input = inputOf(one);
        const { workflows } = compile(input);
        const tasks = [...new Set(workflows.flatMap(({ workflow }) => workflow.dags).flatMap(namesIn))];
        const rules = ruleIds(input);
        if (tasks.length === 0 || rules.length === 0) return;
        for (const [index, n] of drawn.entries()) {
          const [task, rule] = [tasks[n % tasks.length]!, rules[(n + index) % rules.length]!];
          const answer = explain(input, { kind: 'verdict', task, rule }).explanation;
          const planned = injections(workflows).filter((step) => step.rule === rule && step.task === task);
          const all = explain(input, { kind: 'task', name: task }).explanation;
          const hooks = all?.kind === 'task' ? all.places.flatMap((place) => place.hooks) : [];
          expect(hooks.filter((hook) => hook.rule.id === rule).map(({ dag, name }) => ({ dag, name }))).toEqual(
            planned.map(({ dag, name }) => ({ dag, name })),
          );
          expect(answer).toMatchObject({ steps: planned.map(({ dag, name }) => ({ dag, name })) });
          expect(answer?.kind === 'verdict' && answer.failed === undefined).toBe(planned.length > 0);
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('about all that a rule matches', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const input = inputOf(one);
        const { workflows } = compile(input);
        if (workflows.length === 0) return;
        for (const rule of ruleIds(input)) {
          const answer = explain(input, { kind: 'rule', rule }).explanation;
          if (answer?.kind !== 'rule') throw new Error(`no answer about ${rule}`);
          const planned = injections(workflows).filter((step) => step.rule === rule);
          expect(answer.matched).toEqual(planned.map(({ dag, name, task }) => ({ place: task ?? dag, dag, name })));
        }
      }),
      { numRuns: 40, seed: 7 },
    );
  });

  test('about the rule, task and name of every step', () => {
    fc.assert(
      fc.property(cases, fc.nat(), (one, n) => {
        const input = inputOf(one);
        const steps = injections(compile(input).workflows);
        const asked = steps[n % Math.max(steps.length, 1)];
        if (!asked) return;
        const answer = explain(input, { kind: 'step', name: asked.name, task: undefined }).explanation;
        const told = answer?.kind === 'step' ? answer.steps : [];
        expect(told.map(({ dag, name, task, rule }) => ({ dag, name, task, rule: rule.id }))).toEqual(
          steps.filter((step) => step.name === asked.name),
        );
      }),
      { numRuns: 80, seed: 7 },
    );
  });
});

describe('the first clause that failed is', () => {
  test.each([
    ['build', 'met', undefined, []],
    ['build', 'mte', 'rule', ['met', 'most', 'off']],
    ['build', 'off', 'enabled', []],
    ['build', 'start', 'point', []],
    ['biuld', 'met', 'task', ['build', 'deploy', 'test']],
    ['deploy', 'some', 'tasks', ['deplyo', 'tes*', 'lint']],
    ['test', 'most', 'tasks_exclude', []],
    ['test', 'first', 'once', []],
    ['build', 'beside', 'anchor', ['test', 'build', 'deploy']],
  ])('for %s and rule %s: %s', (task, rule, clause, nearest) => {
    const answer = ask({ kind: 'verdict', task, rule });
    if (answer?.kind !== 'verdict') throw new Error('no answer');
    expect([answer.failed?.clause, answer.failed?.nearest ?? []]).toEqual([clause, nearest]);
  });

  test('that hooks are not enabled', () => {
    const answer = ask({ kind: 'verdict', task: 'build', rule: 'met' }, 'enabled: false');
    expect(answer).toMatchObject({ steps: [], failed: { clause: 'hooks.enabled' } });
  });
});

test.each<Question>([
  { kind: 'task', name: 'build' },
  { kind: 'step', name: 'hook-met-test', task: undefined },
  { kind: 'verdict', task: 'build', rule: 'met' },
  { kind: 'rule', rule: 'met' },
])('more steps than are allowed are an error, and no answer: %j', (question) => {
  const found = explain(input('enabled: true\n  limits: {max_added_steps: 1}'), question);
  expect(found.explanation).toBeUndefined();
  expect(found.diagnostics.map(({ code }) => code)).toContain('DW415');
});

describe('an answer for people', () => {
  test('tells all about a step', () => {
    expect(text({ kind: 'step', name: 'hook-met-test', task: 'test' })).toBe(
      [
        'hook-met-test in flow:',
        '  rule         met (hooks.yaml:9:9)',
        '  step         check, shell (hooks.yaml:5:12)',
        '  layer        project',
        '  point        post_task',
        '  task         test',
        '  place        after test',
        '  gate         yes',
        '  waits for    test',
        '  held up      hook-some-test',
        '  {{task_id}}  "test" from the default',
        '  {{vars.a}}   "b" from hooks.vars',
        '',
      ].join('\n'),
    );
  });

  test('names the nearest hooks where there is no such step', () => {
    expect(text({ kind: 'step', name: 'hook-mt-build', task: undefined })).toMatch(
      /^There is no step hook-mt-build\. Nearest are: hook-met-build, /,
    );
  });

  test('says of a step of the workflow what every rule does to it', () => {
    const answer = [
      'Task test in flow (flow.yaml:5:12)',
      'What rules add, in order:',
      '  hook-met-test   after test; gate; rule met (hooks.yaml:9:9)',
      '  hook-some-test  after test; gate; rule some (hooks.yaml:11:9)',
    ];
    const others = ['off', 'most', 'first', 'beside', 'start'];
    for (const kind of ['step', 'task'] as const) {
      const shown = text({ kind, name: 'test', task: undefined }).split('\n');
      expect(shown.slice(0, 4)).toEqual(answer);
      expect(others.filter((id) => !shown.some((line) => line.startsWith(`  ${id} `)))).toEqual([]);
    }
  });

  test('names the clause and where it is written', () => {
    expect(text({ kind: 'verdict', task: 'test', rule: 'most' })).toBe(
      [
        'Rule most (hooks.yaml:12:9) does not match test:',
        '  clause      tasks_exclude',
        '  because     `tasks_exclude`: `te*` matches `test`',
        '  written at  hooks.yaml:12:58',
        '',
      ].join('\n'),
    );
  });

  test('lists the variables of each task', () => {
    const shown = text({ kind: 'variables' });
    expect(shown.match(/^(Task|Outside).*$/gm)).toEqual([
      'Outside of tasks, in flow:',
      'Task build, in flow:',
      'Task test, in flow:',
      'Task deploy, in flow:',
    ]);
    expect(shown).toContain('{{vars.a}}         "b" from hooks.vars\n');
    expect(shown).toContain('{{task_id}}        no value: there is no task here\n');
  });

  test('keeps what is in names on one line', () => {
    const answer = ask({ kind: 'verdict', task: 'a\n\u001b[31m', rule: 'b\nc' })!;
    expect(explanationText(answer, createLocator([]), createColors(false))).toMatch(
      /^Rule b␊c does not match a␊␛\[31m:\n/,
    );
  });
});

const workflow = {
  path: 'flow.yaml',
  text: 'name: flow\ntype: graph\nsteps:\n  - {name: build, command: make}\n  - {name: test, command: make test}\n  - {name: deploy, command: ./deploy.sh, depends: [build, test]}\n',
};

const hooks = `hooks:
  enabled: true
  vars: {a: b}
  step_definitions:
    check: {type: shell, command: "check {{task_id}} {{vars.a}}"}
    lint: {type: shell, command: lint}
  injections:
    post_task:
      - {step: check, id: met, tasks: [build, test]}
      - {step: lint, id: off, enabled: false}
      - {step: lint, id: some, tasks: ["tes*", lint, deplyo]}
      - {step: lint, id: most, order: 1, tasks_exclude: ["te*"]}
      - {step: lint, id: first, order: 2, once: true}
      - {step: lint, id: beside, order: 3, after: tst, on_missing_anchor: skip}
      - {step: lint, id: test, order: 4}
    pre_root:
      - {step: lint, id: start}
`;

function input(enabled = 'enabled: true'): CompileInput {
  return {
    workflow: [workflow],
    configuration: [{ path: 'hooks.yaml', text: hooks.replace('enabled: true', enabled), layer: 'project' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion: '2.15' },
  };
}

function ask(question: Question, enabled?: string): Explanation | undefined {
  return explain(input(enabled), question).explanation;
}

function text(question: Question): string {
  return explanationText(ask(question)!, createLocator([workflow, ...input().configuration]), createColors(false));
}

function inputOf({ model, config }: Case): CompileInput {
  return {
    ...input(),
    workflow: writeFiles(model),
    configuration: [{ path: 'hooks.json', text: JSON.stringify(config), layer: 'project' }],
    options: { targetVersion: model.version },
  };
}

function ruleIds(of: CompileInput): readonly string[] {
  return compile(of).rules?.rules.map((rule) => rule.id) ?? [];
}

function namesIn(dag: { readonly name: string; readonly nodes: readonly { readonly name: string }[] }): string[] {
  return [dag.name, ...dag.nodes.map((node) => node.name)];
}

function injections(workflows: ReturnType<typeof compile>['workflows']) {
  return workflows.flatMap(({ workflow: { dags }, plan }) => [
    ...plan.dags.flatMap(({ dag, nodes }) =>
      nodes.flatMap((node) =>
        node.kind === 'injected'
          ? [{ dag: dags[dag]!.name, name: node.name, task: node.injection.task, rule: node.injection.rule.id }]
          : [],
      ),
    ),
    ...plan.handlers.flatMap(({ dag, injections }) =>
      injections.map(({ name, injection }) => ({
        dag: dags[dag]!.name,
        name,
        task: injection.task,
        rule: injection.rule.id,
      })),
    ),
  ]);
}
