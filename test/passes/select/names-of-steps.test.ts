import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

test.each([
  'lint',
  'unit tests',
  'lint, then test',
  'Run: "all"',
  '{x}',
])('a rule that the help names finds the step: %s', (step) => {
  const name = JSON.stringify(step);
  const text = `on: push\njobs:\n  build:\n    runs-on: x\n    steps:\n      - name: ${name}\n        run: make\n`;
  const rule = { type: 'shell', command: 'x', tasks: [step] };
  const { code, help } = compile(inputOf(text, { enabled: true, injections: { post_task: [rule] } })).diagnostics[0]!;
  const match: unknown = parse(/`match: (.*)`\.$/.exec(help ?? '')![1]!);
  expect([code, match]).toEqual(['DW401', { step }]);
});
