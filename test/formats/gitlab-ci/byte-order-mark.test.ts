import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const hooks = { enabled: true, injections: { pre_root: [{ id: 'begin', type: 'shell', command: 'start' }] } };

test('a byte order mark stays the first character where a job goes in front of all', () => {
  const text = '\ufeffbuild:\n  script: make\n';
  const { outputs, diagnostics } = compile(inputOf(text, hooks, { format: 'gitlab-ci' }));
  expect(diagnostics).toEqual([]);
  expect(outputs[0]!.text).toMatch(/^\ufeff# dagweave: [^\n]+\nhook-begin:\n +stage: /);
  expect(outputs[0]!.text.endsWith('build:\n  script: make\n')).toBe(true);
});
