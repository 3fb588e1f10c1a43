import { expect, test } from 'vitest';
import { compileWithFixes } from '../../../src/cli/run-compile.js';
import { compile } from '../../../src/compile.js';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import { inputOf } from '../../compile/one-text.js';

/** A key for handlers without any of them: the line can go. */

const hooks = { enabled: true, injections: { final: [{ type: 'shell', command: './alarm.sh', run: 'failure' }] } };
const without = 'steps:\n  - {name: a, command: make}\n';
const withLine = (line: string) => inputOf(`description: x\n${line}${without}`, hooks, { targetVersion: '2.14' });

test.each(['handler_on: {}\n', 'handler_on:\n', 'handler_on: null\n', 'handler_on:\r\n'])('%j', (line) => {
  const input = withLine(line);
  const [found] = compile(input).diagnostics;
  expect([found?.code, found?.message]).toEqual([
    'DW603',
    'hooks cannot be added to `handler_on`, because it is empty',
  ]);
  expect(found?.help).toMatch(/^Remove the line: /);
  const fixed = compileWithFixes(input, createCollector().report);
  expect(fixed.outputs).toEqual(compile(withLine('')).outputs);
});

test.each(['handler_on: {} # none\n', 'handler_on: {\n  }\n'])('%j is left to its author', (line) => {
  const fixed = compileWithFixes(withLine(line), createCollector().report);
  expect(fixed.diagnostics.map(({ code }) => code)).toContain('DW603');
});
