import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputOf } from '../compile/one-text.js';
import { argoSimulator } from './argo.js';

const workflow = (list: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
      failFast: true
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
  .concurrent.each(lists.flatMap((list) => rules.map(([what, rule, fails]) => [what, list, rule, fails] as const)))(
  'a hook that %s lets a template go on that ends at its first failure, with %s',
  async (_, list, rule, fails) => {
    const post_task = [{ id: 'check', type: 'shell', command: './check.sh', tasks: ['build'], ...rule }];
    const { outputs } = compile(inputOf(workflow(list), { enabled: true, injections: { post_task } }));
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
    const { outputs } = compile(inputOf(workflow(list), { enabled: true, injections: { post_task } }));
    const run = await argoSimulator.run({ path: 'workflow.yaml', text: outputs[0]!.text }, { run: { fails: 9 } });
    expect(run!.nodes.get('deploy')).not.toBe('Succeeded');
    expect(run!.phase).toBe('Failed');
  },
);
