import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { applyEdits } from '../../src/text/edits.js';
import { inputOf } from '../there-and-back.js';

const rule = (id?: string) => ({ ...(id && { id }), type: 'shell', command: 'probe' });
const hooks = (injections: object) => ({ hooks: { enabled: true, injections } });

test('hooks without marks go at once, also one that is known as a hook only when another one is gone', () => {
  const hook = 'inline: {script: {image: "busybox:1.36", command: [sh, -e], source: probe}}';
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
            ${hook}
          - name: hook-T3
            depends: hook-odd-id2
            ${hook}
          - name: build
            inline: {script: {image: busybox, command: [sh], source: make}}
            depends: fetch
`;
  const rules = hooks({ post_roots: [rule(), rule('odd_id2')], pre_task: [rule('T3')], final: [rule()] });
  const input = inputOf(text, rules, undefined);
  const { outputs, edits } = strip(input);
  expect(outputs[0]?.text).not.toMatch(/hook-/);
  expect(applyEdits(input.workflow, edits)).toEqual(outputs);
  expect(strip(inputOf(outputs[0]!.text, rules, undefined)).edits).toEqual([]);
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
  const rules = hooks({
    pre_root: [rule()],
    pre_task: [rule('odd_id3')],
    post_task: [rule()],
    final: [rule(), rule()],
  });
  expect(strip(inputOf(text, rules, undefined)).edits).toEqual([]);
  expect(compile(inputOf(text, rules, undefined)).ok).toBe(true);
});
