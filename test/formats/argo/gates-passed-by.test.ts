import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** `b` waits for `a`, `c` for `b`, and `f` for nothing. */
const workflow = (expression: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: a, template: work}
          - {name: b, template: work, depends: a}
          - {name: c, template: work, depends: b}
          - {name: f, template: work}
          - {name: t, template: work, depends: "${expression}"}
    - {name: work, container: {image: busybox}}
`;

const gates = {
  'a gate before all tasks': 'pre_root: [{id: gate, type: shell, command: ./ask}]',
  'a gate before b': 'pre_task: [{id: gate, type: shell, command: ./ask, tasks: [b]}]',
  'a gate behind b': 'post_task: [{id: gate, type: shell, command: ./ask, tasks: [b]}]',
};

/** Which of these gates a task passes by where they fail. */
const passed: Readonly<Record<string, readonly boolean[]>> = {
  'b.Omitted': [true, true, false],
  '!b.Succeeded': [true, true, false],
  'f || c.Omitted': [true, true, true],
  'a.Failed || b.Omitted': [true, true, false],
  'b || (b.Omitted && c.Omitted)': [true, true, false],
  '!(b.Succeeded || f.Succeeded)': [true, true, false],
  // What else is asked for is left out as well, or where the gate does not run.
  'a && !b.Succeeded': [false, true, false],
  'f && b.Omitted': [false, true, false],
  'a.Failed && b.Omitted': [false, false, false],
  'f && (c.Omitted || c)': [false, true, true],
  '(a.Failed || a) && (c.Omitted || c)': [false, true, true],
  // It asks for nothing that is left out.
  'f || c': [false, false, false],
  'b.Skipped || b': [false, false, false],
};

describe.each(Object.entries(gates).map(([name, rule], index) => ({ name, rule, index })))('$name', ({
  rule,
  index,
}) => {
  test.each(Object.entries(passed))('%s', (expression, expected) => {
    const { ok, diagnostics } = compile({
      workflow: [{ path: 'w.yaml', text: workflow(expression) }],
      configuration: [{ layer: 'project', path: 'hooks.yaml', text: `hooks: {enabled: true, injections: {${rule}}}` }],
      prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    });
    const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    expect([ok, codes]).toEqual(expected[index] ? [false, ['DW264']] : [true, []]);
  });
});
