import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const rules = `hooks:
  enabled: true
  tasks_are: nodes
  injections:
    pre_root: [{type: shell, command: echo first}]
    pre_task: [{type: shell, tasks: ['t*'], command: 'echo before {{task_id}}'}]
    post_task: [{type: shell, tasks: ['t*'], command: 'echo after {{task_id}}'}]
    final: [{type: shell, command: echo last}]
`;

const flows: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a step without a name before, between and behind': {
    'flow.yaml':
      'type: chain\nsteps:\n  - echo a\n  - {name: t1, command: echo t1}\n  - echo b\n  - echo c\n  - {name: t2, command: echo t2}\n  - echo d\n',
  },
  'a step without a name that others are cut off from': {
    'flow.yaml':
      'type: graph\nsteps:\n  - echo a\n  - {name: t1, command: echo t1, depends: [cmd_1]}\n  - {command: echo b, depends: [t1]}\n  - {name: t2, command: echo t2}\n  - {command: echo c, depends: t2}\n',
  },
  'steps without a name behind more and more hooks': {
    'flow.yaml':
      'steps:\n  - {name: t1, command: echo t1}\n  - {command: echo a, depends: [t1]}\n  - echo b\n  - {name: t2, command: echo c, depends: [t1]}\n  - echo d\n  - {command: echo d, depends: t2}\n  - {command: echo f, depends: [t1]}\n  - echo z\n',
  },
  'steps without a name of which some wait for a hook': {
    'flow.yaml':
      'type: graph\nsteps:\n  - {name: t1, command: echo t1}\n  - {command: echo a, depends: [t1]}\n  - echo b\n  - {command: echo c, depends: [t1]}\n  - echo d\n  - echo e\n  - {command: echo f, depends: [t1]}\n',
  },
  'nested lists': {
    'flow.yaml': 'type: chain\nsteps:\n  - [echo a, echo b]\n  - {name: t1, command: echo t1}\n  - [echo c, echo d]\n',
  },
  'ids as needs': {
    'flow.yaml':
      'type: graph\nsteps:\n  - {name: t1, id: one, command: echo t1}\n  - {name: t2, command: echo t2, depends: [one]}\n',
  },
  'two documents of one name in two files': {
    'a.yaml':
      'name: same\ntype: graph\nsteps:\n  - {name: t1, command: echo t1}\n  - {name: t2, command: echo t2, depends: t1}\n',
    'b.yaml':
      'name: same\ntype: graph\nsteps:\n  - {name: t2, command: echo t2}\n  - {name: t1, command: echo t1, depends: t2}\n',
  },
  'two documents of one name in one file': {
    'a.yaml':
      'type: graph\nsteps:\n  - {name: t0, call: same}\n---\nname: same\ntype: graph\nsteps:\n  - {name: t1, command: echo t1}\n  - {name: t2, command: echo t2, depends: t1}\n---\nname: same\ntype: graph\nsteps:\n  - {name: t2, command: echo t2}\n  - {name: t1, command: echo t1, depends: t2}\n',
  },
};

/** Where a called DAG is the task, hooks go into its document. */
const rulesFor = (flow: string) =>
  flow === 'two documents of one name in one file'
    ? rules.replace('tasks_are: nodes', 'tasks_are: bodies').replaceAll("'t*'", 'same')
    : rules;

describe.each(Object.entries(flows))('%s', (flow, files) => {
  test.each([
    [[]],
    [['--target-version', '1.30.2']],
    [['--target-version', '2.14.0']],
  ])('holds by the manifest right after it was written, with %j', (target) => {
    const cwd = folderWith({ 'hooks.yaml': rulesFor(flow), ...files });
    const names = Object.keys(files);
    const applied = runDagweave(
      ['apply', '-i', '-q', '--config', 'hooks.yaml', '--manifest', 'm.json', ...target, ...names],
      { cwd },
    );
    expect(applied).toMatchObject({ exit: 0 });
    const verified = runDagweave(
      ['verify', '-q', '--config', 'hooks.yaml', '--manifest', 'm.json', ...target, ...names],
      { cwd },
    );
    expect(verified).toMatchObject({ exit: 0, stderr: '' });
  });
});

test.each([
  ['a second document', 'two documents of one name in one file', 'a.yaml'],
  ['a second file', 'two documents of one name in two files', 'b.yaml'],
])('a lost edge in %s of one name is found there', (_, flow, file) => {
  const cwd = folderWith({ 'hooks.yaml': rulesFor(flow), ...flows[flow] });
  const files = Object.keys(flows[flow]!);
  const options = ['-q', '--config', 'hooks.yaml', '--manifest', 'm.json'];
  expect(runDagweave(['apply', '-i', ...options, ...files], { cwd })).toMatchObject({ exit: 0 });
  const text = readFileSync(join(cwd, file), 'utf8');
  const { index, 1: before, 2: hook } = [...text.matchAll(/( - {name: t.*), depends: \[?(hook-[\w-]+)]?}/g)].at(-1)!;
  const end = text.indexOf('\n', index);
  writeFileSync(join(cwd, file), `${text.slice(0, index)}${before}}${text.slice(end)}`);
  const { exit, stderr } = runDagweave(['verify', ...options, ...files], { cwd });
  expect(exit).toBe(1);
  const line = text.slice(0, index).split('\n').length;
  expect(stderr).toMatch(new RegExp(`DW713.*no longer waits for \`${hook}\`.*\\n +${file}:${line}:`));
  expect(stderr.match(/DW713/g)).toHaveLength(1);
});
