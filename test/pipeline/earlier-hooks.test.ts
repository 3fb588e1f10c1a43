import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { applyEdits } from '../../src/text/edits.js';

const probe = '{image: "busybox:1.36", command: [sh, -e], source: probe}';
const rule = (more: string) => `{${more}type: shell, command: probe}`;

test('hooks without marks go at once, also one that is known as a hook only when another one is gone', () => {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - name: hook
            inline: {script: {}}
          - name: hook-odd-id2
            inline: {script: ${probe}}
          - name: hook-T3
            depends: hook-odd-id2
            inline: {script: ${probe}}
          - name: build
            template:
            depends: fetch
`;
  const hooks = `hooks:
  enabled: true
  injections:
    post_roots: [${rule('')}, ${rule('id: odd_id2, ')}]
    pre_task: [${rule('id: T3, ')}]
    final: [${rule('')}]
`;
  const given = (workflow: CompileInput['workflow']): CompileInput => ({
    workflow,
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
  });
  const input = [{ path: 'flow.yaml', text }];
  const { outputs, edits } = strip(given(input));
  expect(outputs[0]?.text).not.toMatch(/hook-/);
  expect(applyEdits(input, edits)).toEqual(outputs);
  expect(strip(given(outputs)).edits).toEqual([]);
});

test('a step without a name, of a type that begins like a hook, is a step like others', () => {
  const text = `steps:
  - type: hook-odd-id3-
    command: make
  - type: hook-
    command: make
  - command: make
    depends: [hook-_2]
`;
  const hooks = `hooks:
  enabled: true
  injections:
    pre_root: [${rule('')}]
    pre_task: [${rule('id: odd_id3, ')}]
    post_task: [${rule('')}]
    final: [${rule('')}, ${rule('')}]
`;
  const given: CompileInput = {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ layer: 'project', path: 'hooks.yaml', text: hooks }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
  };
  expect(strip(given).edits).toEqual([]);
  expect(compile(given).ok).toBe(true);
});
