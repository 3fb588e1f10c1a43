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

/** Which of these gates a task asks for: those that it would pass by otherwise, and one behind what it names. */
const asked: Readonly<Record<string, readonly boolean[]>> = {
  'b.Omitted': [true, true, true],
  '!b.Succeeded': [true, true, true],
  'f || c.Omitted': [true, true, true],
  'a.Failed || b.Omitted': [true, true, true],
  'b || (b.Omitted && c.Omitted)': [true, true, true],
  '!(b.Succeeded || f.Succeeded)': [true, true, true],
  // What else is asked for is left out as well, or where the gate does not run.
  'a && !b.Succeeded': [false, true, true],
  'f && b.Omitted': [false, true, true],
  'a.Failed && b.Omitted': [false, false, true],
  'f && (c.Omitted || c)': [false, true, true],
  '(a.Failed || a) && (c.Omitted || c)': [false, true, true],
  // It asks for nothing that is left out.
  'f || c': [false, false, false],
  'b.Skipped || b': [false, false, true],
};

describe.each(Object.entries(gates).map(([name, rule], index) => ({ name, rule, index })))('$name', ({
  rule,
  index,
}) => {
  test.each(Object.entries(asked))('%s', (expression, expected) => {
    const { ok, outputs } = compiled(workflow(expression), `{${rule}}`);
    const [task] = outputs[0]!.text.match(/.*\{name: t,.*/)!;
    const isAsked = / && \(hook-gate(?:-b)? \|\| hook-gate(?:-b)?\.Omitted\)"/.test(task);
    expect([ok, isAsked]).toEqual([true, expected[index]]);
  });
});

test('the first hooks before such a task ask for the gate as well, and the task itself does not', () => {
  const rules =
    '{pre_root: [{id: gate, type: shell, command: ./ask}], pre_task: [{id: one, type: shell, command: ./one, tasks: [t]}, {id: two, type: shell, command: ./two, tasks: [t]}]}';
  const { outputs } = compiled(workflow('a.Failed || b.Omitted'), rules);
  expect(outputs[0]!.text.match(/depends: .*/g)!.slice(-3)).toEqual([
    'depends: (a.Failed || b.Omitted) && (hook-gate || hook-gate.Omitted)',
    expect.stringContaining('(hook-one-t || hook-one-t.Omitted)'),
    expect.stringContaining('(hook-two-t || hook-two-t.Omitted)'),
  ]);
});

test('hooks that held such a task up can be taken out again', () => {
  const text = workflow('(b.Succeeded || b.Failed || b.Omitted)');
  const [first] = compiled(text, `{${gates['a gate before b']}}`).outputs;
  expect(first!.text).not.toBe(text);
  expect(compiled(first!.text, '{}').outputs[0]!.text).toBe(text);
});

test('a task that would pass too many gates by is refused', () => {
  const names = Array.from({ length: 201 }, (_, index) => `x${index}`);
  const listed = names.map(
    (name, index) => `          - {name: ${name}, template: work, depends: "${names[index - 1] ?? ''}"}`,
  );
  const text = workflow('x200.Omitted').replace(/^.*name: a,.*$/m, ['$&', ...listed].join('\n'));
  const { diagnostics } = compiled(text, '{pre_task: [{id: gate, type: shell, command: ./ask, tasks: ["x*"]}]}');
  expect(diagnostics.map(({ code }) => code)).toContain('DW264');
});

function compiled(text: string, injections: string) {
  return compile({
    workflow: [{ path: 'w.yaml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.yaml', text: `hooks: {enabled: true, injections: ${injections}}` },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
}
