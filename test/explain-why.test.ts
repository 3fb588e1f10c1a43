import { describe, expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { explain } from '../src/explain.js';
import type { Question } from '../src/model/explanation.js';
import { createColors } from '../src/render/colors.js';
import { explanationText } from '../src/render/explain/explain.js';
import { createLocator } from '../src/render/locator.js';

const flow = `name: flow
type: graph
handlerOn:
  failure:
    name: tell
    command: echo failed
  exit:
    command: echo over
steps:
  - {name: build, command: make}
  - {name: deploy, command: ./deploy.sh, depends: [build]}
`;

function asking(rules: object, { text = flow, more = {} }: { text?: string; more?: object } = {}) {
  const hooks = { enabled: true, vars: { stage: 'dev', count: 'many', none: '' }, ...more, injections: rules };
  const workflow = [{ path: 'flow.yaml', text }];
  const configuration = [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' as const }];
  const environment = new Map([['API_TOKEN', 'hunter2']]);
  const input = {
    workflow,
    configuration,
    prompts: { read: (_: string, path: string) => ({ kind: 'missing' as const, path, known: [] }) },
    options: { targetVersion: '1.30', environment },
  };
  const ask = (question: Question) => explain(input, question).explanation;
  return {
    input,
    ask,
    text: (question: Question) =>
      explanationText(ask(question)!, createLocator([...workflow, ...configuration]), createColors(false)),
  };
}

describe('of a condition that is false, the false part is given with the values that were found', () => {
  test.each([
    [`task_id == 'deploy'`, "`task_id == 'deploy'` is false, as `task_id` is `build` (from the default)"],
    [
      `vars.stage == 'dev' && task_id == 'deploy' && vars.stage == 'prod'`,
      "`task_id == 'deploy'` is false, as `task_id` is `build` (from the default)",
    ],
    [
      `vars.stage == 'prod' || vars.stage == 'qa'`,
      "`vars.stage == 'prod'` and `vars.stage == 'qa'` are false, as `vars.stage` is `dev` (from hooks.vars)",
    ],
    [
      `task_id == 'build' && (vars.stage == 'prod' || \${CI} == 'x' && vars.none != '')`,
      "`vars.stage == 'prod'` and `vars.none != ''` are false, as `vars.stage` is `dev` (from hooks.vars) and `vars.none` is empty (from hooks.vars)",
    ],
    [
      `!(vars.stage == 'dev' || \${CI} == 'x')`,
      "`!(vars.stage == 'dev' || ${CI} == 'x')` is false, as `vars.stage` is `dev` (from hooks.vars)",
    ],
    ['vars.count > 3', '`vars.count > 3` is false, as `vars.count` is `many`, not a number (from hooks.vars)'],
    ['false', '`false` is false'],
    [
      `env.API_TOKEN == 'x'`,
      "`env.API_TOKEN == 'x'` is false, as `env.API_TOKEN` has no value to show: it is a secret by its name, and is not written down",
    ],
  ])('%s', (when, why) => {
    const { ask, text } = asking({ pre_task: [{ id: 'r', type: 'shell', command: 'x', when, optional: true }] });
    const expected = { clause: 'when', why: `\`when\`: ${why}`, span: { file: 'hooks.json' } };
    expect(ask({ kind: 'verdict', task: 'build', rule: 'r' })).toMatchObject({ steps: [], failed: expected });
    const asked: readonly Question[] = [
      { kind: 'task', name: 'build' },
      { kind: 'step', name: 'build', task: undefined },
      { kind: 'rule', rule: 'r' },
    ];
    for (const question of asked) {
      expect(text(question)).toContain(why);
      expect(text(question)).not.toContain('hunter2');
    }
  });

  test.each([
    [undefined, 'none is stated here'],
    ['staging', 'here is `staging`'],
  ])('of a rule for other environments, the one that is stated here: %s', (here, stated) => {
    const guard =
      'id: guard\nevent_type: PreAbilityCall\nenvironments: [prod, test]\nhandler: {kind: script, command: ./guard.sh}\n';
    const { input } = asking({});
    const { explanation } = explain(
      {
        ...input,
        configuration: [{ path: '.system/hooks/guard.yaml', text: guard, layer: 'project' }],
        options: { ...input.options, variables: new Map(here === undefined ? [] : [['environment', here]]) },
      },
      { kind: 'verdict', task: 'build', rule: 'guard' },
    );
    const why = `\`environments\`: wanted \`prod\` or \`test\`, ${stated}`;
    expect(explanation).toMatchObject({ failed: { clause: 'environments', why } });
  });

  test('what is left for the run is said of each hook', () => {
    const { text } = asking({
      pre_task: [{ id: 'r', type: 'shell', command: 'x', when: `task_id != 'deploy' && \${CI} == 'yes'` }],
    });
    expect(text({ kind: 'step', name: 'hook-r-build', task: undefined })).toContain(
      "  when     only if ${CI} == 'yes', which the run decides\n",
    );
    expect(text({ kind: 'task', name: 'build' })).toContain("; only if ${CI} == 'yes'; rule r");
  });
});

describe('a handler is answered for like a step', () => {
  const rules = {
    pre_task: [{ id: 'scan', type: 'shell', command: 'scan' }],
    final: [
      { id: 'page', type: 'shell', command: 'page', run: 'failure' },
      { id: 'never', type: 'shell', command: 'never', run: 'failure', when: `vars.stage == 'prod'` },
      { id: 'off', type: 'shell', command: 'off', run: 'always', enabled: false },
      { id: 'sweep', type: 'shell', command: 'sweep', run: 'always' },
      { id: 'report', type: 'shell', command: 'report' },
    ],
  };
  const more = { deny: [{ match: { runs: 'echo failed' }, message: 'no echo', severity: 'warning' }] };
  const handler = [
    'Handler handlerOn.failure in flow (flow.yaml:4:3)',
    'Forbidden by `deny`:',
    expect.stringMatching(/^ {2}warning {2}no echo; it runs `echo failed`/),
    'What rules add, in order:',
    expect.stringMatching(/^ {2}hook-page {2}in the engine's own handler, on failure; not awaited; rule page /),
    'Rules that do not match:',
    expect.stringMatching(/^ {2}scan {3}rules of pre_task are for tasks and steps, not for handlers /),
    expect.stringMatching(/^ {2}never {2}`when`: `vars.stage == 'prod'` is false, as `vars.stage` is `dev`/),
    expect.stringMatching(/^ {2}off {4}the rule is switched off/),
    expect.stringMatching(/^ {2}sweep {2}its hooks are in another handler, as they are for `run: always`/),
    'Rules for the whole DAG:',
    expect.stringMatching(/^ {2}report {2}final: hook-report /),
    '',
  ];

  test.each(['tell', 'failure', 'onFailure', 'handlerOn.failure', 'handler_on.failure'])('%s', (name) => {
    for (const kind of ['step', 'task'] as const)
      expect(asking(rules, { more }).text({ kind, name, task: undefined }).split('\n')).toEqual(handler);
  });

  test('also where rules alone make it', () => {
    const text = flow.replace(/ {2}failure:\n.*\n.*\n/, '');
    const lines = asking(rules, { text, more }).text({ kind: 'step', name: 'failure', task: undefined }).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Handler failure in flow (flow.yaml:1:7)',
      'The workflow has no such handler: rules add it.',
      'What rules add, in order:',
      handler[4],
    ]);
  });

  test('that of a task, with the rules for its other ends', () => {
    const caller = 'steps:\n  - {name: all, call: build-all}\n---\nname: build-all';
    const text = flow.replace(/handlerOn:[^-]*?steps:/, `${caller}\nsteps:`);
    const post_task = [
      { id: 'unlock', type: 'shell', command: 'unlock', run: 'always' },
      { id: 'alarm', type: 'shell', command: 'alarm', run: 'failure' },
    ];
    const lines = asking({ post_task }, { text }).text({ kind: 'step', name: 'exit', task: undefined }).split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^Handler exit in build-all /),
      'The workflow has no such handler: rules add it.',
      'What rules add, in order:',
      expect.stringMatching(/^ {2}hook-unlock {2}in the engine's own handler, always; not awaited; rule unlock /),
      'Rules that do not match:',
      expect.stringMatching(/^ {2}alarm {2}its hooks are in another handler, as they are for `run: failure` /),
      '',
    ]);
  });

  test('and its hooks by their names', () => {
    const { input, ask } = asking(rules);
    const names = compile(input).workflows.flatMap(({ plan }) => plan.handlers.flatMap(({ injections }) => injections));
    expect(names.map(({ name }) => name)).toEqual(['hook-page', 'hook-sweep']);
    for (const { name } of names) {
      const answer = ask({ kind: 'step', name, task: undefined });
      expect(answer).toMatchObject({ kind: 'step', steps: [{ name, place: { kind: 'handler' } }] });
    }
  });

  test('a misspelt one is among the nearest', () => {
    expect(asking(rules).ask({ kind: 'step', name: 'onfailure', task: undefined })).toMatchObject({
      places: [],
      nearest: expect.arrayContaining(['onFailure']),
    });
  });
});

