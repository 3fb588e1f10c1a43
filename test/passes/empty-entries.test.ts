import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { inputOf } from '../there-and-back.js';

const injections = { post_task: [{ id: 'check', type: 'shell', command: './check' }] };

test.each([
  true,
  false,
])('an empty list among steps without names keeps its place in their count, with marks: %s', (marks) => {
  const text = 'steps:\n  - fetch\n  - []\n  - publish\n  - name: own\n    run: own\n    depends: [cmd_3]\n';
  const rules = { hooks: { enabled: true, marks, tasks_are: 'nodes', injections } };
  const once = compile(inputOf(text, rules, '2.15'));
  expect(once.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const output = once.outputs[0]!.text;
  expect(output).not.toBe(text);
  expect(compile(inputOf(output, rules, '2.15')).outputs[0]!.text).toBe(output);
  expect(strip(inputOf(output, rules, '2.15')).outputs[0]!.text).toBe(text);
});
