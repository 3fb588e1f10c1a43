import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { inputOf } from '../../there-and-back.js';

const workflow = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  generateName: report-
spec:
  entrypoint: report
  templates:
    - name: report
      container: {image: alpine, command: [report]}
`;

const rulesWith = (marks: boolean, point: 'pre_root' | 'final') => ({
  hooks: {
    enabled: true,
    marks,
    injections: {
      [point]: [{ id: 'scan', type: 'shell', command: './scan', ...(point === 'final' && { run: 'always' }) }],
    },
  },
});

/** What somebody writes into the template that hooks made, and what has to be there still. */
const edits = [
  ['a condition of its only task', 'template: report\n', 'template: report\n            when: "1 == 1"\n'],
  ['another name of its only task', 'name: report\n            template', 'name: all\n            template'],
  ['a deadline', '    - name: hook-entry\n', '    - name: hook-entry\n      activeDeadlineSeconds: 60\n'],
  ['a way to fail', '      dag:\n', '      dag:\n        failFast: false\n'],
] as const;

describe.each([
  true,
  false,
])('what somebody wrote into the template that hooks begin in stays, with marks: %s', (marks) => {
  test.each(edits)('%s', (_what, from, to) => {
    const rules = rulesWith(marks, 'pre_root');
    const { text } = compile(inputOf(workflow, rules, undefined)).outputs[0]!;
    const edited = text.replace(from, to);
    expect(edited).not.toBe(text);
    const again = compile(inputOf(edited, rules, undefined));
    expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(again.outputs[0]!.text).toBe(edited);
    const stripped = strip(inputOf(edited, rules, undefined)).outputs[0]!.text;
    for (const line of to.split('\n').filter((one) => !text.includes(one))) expect(stripped).toContain(line);
  });
});

const exitEdits = [
  ['a deadline', '    - name: hook-exit\n', '    - name: hook-exit\n      activeDeadlineSeconds: 60\n'],
  ['a limit of its tasks', '      dag:\n', '      parallelism: 1\n      dag:\n'],
  ['a condition of what ran there before', 'template: bye\n', 'template: bye\n            when: "1 == 1"\n'],
] as const;

describe('what somebody wrote into the template of the exit handler', () => {
  const withHandler = workflow.replace(
    '  templates:\n',
    '  onExit: bye\n  templates:\n    - {name: bye, container: {image: alpine}}\n',
  );

  test.each(exitEdits)('is an error with marks, and stays without: %s', (_what, from, to) => {
    for (const marks of [true, false]) {
      const rules = rulesWith(marks, 'final');
      const { text } = compile(inputOf(withHandler, rules, undefined)).outputs[0]!;
      const edited = text.replace(from, to);
      expect(edited).not.toBe(text);
      const again = compile(inputOf(edited, rules, undefined));
      if (marks) expect(again.diagnostics.map(({ code }) => code)).toContain('DW701');
      else expect(again.outputs[0]!.text).toContain(to);
      if (!marks)
        expect(compile(inputOf(again.outputs[0]!.text, rules, undefined)).outputs[0]!.text).toBe(
          again.outputs[0]!.text,
        );
    }
  });
});

test('an input without a name is not handed on, and breaks nothing', () => {
  const odd = workflow.replace(
    '- name: report\n',
    '- name: report\n      inputs: {parameters: [{name: }, {name: b, default: x}]}\n',
  );
  const { ok, outputs } = compile(inputOf(odd, rulesWith(true, 'pre_root'), undefined));
  expect(ok).toBe(true);
  expect(outputs[0]!.text).toContain('value: "{{inputs.parameters.b}}"');
  expect(strip(inputOf(outputs[0]!.text, rulesWith(true, 'pre_root'), undefined)).outputs[0]!.text).toBe(odd);
});
