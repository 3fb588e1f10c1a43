import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { expectThereAndBack, inputOf } from '../../there-and-back.js';

const workflow = (main: string, kind = 'Workflow') => `apiVersion: argoproj.io/v1alpha1
kind: ${kind}
metadata: {name: main}
spec:
  entrypoint: main
  templates:
    - name: main
${main}    - name: work
      container: {image: busybox}
`;
const dag = (...tasks: readonly string[]) =>
  workflow(`      dag:\n        tasks:\n${tasks.map((task) => `          - {template: work, ${task}}\n`).join('')}`);
const soft = { type: 'shell', command: './check.sh', on_failure: 'continue', each: 'step' };
const behind = (...tasks: readonly string[]) => ({ post_task: [{ id: 'aside', ...soft, tasks }] });
const handler = 'name: mend, depends: deploy.Failed';
const called = (caller: string, rest: string) =>
  workflow(
    `      ${caller === 'dag' ? 'dag:\n        tasks:\n          -' : 'steps:\n        - -'} {name: deploy, template: ship}
    - name: ship
      ${rest}
`,
  );
const steps = 'steps: [[{name: unit, template: work}]]';

describe('a hook that may fail is closed by a step', () => {
  test.each([
    ['before a failure handler', dag('name: deploy', handler), behind('deploy')],
    [
      'before another hook before a failure handler',
      dag('name: deploy', handler),
      {
        post_task: [
          ...behind('deploy').post_task,
          { id: 'gate', type: 'shell', command: './gate.sh', tasks: ['deploy'] },
        ],
      },
    ],
    [
      'before a task with `when`',
      dag('name: deploy', 'name: b, dependencies: [deploy], when: "1 == 2"'),
      behind('deploy'),
    ],
    [
      'before items that only the run knows',
      dag('name: deploy', 'name: b, depends: deploy, withParam: "[]"'),
      behind('deploy'),
    ],
    ['before no items', dag('name: deploy', 'name: b, depends: deploy, withItems: []'), behind('deploy')],
    [
      'before the hook of a task that may be left out',
      dag('name: deploy', 'name: b, depends: deploy.Skipped'),
      {
        ...behind('deploy'),
        pre_task: [{ id: 'gate', type: 'shell', command: './gate.sh', tasks: ['b'] }],
      },
    ],
    [
      'before one that asks for the success of a task with `when`',
      dag('name: deploy, when: "1 == 2"', 'name: b, depends: deploy.Succeeded'),
      behind('deploy'),
    ],
    ['at the end of steps that a DAG calls', called('dag', steps), behind('unit')],
    [
      'at the end of steps that other resources may call',
      workflow(`      ${steps}\n`, 'WorkflowTemplate'),
      behind('unit'),
    ],
  ])('%s', (_, text, injections) => {
    expect(linesOf(text, injections).filter((line) => line.includes('name: done'))).toHaveLength(1);
    expectThereAndBack([text], { injections }, undefined);
  });
});

describe('and by none', () => {
  test.each([
    [
      'before a task that runs in any case',
      dag('name: unit', 'name: deploy', 'name: b, dependencies: [unit]', 'name: c, dependencies: [b], when: "1 == 2"'),
      behind('unit'),
    ],
    [
      'before a gate before a task with `when`',
      dag('name: deploy', 'name: b, dependencies: [deploy], when: "1 == 2"'),
      {
        post_task: [
          ...behind('deploy').post_task,
          { id: 'gate', type: 'shell', command: './gate.sh', tasks: ['deploy'] },
        ],
      },
    ],
    [
      'before one that asks for success',
      dag('name: unit', 'name: deploy', handler, 'name: b, depends: unit.Succeeded'),
      behind('unit'),
    ],
    [
      'before items that are written',
      dag('name: deploy', 'name: b, dependencies: [deploy], withItems: [1, 2]'),
      behind('deploy'),
    ],
    [
      'at the end of what a run begins with',
      dag('name: deploy', 'name: b, dependencies: [deploy], when: "1 == 2"'),
      behind('b'),
    ],
    ['at the end of steps that steps call', called('steps', steps), behind('unit')],
    [
      'before a gate at the end of called steps',
      called('dag', steps),
      {
        post_task: [
          { id: 'aside', ...soft, tasks: ['unit'] },
          { id: 'gate', type: 'shell', command: './gate.sh', each: 'step', tasks: ['unit'] },
        ],
      },
    ],
  ])('%s', (_, text, injections) => {
    expect(linesOf(text, injections).filter((line) => line.includes('name: hook-aside'))).toHaveLength(1);
    expect(linesOf(text, injections).join('\n')).not.toContain('name: done');
  });
});

function linesOf(text: string, injections: object): readonly string[] {
  const { ok, outputs } = compile(inputOf(text, { hooks: { enabled: true, injections } }, undefined));
  expect(ok).toBe(true);
  return outputs[0]!.text.split('\n');
}
