import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const head = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: w-}
spec:
  entrypoint: main
  arguments: {parameters: [{name: wanted, value: b}]}
  templates:
    - {name: work, container: {image: busybox}}
`;
const rule = { type: 'shell', command: './hook' };

const target = `    - name: main
      dag:
        target: "{{workflow.parameters.wanted}}"
        tasks: [{name: a, template: work}, {name: b, template: work, dependencies: [a]}]
`;
const anchor = `    - name: main
      dag:
        tasks: &tasks
          - {name: a, template: work}
    - {name: other, dag: {tasks: *tasks}}
`;
const merge = `    - name: main
      dag:
        tasks:
          - {name: a, template: work}
          - &later {name: b, template: work, dependencies: [a]}
          - {<<: *later, name: c}
`;

test.each([
  ['a target that is only known at run', target, 'Write the names of the tasks in `target`', 'target: a b'],
  ['the same', target, 'let the run begin with another template that calls this one', 'begin'],
  ['tasks that are shared', anchor, 'Write the tasks out in each place that shares them.', 'out'],
  ['needs that a merge key brings in', merge, 'Write `dependencies` there itself, beside `<<`.', 'dependencies'],
])('%s: the help of DW405 works: %#', (_, templates, help, way) => {
  const text = `${head}${templates}`;
  const hooks = { enabled: true, injections: { pre_root: [{ id: 'start', ...rule }] } };
  const { diagnostics } = compile(inputOf(text, hooks));
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW405']);
  expect(diagnostics[0]!.help).toContain(help);
  const mended = {
    'target: a b': () => text.replace(/target: .*/, way),
    begin: () =>
      `${text.replace('entrypoint: main', 'entrypoint: begin')}    - {name: begin, steps: [[{name: go, template: main}]]}\n`,
    out: () => text.replace(' &tasks', '').replace('*tasks', '[{name: a, template: work}]'),
    dependencies: () => text.replace('name: c', 'name: c, dependencies: [a]'),
  }[way]!();
  const result = compile(inputOf(mended, hooks));
  expect(result.diagnostics.map(({ code }) => code)).toEqual([]);
  expect(result.outputs[0]!.text).toContain('hook-start');
});

test('a rule for tasks may leave them out as well', () => {
  const hooks = { enabled: true, injections: { pre_task: [{ id: 'pre', ...rule, tasks: ['*'] }] } };
  const { diagnostics } = compile(inputOf(`${head}${target}`, hooks));
  expect(diagnostics[0]!.help).toContain('tasks_exclude');
});
