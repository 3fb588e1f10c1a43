import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const ask = (more: object = {}) => ({ type: 'webhook', url: 'https://example.com/', callback: true, ...more });

/** What is said of ports when the steps of a workflow are followed by such hooks. */
function said(workflow: string, rules: readonly object[]): readonly string[] {
  const { diagnostics } = compile({
    workflow: [{ path: 'flow.yaml', text: workflow }],
    configuration: [
      {
        layer: 'project',
        path: 'hooks.json',
        text: JSON.stringify({ hooks: { enabled: true, injections: { post_task: rules } } }),
      },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: '1.30' },
  });
  return diagnostics.filter(({ code }) => code === 'DW435').map(({ message }) => message);
}

const sideBySide = `name: flow
type: graph
steps:
  - {name: a, command: "true"}
  - {name: b, command: "true"}
  - {name: c, command: "true", depends: [a, b]}
`;
const inOrder = `name: flow
type: graph
steps:
  - {name: a, command: "true"}
  - {name: b, command: "true", depends: [a]}
  - {name: c, command: "true", depends: [b]}
`;
const bodies = (second: string) => `name: flow
type: graph
steps:
  - {name: one, call: first}
  - {name: two, call: second${second}}
---
name: first
steps:
  - {name: make, command: make}
---
name: second
steps:
  - {name: make, command: make}
`;

test('two that nothing puts in order cannot wait at one port', () => {
  expect(said(sideBySide, [ask()])).toEqual([
    'hook-webhook-a in flow and hook-webhook-b in flow may listen on port 8765 at the same time, but only one of them can: the other one fails',
  ]);
});

test('two in DAGs that are called at the same time cannot either', () => {
  expect(said(bodies(''), [ask()])).toHaveLength(1);
  expect(said(bodies(', depends: [one]'), [ask()])).toEqual([]);
});

test('one that nothing waits for is in nobody’s order', () => {
  expect(said(inOrder, [ask({ await: false, tasks: ['a'] }), ask({ tasks: ['b'] })])).toHaveLength(1);
});

test.each([
  ['one after another', inOrder, [ask()]],
  ['ports that are free', sideBySide, [ask({ callback_port: 0 })]],
  ['ports of their own', sideBySide, [ask({ tasks: ['a'] }), ask({ tasks: ['b'], callback_port: 9000 })]],
  ['only one', sideBySide, [ask({ tasks: ['a'] })]],
  ['messages that nobody answers', sideBySide, [ask({ callback: false })]],
  ['a fork and a join', sideBySide, [ask({ tasks: ['a'] }), ask({ tasks: ['c'] })]],
])('nothing is wrong with %s', (_, workflow, rules) => {
  expect(said(workflow, rules)).toEqual([]);
});
