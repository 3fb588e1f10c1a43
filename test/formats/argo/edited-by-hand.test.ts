import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { inputOf } from '../../there-and-back.js';

const scan = { id: 'scan', type: 'shell', command: './scan' };
const lint = { id: 'lint', type: 'shell', command: './lint' };
const rules = { hooks: { enabled: true, injections: { pre_root: [scan, lint] } } };

const workflow = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  generateName: report-
spec:
  entrypoint: report
  templates:
    - name: report
      steps:
        - - name: own
            template: job
    - name: job
      container: {image: alpine, command: [report]}
`;

const outer = '        - - name: ';
const inner = '          - name: ';
const markOfLint = /( {8}# dagweave: lint .*\n) {8}- - name: hook-lint\n/;

/** How somebody brings steps into one group, of which the mark of the first step is above all of it. */
const edits: readonly (readonly [string, (text: string) => string, string])[] = [
  ['its own step', (text) => text.replace(`${outer}own`, `${inner}own`), workflow],
  ['its own step behind a blank line', (text) => text.replace(`${outer}own`, `\n${inner}own`), workflow],
  [
    'another hook and its own step',
    (text) => text.replace(markOfLint, `  $1${inner}hook-lint\n`).replace(`${outer}own`, `${inner}own`),
    workflow,
  ],
  [
    'its own step, with a comment below the mark',
    (text) => text.replace(markOfLint, `$1        # mine\n${outer}hook-lint\n`).replace(`${outer}own`, `${inner}own`),
    workflow.replace(outer, `        # mine\n${outer}`),
  ],
];

test.each(edits)('a group that a hook shares with %s loses all of the hook at once', (_what, edit, left) => {
  const { text } = compile(inputOf(workflow, rules, undefined)).outputs[0]!;
  const edited = edit(text);
  expect(edited).not.toBe(text);
  const once = strip(inputOf(edited, rules, undefined)).outputs[0]!.text;
  expect(once).toBe(left);
  expect(strip(inputOf(once, rules, undefined)).outputs[0]!.text).toBe(once);
});
