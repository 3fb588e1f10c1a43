import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** A task whose last step may take the workspace away. */
const bundle = (end: string, more = '') => `type: graph
steps:
  - {name: one, call: T1}
---
name: T1
type: graph
${more}steps:
  - name: work
    command: make
  - name: end
${end}
    depends: [work]
`;

test.each([
  ['in the text of the step', '    command: arborist task post-cleanup T1', '', true],
  ['in a script', '    script: |\n      set -e\n      arborist task complete T1', '', true],
  ['written with an escape', '    command: "arborist task post\\x2dcleanup T1"', '', true],
  ['on a line of its own in double quotes', '    command: "arborist task post-\\\n      cleanup T1"', '', true],
  ['behind quotes with backslashes', '    command: "echo \\"it ends\\"; arborist task complete T1"', '', true],
  ['with an escape behind a quote', '    command: "echo \\"\\"; arborist task post\\x2dcleanup T1"', '', true],
  [
    'in a type of the document',
    '    type: done',
    'step_types:\n  done:\n    type: command\n    template: {command: arborist task complete T1}\n',
    true,
  ],
  ['by an alias', '    command: *last', 'params: &last arborist task complete T1\n', true],
  ['only in words of another program', '    command: echo arborist complete', '', false],
  ['nowhere', '    command: make end', '', false],
])('a step that takes the workspace away is found by what it runs: %s', (_, end, more, isFound) => {
  const hooks = { enabled: true, injections: { post_task: [{ id: 'scan', type: 'shell', command: './scan.sh' }] } };
  const { workflows, diagnostics } = compile({
    workflow: [{ path: 'it.yaml', text: bundle(end, more) }],
    configuration: [{ path: 'hooks.json', text: JSON.stringify({ hooks }), layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: !more.includes('step_types') ? '1.30' : '2.14' },
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([]);
  const { nodes } = workflows[0]!.after!.dags[1]!;
  const needs = nodes.find(({ name }) => name === 'end')!.needs!.map(({ name }) => name);
  expect(needs.includes('hook-scan')).toBe(isFound);
});
