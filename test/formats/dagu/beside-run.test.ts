import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

test.each([
  ['run: make', 'shell: bash', 'has `shell` beside `run`', 'Write it under `with`: `with: {shell: …}`.'],
  ['run: make', 'script: make', 'has `script` beside `run`', 'Write one of the two.'],
  ['run: make', 'type: docker', 'has `type` beside `run`', 'Write `command` in place of `run`, or remove it.'],
  ['action: noop', 'params: "A=b"', 'has `params` beside `action`', 'Write it under `with`: `with: {params: …}`.'],
])('2.x takes one way to say what runs: %s, %s', (own, other, fault, help) => {
  const lines = `{${own}, ${other}}`;
  expect(told(`steps: [{name: a, ${lines.slice(1)}]\n`, '2.14')).toEqual([
    [`the step \`a\` ${fault}; the engine refuses the file`, help],
  ]);
  expect(told(`handler_on: {exit: ${lines}}\nsteps: [make]\n`, '2.14')).toEqual([
    [`the handler \`exit\` ${fault}; the engine refuses the file`, help],
  ]);
  expect(told(`steps: [{name: b, foreach: {items: [x], steps: [{name: a, ${lines.slice(1)}]}}]\n`, '2.14')).toEqual([
    [`the step \`a\` ${fault}; the engine refuses the file`, help],
  ]);
});

test.each([
  ['steps: [{name: b, foreach: {items: [x], steps: [{name: a, run: make, parallel: [y]}]}}]', '`run`'],
  ['steps: [{name: a, action: log.write, with: {message: x}, parallel: [y]}]', '`action: log.write`'],
])('2.x runs DAGs side by side, not commands and other actions: %s', (text, own) => {
  expect(told(`${text}\n`, '2.14').map(([message]) => message)).toEqual([
    `the step \`a\` has \`parallel\` beside ${own}; the engine refuses the file`,
  ]);
});

test.each([
  ['1.30', '{name: a, type: http, command: GET x, parallel: [y]}', 'type: http'],
  ['1.30', '{name: a, executor: {type: ssh}, command: make, parallel: [y]}', 'executor.type: ssh'],
  ['1.30', '{name: a, executor: jq, script: ., parallel: [y]}', 'executor: jq'],
  ['2.14', '{name: a, type: http, command: GET x, parallel: [y]}', 'type: http'],
  ['2.14', '{name: a, type: noop, parallel: [y]}', 'type: noop'],
  [
    '2.14',
    '{name: b, foreach: {items: [x], steps: [{name: a, type: http, command: GET x, parallel: [y]}]}}',
    'type: http',
  ],
  [undefined, '{name: a, type: http, command: GET x, parallel: [y]}', 'type: http'],
])('no version runs steps of a type side by side that calls no DAG: %s, %s', (version, step, type) => {
  expect(told(`steps: [${step}]\n`, version)).toEqual([
    [
      `the step \`a\` has \`parallel\` beside \`${type}\`; the engine refuses the file`,
      'Write `call`, with the DAG to call, in place of the type and what runs, or remove it.',
    ],
  ]);
});

test('what makes a command of 2.x a call of 1.x is named with it', () => {
  const text = 'steps: [{name: a, run: ./x.sh, parallel: [y], timeout_sec: 5}]\n';
  const messages = (targetVersion?: string) =>
    compile(inputOf(text, hooks, { targetVersion })).diagnostics.map(({ code, message }) => [code, message]);
  expect(messages('2.14')).toEqual([
    ['DW205', 'Dagu 2.14, the target version, does not support `run` with `parallel`'],
  ]);
  expect(messages()).toEqual([
    [
      'DW204',
      'this workflow mixes Dagu 1.x (`run` with `parallel`) and Dagu 2.x (`timeout_sec`), but no engine reads both',
    ],
  ]);
});

test('in 1.x `run` calls a DAG, and has no command and no shell', () => {
  expect(told('steps: [{name: a, run: kid, shell: bash}]\n', '1.30')).toEqual([
    [
      'the step `a` has `shell` beside `run`; the engine refuses the file',
      'Write `command` in place of `run`, which calls a DAG in 1.x.',
    ],
  ]);
});

test.each([
  ['1.30', '{name: a, run: kid, params: "A=b", env: [B=c]}'],
  ['1.30', '{name: a, command: make, shell: bash}'],
  ['2.14', '{name: a, run: make, with: {shell: bash}, container: {image: alpine}}'],
  ['2.14', '{name: a, action: dag.run, with: {dag: kid, params: {A: b}}}'],
  ['2.14', '{name: a, action: dag.enqueue, with: {dag: kid}, parallel: [y]}'],
  ['2.14', '{name: a, action: of_the_base_configuration, parallel: [y]}'],
  ['2.14', '{name: a, type: command, command: make, shell: bash, value: x}'],
  ['2.14', '{name: a, type: of_the_base_configuration, parallel: [y]}'],
  ['2.14', '{name: a, type: http, command: GET x, parallel: ~}'],
  ['2.14', '{name: a, type: dag, call: kid, parallel: [y]}'],
  ['1.30', '{name: a, type: subworkflow, call: kid, parallel: [y]}'],
])('what the engine takes is not named: in %s, %s', (version, step) => {
  expect(told(`steps: [${step}]\n`, version)).toEqual([]);
});

test('2.x takes `parallel` in handlers', () => {
  expect(told('handler_on: {exit: {run: make, parallel: [y]}}\nsteps: [make]\n', '2.14')).toEqual([]);
  expect(told('handler_on: {exit: {action: noop, parallel: [y]}}\nsteps: [make]\n', '2.14')).toEqual([]);
  expect(told('handler_on: {exit: {type: http, command: x, parallel: [y]}}\nsteps: [make]\n', '2.14')).toEqual([]);
});

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

function told(text: string, targetVersion: string | undefined): readonly (readonly [string, string | undefined])[] {
  return compile(inputOf(text, hooks, { targetVersion }))
    .diagnostics.filter(({ code }) => code === 'DW279')
    .map(({ message, help }) => [message, help]);
}