test('rules for the whole DAG that add nothing have the reason beside them', () => {
  const { text } = asking({
    pre_root: [{ id: 'start', type: 'shell', command: 'x', when: `vars.stage == 'prod'`, optional: true }],
    final: [
      { id: 'off', type: 'shell', command: 'x', enabled: false },
      { id: 'end', type: 'shell', command: 'x', run: 'abort' },
    ],
  });
  const lines = text({ kind: 'task', name: 'build' }).split('\n');
  expect(lines.slice(lines.indexOf('Rules for the whole DAG:') + 1)).toEqual([
    expect.stringMatching(/^ {2}start {2}pre_root: nothing here; `when`: `vars.stage == 'prod'` is false, as/),
    expect.stringMatching(/^ {2}off {4}final: nothing here; the rule is switched off/),
    expect.stringMatching(/^ {2}end {4}final, when stopped: hook-end /),
    '',
  ]);
});

test('of a rule that runs after every end of a task, that the engine has no place for it', () => {
  const { text } = asking({ post_task: [{ id: 'tidy', type: 'shell', command: 'x', run: 'always' }] });
  const why =
    'the hook cannot run after every end of build (`run: always`), because there a step behind a failure would not run';
  const asked: readonly Question[] = [
    { kind: 'verdict', task: 'build', rule: 'tidy' },
    { kind: 'task', name: 'build' },
    { kind: 'step', name: 'build', task: undefined },
    { kind: 'rule', rule: 'tidy' },
  ];
  for (const question of asked) expect(text(question)).toContain(why);
});
