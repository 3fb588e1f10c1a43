import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';
import { inputOf } from '../../compile/one-text.js';

const steps = 'steps:\n  - name: build\n    command: make\n';

test.each([
  ['timeoutSec: 5m', 'the step `build` has `timeoutSec: 5m`, which is a text and no whole number from 0 on'],
  ['env: 5', 'the step `build` has `env: 5`, which is a number and neither a mapping nor a list of `KEY=value`'],
  ['env: [A=b, C]', 'the step `build` has `C` in the list `env`, which is no `KEY=value`'],
  ['continueOn: {failed: ~}', 'the step `build` has nothing under `continueOn.failed`'],
  [
    'continueOn: [failed]',
    'the step `build` has a list under `continueOn`, which is neither `failed` nor `skipped` nor a mapping',
  ],
  ['retryPolicy: {limit: 2}', 'the step `build` has `retryPolicy` without `intervalSec`'],
  ['logOutput: both', 'the step `build` has `logOutput: both`, which is neither `separate` nor `merged`'],
  ['type: dokcer', 'the step `build` has `type: dokcer`, which is no type of step'],
  ['type: custom', 'the step `build` has `type: custom`, which is no type of step'],
  ['executor: {type: dokcer}', 'the step `build` has `executor.type: dokcer`, which is no type of step'],
])('the message says what is there and what the engine takes: %s', (line, message) => {
  expect(told(`${steps}    ${line}\n`, '1.30')).toEqual([`${message}; the engine refuses the file`]);
});

test.each([
  ['handlerOn:\n  exit: {command: x, timeoutSec: soon}', 'the handler `exit` has `timeoutSec: soon`'],
  ['handlerOn: [{command: x}]', 'a DAG has a list under `handlerOn`, and no mapping'],
  ['schedule: "@daily"', 'a DAG has `schedule: "@daily"`, which is no cron expression of five fields'],
  ['schedule: {cron: "0 5 * * *"}', 'a DAG has `schedule.cron`, which is no key there'],
  ['secrets: [{name: A, provider: env, key: 5}]', 'a DAG has `secrets.key: 5`, which is a number and no text'],
])('what has it is a handler or the DAG: %s', (lines, beginning) => {
  const [message, ...more] = told(`${lines}\n${steps}`, '1.30');
  expect(message).toContain(beginning);
  expect(more).toEqual([]);
});

test.each([
  ['timeoutSec: "60"', 'timeoutSec: 60'],
  ['mailOnError: yes', 'mailOnError: true'],
  ['mailOnError: "false"', 'mailOnError: false'],
  ['retryPolicy: {limit: 1, intervalSec: 1, exitCode: 3}', 'retryPolicy: {limit: 1, intervalSec: 1, exitCode: [3]}'],
  ['retryPolicy: {limit: 1, intervalSec: 1, backoff: 2}', 'retryPolicy: {limit: 1, intervalSec: 1, backoff: 2.0}'],
  ['preconditions: [{condition: x, expected: 0}]', 'preconditions: [{condition: x, expected: "0"}]'],
  ['shellPackages: jq', 'shellPackages: [jq]'],
  ['type: dokcer', 'type: docker'],
])('a value that is nearly right is mended: %s', (line, mended) => {
  const text = `${steps}    ${line}\n`;
  const { diagnostics } = compile(inputOf(text, hooks, { targetVersion: '1.30' }));
  const one = diagnostics.find(({ code }) => code === 'DW279');
  expect(applyEdits([{ path: 'it.yaml', text }], one!.fix!)[0]!.text).toBe(`${steps}    ${mended}\n`);
});

test.each([
  'retryPolicy: {limit: true, intervalSec: 1}',
  'retryPolicy: {limit: 1, intervalSec: 1.5}',
  'timeoutSec: 5m',
  'shellPackages: "a, b"',
])('one whose meaning nobody can tell is not: %s', (line) => {
  const { diagnostics } = compile(inputOf(`${steps}    ${line}\n`, hooks, { targetVersion: '1.30' }));
  expect(diagnostics.map(({ code, fix }) => [code, fix])).toEqual([['DW279', undefined]]);
});

test.each([
  ['refused by both', 'params: 5', 1],
  ['refused by both', 'schedule: daily', 1],
  ['refused by 1.30', 'tags: {team: a}', 0],
  ['refused by 2.14', 'tags: [5]', 0],
])('without a version, a value has to be refused by both: %s, %s', (_, line, count) => {
  expect(told(`${line}\n${steps}`, undefined).length).toBe(count);
});

test('an alias is looked at where its anchor is', () => {
  const text = `${steps}    retryPolicy: &often {limit: 1, intervalSec: true}\n  - name: test\n    command: make\n    retryPolicy: *often\n`;
  expect(told(text, '1.30').length).toBe(1);
});

test.each([
  ['the document defines it', 'step_types: {dokcer: {type: command, template: {command: x}}}\n', 'dokcer', 0],
  ['the base configuration may define it', '', 'mytype', 0],
  ['it is near to one of the engine', '', 'dokcer', 1],
])('2.x has types of steps that others define: %s', (_, lines, type, count) => {
  expect(told(`${lines}${steps}    type: ${type}\n`, '2.14').length).toBe(count);
});

test('in 1.30, a step with nothing to run may have any type', () => {
  expect(told('steps:\n  - name: ask\n    type: custom\n    config: {a: b}\n', '1.30')).toEqual([]);
});

function told(text: string, targetVersion: string | undefined): readonly string[] {
  return compile(inputOf(text, hooks, targetVersion === undefined ? {} : { targetVersion }))
    .diagnostics.filter(({ code }) => code === 'DW279')
    .map(({ message }) => message);
}

const hooks = { enabled: true, injections: { final: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };
