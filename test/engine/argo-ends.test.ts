import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';

const workflow = (tasks: readonly string[]) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
${tasks.map((task) => `          - {template: work, ${task}}\n`).join('')}    - name: work
      container: {image: busybox}
`;
const shell = { type: 'shell', command: './check.sh' };
const chain = ['name: build', 'name: deploy, dependencies: [build]'];

test
  .skipIf(argoSimulator.missing)
  .concurrent.each(
    [{ await: false }, { on_failure: 'continue' }].flatMap((rule) =>
      ['build', 'deploy'].map((failing) => [rule, failing] as const),
    ),
  )('behind the last task, a hook with %o lets the run fail where `%s` fails', async (rule, failing) => {
  const post_task = [{ id: 'aside', ...shell, tasks: ['deploy'], ...rule }];
  const run = await runOf(workflow(chain), { post_task }, failing);
  expect(run!.nodes.get('hook-aside-deploy')).toBe('Omitted');
  expect(run!.phase).toBe('Failed');
});

test.skipIf(argoSimulator.missing)('and where the hook itself fails, the run succeeds', async () => {
  const post_task = [{ id: 'aside', ...shell, tasks: ['deploy'], await: false }];
  const run = await runOf(workflow(chain), { post_task }, 'run');
  expect(run!.trace.at(-1)).toMatch(/end run Failed/);
  expect(run!.phase).toBe('Succeeded');
});

describe.skipIf(argoSimulator.missing)('a hook that may fail fails, and the run succeeds', () => {
  const handler = 'name: mend, depends: deploy.Failed';
  const gate = [{ id: 'gate', ...shell, tasks: ['deploy'] }];
  const called = (steps: string) =>
    workflow([handler])
      .replace('        tasks:\n', '        tasks:\n          - {name: deploy, template: ship}\n')
      .replace('    - name: work', `    - name: ship\n      ${steps}\n    - name: work`);
  const steps = 'steps: [[{name: unit, template: work}]]';
  const tasks = 'dag: {tasks: [{name: unit, template: work}]}';
  test.concurrent.each([
    ['before a failure handler', workflow(['name: deploy', handler]), ['deploy']],
    [
      'before a task that is skipped',
      workflow(['name: deploy', 'name: b, dependencies: [deploy], when: "1 == 2"']),
      ['deploy'],
    ],
    [
      'before items of which there are none',
      workflow(['name: deploy', 'name: b, dependencies: [deploy], withParam: "[]"']),
      ['deploy'],
    ],
    [
      'before a task that asks whether another one was skipped',
      workflow(['name: deploy', 'name: b, depends: deploy.Skipped']),
      ['deploy'],
    ],
    ['before another hook before a failure handler', workflow(['name: deploy', handler]), ['deploy'], gate],
    [
      'before a task that is left out behind one that is',
      workflow(['name: unit', 'name: deploy', handler, 'name: b, depends: unit && mend']),
      ['unit'],
    ],
    ['at the end of a called list of steps', called(steps), ['unit']],
    ['at the end of called tasks', called(tasks), ['unit']],
    [
      'at the end of called tasks with expressions',
      called(tasks.replace('work}', 'work}, {name: b, template: work, depends: unit}')),
      ['b'],
    ],
    [
      'inside of such a hook',
      called(steps).replace(
        '{name: unit, template: work}',
        '{name: unit, template: work}], [{name: b, template: work, when: "1 == 2"}',
      ),
      ['unit', 'b'],
    ],
  ])(
    '%s',
    async (_, text, tasks, others: readonly object[] = []) => {
      for (const rule of [{ on_failure: 'continue' }, { await: false }]) {
        const post_task = [{ id: 'aside', ...shell, each: 'step', tasks, ...rule }, ...others];
        const { outputs } = compile(inputOf(text, { enabled: true, injections: { post_task } }));
        // Where it is a step in a step, the pod is called `run`.
        const pods = ['run', ...tasks.map((task) => `hook-aside-${task}`)];
        const plan = Object.fromEntries(pods.map((pod) => [pod, { fails: 9 }]));
        const run = await argoSimulator.run({ path: 'workflow.yaml', text: outputs[0]!.text }, plan);
        expect(run!.trace.join('\n')).toMatch(/end (?:run|hook-aside-\w+) Failed/);
        expect([rule, run!.phase]).toEqual([rule, 'Succeeded']);
      }
    },
    60_000,
  );
});

describe.skipIf(argoSimulator.missing)(
  'where it fails beside a task, or does not, the run fails as it would without it',
  () => {
    const skipped = 'name: b, dependencies: [deploy], when: "1 == 2"';
    const called = workflow([]).replace(
      '    - name: work',
      '          - {name: deploy, template: ship}\n    - name: ship\n      steps: [[{name: unit, template: work}]]\n    - name: work',
    );
    test.concurrent.each([
      ['before a task that is skipped', workflow(['name: deploy', skipped, 'name: c']), ['deploy'], 'c'],
      [
        'behind a failure that is forgiven',
        workflow(['name: deploy, continueOn: {failed: true}', skipped]),
        ['deploy'],
        'deploy',
      ],
      ['at the end of a called list of steps', called, ['unit'], 'unit'],
    ])(
      '%s',
      async (_, text, tasks, failing) => {
        const post_task = [{ id: 'aside', ...shell, each: 'step', tasks, on_failure: 'continue' }];
        const { outputs } = compile(inputOf(text, { enabled: true, injections: { post_task } }));
        expect(outputs[0]!.text).toContain('name: done');
        const file = { path: 'workflow.yaml', text: outputs[0]!.text };
        const task = { [failing]: { fails: 9 } };
        const runs = await Promise.all([
          argoSimulator.run(file, task),
          argoSimulator.run(file, { ...task, run: { fails: 9 } }),
        ]);
        expect(runs.map((run) => run!.phase)).toEqual(['Failed', 'Failed']);
      },
      60_000,
    );
  },
);

const soft = 'continueOn: {failed: true}';

describe.skipIf(argoSimulator.missing)('where the last tasks have `continueOn`', () => {
  const gate = [{ id: 'gate', ...shell }];
  const aside = [{ id: 'aside', ...shell, await: false, tasks: ['deploy'] }];
  test.concurrent.each([
    ['a gate before a task', ['name: deploy, continueOn: {failed: true}', 'name: other'], { pre_task: gate }],
    ['one before all tasks', [`name: lint, ${soft}`, `name: deploy, ${soft}`], { pre_root: gate }],
    [
      'one between',
      ['name: build', `name: deploy, dependencies: [build], ${soft}`],
      { pre_root: gate, post_task: aside },
    ],
    [
      'one before another one that the run forgets',
      ['name: build', `name: deploy, dependencies: [build], ${soft}`],
      { pre_root: gate, pre_task: [{ id: 'lost', ...shell, tasks: ['deploy'] }] },
    ],
    [
      'one before a target',
      ['name: build', `name: deploy, dependencies: [build], ${soft}`],
      { pre_root: gate },
      'deploy',
    ],
  ])('%s lets the run fail', async (_, tasks, injections, target?: string) => {
    const text = workflow(tasks).replace('dag:', target ? `dag:\n        target: ${target}` : 'dag:');
    const first = /^.*name: (hook-gate\S*)/m;
    const run = await runOf(text, injections, first);
    expect(run!.nodes.get('deploy')).toBe('Omitted');
    expect(run!.phase).toBe('Failed');
  });

  test.concurrent.each([
    ['a hook that may fail', { post_task: aside }],
    ['one behind all tasks', { final: [{ id: 'tell', ...shell, on_failure: 'continue' }] }],
    ['a gate before it', { pre_task: [{ id: 'gate', ...shell, tasks: ['deploy'] }] }],
  ])('what the run forgets before them, it forgets with %s', async (_, injections) => {
    const tasks = ['name: build', `name: deploy, dependencies: [build], ${soft}`, 'name: other'];
    const runs = await Promise.all([
      runOf(workflow(tasks), injections, 'build'),
      runOf(workflow(tasks), injections, 'other'),
    ]);
    expect(runs.map((run) => run!.phase)).toEqual(['Succeeded', 'Failed']);
  });
});

async function runOf(text: string, injections: object, failing: string | RegExp) {
  const { ok, outputs } = compile(inputOf(text, { enabled: true, injections }));
  expect(ok).toBe(true);
  const written = outputs[0]!.text;
  const name = typeof failing === 'string' ? failing : failing.exec(written)![1]!;
  return argoSimulator.run({ path: 'workflow.yaml', text: written }, { [name]: { fails: 9 } });
}
