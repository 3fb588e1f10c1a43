import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';

const workflow = (list: string, ofAll: boolean) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  ${ofAll ? 'templateDefaults: {failFast: true}' : 'arguments: {}'}
  templates:
    - name: main
      ${ofAll ? 'inputs: {}' : 'failFast: true'}
      ${list}
    - name: work
      container: {image: busybox}
`;
const lists = [
  'steps: [[{name: build, template: work}], [{name: deploy, template: work}]]',
  'dag: {tasks: [{name: build, template: work}, {name: deploy, template: work, dependencies: [build]}]}',
  'dag: {tasks: [{name: build, template: work}, {name: deploy, template: work, depends: build}]}',
];
const rules = [
  ['may fail', { on_failure: 'continue' }, 9],
  ['is not waited for', { await: false }, 9],
  ['is tried again', { on_failure: 'retry', retries: 1, retry_delay: 0 }, 1],
] as const;

test
  .skipIf(argoSimulator.missing)
  .concurrent.each(
    lists.flatMap((list) =>
      rules.flatMap(([what, rule, fails]) => [true, false].map((ofAll) => [what, list, ofAll, rule, fails] as const)),
    ),
  )(
  'a hook that %s lets a template go on that ends at its first failure, with %s, and all do so: %s',
  async (_, list, ofAll, rule, fails) => {
    const post_task = [{ id: 'check', type: 'shell', command: './check.sh', tasks: ['build'], ...rule }];
    const { outputs } = compile(inputOf(workflow(list, ofAll), { enabled: true, injections: { post_task } }));
    const run = await argoSimulator.run({ path: 'workflow.yaml', text: outputs[0]!.text }, { run: { fails } });
    expect(run!.trace.some((line) => line.endsWith(' Failed'))).toBe(true);
    expect(run!.nodes.get('deploy')).toBe('Succeeded');
    expect(run!.phase).toBe('Succeeded');
  },
);

test.skipIf(argoSimulator.missing).concurrent.each(lists)(
  'and one whose tries all fail ends it, with %s',
  async (list) => {
    const post_task = [
      { id: 'check', type: 'shell', command: './check.sh', on_failure: 'retry', retries: 1, retry_delay: 0 },
    ];
    const { outputs } = compile(inputOf(workflow(list, false), { enabled: true, injections: { post_task } }));
    const run = await argoSimulator.run({ path: 'workflow.yaml', text: outputs[0]!.text }, { run: { fails: 9 } });
    expect(run!.nodes.get('deploy')).not.toBe('Succeeded');
    expect(run!.phase).toBe('Failed');
  },
);

test.skipIf(argoSimulator.missing)('hooks of an exit handler run although one of them failed', async () => {
  const shell = { type: 'shell', command: './it.sh', run: 'always' };
  const final = [
    { ...shell, id: 'one' },
    { ...shell, id: 'two' },
    { ...shell, id: 'aside', on_failure: 'continue' },
  ];
  const { outputs } = compile(inputOf(workflow(lists[0]!, true), { enabled: true, injections: { final } }));
  const plan = { 'hook-one': { fails: 9 }, run: { fails: 9 } };
  const run = await argoSimulator.run({ path: 'workflow.yaml', text: outputs[0]!.text }, plan);
  expect(['hook-one', 'hook-two', 'hook-aside'].map((name) => run!.nodes.get(name))).toEqual([
    'Failed',
    'Succeeded',
    'Succeeded',
  ]);
});
