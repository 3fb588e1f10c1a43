import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const bundle = `type: graph
steps:
  - {id: prepare, name: get ready, command: ./prepare.sh}
  - {name: run, call: T001, depends: [prepare]}
---
name: T001
type: graph
steps:
  - {name: build, command: make}
  - {name: cleanup, command: rm -rf work, depends: [build]}
`;
const other = 'type: graph\nsteps:\n  - {name: tidy, command: rm -rf work}\n';

function notes(settings: string, workflows: readonly string[] = [bundle]) {
  const text = `hooks: {enabled: true, ${settings}, injections: {final: [{type: shell, command: x, optional: true}]}}\n`;
  const { ok, diagnostics } = compile({
    workflow: workflows.map((workflow, at) => ({ path: `${at}.yaml`, text: workflow })),
    configuration: [{ path: 'hooks.yaml', text, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  expect(ok).toBe(true);
  return diagnostics.filter(({ code }) => code === 'DW466').map(({ message }) => message);
}

test.each([
  ['teardown: [clean-up]', 'the pattern `clean-up` of `teardown` matches no step; did you mean `cleanup`?'],
  ['teardown: [cleanup, "remove-*"]', 'the pattern `remove-*` of `teardown` matches no step'],
  ['setup: [T001]', 'the pattern `T001` of `setup` matches no step'],
  ['task_ends: [merge]', 'the pattern `merge` of `task_ends` matches no step'],
  ['task_ids: ["T00[2-9]"]', 'the pattern `T00[2-9]` of `task_ids` matches no task'],
])('a pattern that matches nothing is a note: %s', (settings, message) => {
  expect(notes(settings)).toEqual([message]);
});

test.each([
  'teardown: [cleanup]',
  'teardown: ["*clean*"]',
  'teardown: []',
  'setup: [prepare]',
  'setup: [get ready]',
  'setup: [branches-setup]',
  'task_ends: [post-merge]',
  'task_ids: [T001]',
  'vars: {a: b}',
])('nothing is said of %s', (settings) => {
  expect(notes(settings)).toEqual([]);
});

test('a pattern may match in one of several workflows', () => {
  expect(notes('teardown: [tidy]', [bundle, other])).toEqual([]);
  expect(notes('teardown: [tidy]', [bundle])).toHaveLength(1);
});

test.each([
  ['["gone-*"]', 'allows only `gone-*`, and no task is called that'],
  ['[gone, "gone-*"]', 'allows only `gone` or `gone-*`, and no task is called that'],
])('a rule that is for no task, since `task_ids: %s` leaves none, says so', (taskIds, what) => {
  expect(errors(`task_ids: ${taskIds}`)).toEqual([[`rule gate matches no task: \`task_ids\` ${what}`, 'task_ids']]);
});

test('a rule whose own names match nothing speaks of these, where `task_ids` leaves a task', () => {
  expect(errors('task_ids: [T001]', 'tasks: [T002], ')).toEqual([
    ['rule gate matches no task: no task is called `T002`; did you mean `T001`?', 'tasks'],
  ]);
});

/** The message of each error, and the setting that its advice names first. */
function errors(settings: string, tasks = '') {
  const rule = `{id: gate, type: shell, command: x, ${tasks}}`;
  const { diagnostics } = compile({
    workflow: [{ path: 'flow.yaml', text: bundle }],
    configuration: [
      {
        path: 'hooks.yaml',
        text: `hooks: {enabled: true, ${settings}, injections: {post_task: [${rule}]}}\n`,
        layer: 'project',
      },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics
    .filter(({ severity }) => severity !== 'note')
    .map(({ message, help }) => [message, /`(\w+)`/.exec(help ?? '')?.[1]]);
}
