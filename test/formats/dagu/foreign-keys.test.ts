import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

test.each([
  ['timeout: 60', 'Write `timeoutSec`, with a number of seconds.', 'Write `timeout_sec`, with a number of seconds.'],
  [
    'retries: 3',
    'Write `retryPolicy: {limit: 3, intervalSec: 5}`.',
    'Write `retry_policy: {limit: 3, interval_sec: 5}`.',
  ],
  ['workdir: /srv', 'Write `workingDir`.', 'Write `working_dir`.'],
])('a key of other languages is named with what to write: %s', (line, in1, in2) => {
  const text = `steps:\n  - name: build\n    command: make\n    ${line}\n`;
  const key = line.slice(0, line.indexOf(':'));
  const message = `the step \`build\` has \`${key}\`, which is no key of a step; the engine refuses the file`;
  expect(told(text, '1.30')).toEqual([[message, in1]]);
  expect(told(text, '2.14')).toEqual([[message, in2]]);
  expect(told(text, undefined)).toEqual([[message, in1]]);
});

test('so is one of a DAG', () => {
  const [[message]] = told('on_failure:\n  command: mail\nsteps: [make]\n', '1.30') as [[string, string]];
  expect(message).toBe('a DAG has `on_failure`, which is no key of a DAG; the engine refuses the file');
});

test.each(['queue: slow', 'x-note: hello', 'priority: 3'])('another unknown key is left to its author: %s', (line) => {
  expect(told(`steps:\n  - name: build\n    command: make\n    ${line}\n`, '1.30')).toEqual([]);
});

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

function told(text: string, targetVersion: string | undefined): readonly (readonly [string, string | undefined])[] {
  return compile(inputOf(text, hooks, { targetVersion }))
    .diagnostics.filter(({ code }) => code === 'DW279')
    .map(({ message, help }) => [message, help]);
}
