import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { applyEdits } from '../../../src/text/edits.js';
import { inputOf } from '../../compile/one-text.js';

const kid = '---\nname: kid\nsteps: [make]\n';

test.each([
  ['action: dag.run, with: {name: kid}', 'has `action: dag.run` without `with.dag`'],
  ['action: http.request, with: {url: "http://x"}', 'has `action: http.request` without `with.method`'],
  ['action: human.task, with: {prompt: Deploy?}', 'has `action: human.task` without `id`'],
  ['action: exec', 'has `action: exec` without `with.command`'],
  ['action: chat.completion', 'has `action: chat.completion` without `with.prompt` or `with.messages`'],
  [
    'action: chat.completion, with: {prompt: ~}',
    'has `action: chat.completion` without `with.prompt` or `with.messages`',
  ],
  [
    'action: git.worktree.remove, with: {force: true}',
    'has `action: git.worktree.remove` without `with.branch` or `with.path`',
  ],
  ['action: state.delete', 'has `action: state.delete` without `with.key`'],
  ['action: state.diff, with: {value: x}', 'has `action: state.diff` without `with.key`'],
  ['action: state.diff, with: {key: x}', 'has `action: state.diff` without `with.value`'],
  ['action: shell', 'has `action: shell`, which is no action'],
])('what an action lacks is named: %s', (step, fault) => {
  expect(told(`steps: [{name: a, ${step}}]\n${kid}`)).toEqual([`the step \`a\` ${fault}; the engine refuses the file`]);
});

test.each([
  'log.write',
  'chat.completion',
  'git.worktree.remove',
  'http.request',
])('so it is in a handler: %s', (action) => {
  expect(told(`handler_on: {exit: {action: ${action}}}\nsteps: [make]\n`)).toEqual([
    expect.stringMatching(/^the handler `exit` has `action: .*` without `with\..*; the engine refuses the file$/),
  ]);
});

test.each([
  'state.delete',
  'state.get',
  'file.copy',
  'wait.file',
  'outputs.write',
  'git.checkout',
])('of a handler the engine asks less: %s', (action) => {
  expect(told(`handler_on: {exit: {action: ${action}}}\nsteps: [make]\n`)).toEqual([]);
});

test.each([
  ['action: log.write, with: {message: x, colour: red}', '`with.colour`, which `log.write` does not take'],
  ['action: file.read, with: {path: x, maxBytes: 5}', '`with.maxBytes`, which `file.read` does not take'],
  ['action: dag.run, with: {dag: kid, queue: x}', '`with.queue`, which `dag.run` does not take'],
  ['action: noop, with: {a: b}', '`with.a`, which `noop` does not take'],
])('what an action does not take is named: %s', (step, fault) => {
  expect(told(`steps: [{name: a, ${step}}]\n${kid}`)).toEqual([
    `the step \`a\` has ${fault}; the engine refuses the file`,
  ]);
  expect(told(`handler_on: {exit: {${step}}}\nsteps: [make]\n${kid}`)).toEqual([
    `the handler \`exit\` has ${fault}; the engine refuses the file`,
  ]);
});

test('a key near to one that the action takes is mended', () => {
  const text = 'steps:\n  - name: a\n    action: file.read\n    with: {path: x, maxBytes: 5}\n';
  const [one] = diagnosticsOf(text);
  expect(applyEdits([{ path: 'it.yaml', text }], one!.fix!)[0]!.text).toBe(text.replace('maxBytes', 'max_bytes'));
});

test.each([
  ['http', 'http.request'],
  ['http.post', 'http.request'],
  ['hitl', 'human.task'],
  ['Http.Request', 'http.request'],
  ['dag', 'dag.run'],
])('an action that there is not is one that was meant: %s', (written, meant) => {
  const text = `steps:\n  - name: a\n    action: ${written}\n`;
  const [one] = diagnosticsOf(text);
  expect(applyEdits([{ path: 'it.yaml', text }], one!.fix!)[0]!.text).toBe(text.replace(written, meant));
});

test.each([
  'action: dag.run, with: {dag: kid}',
  'action: noop',
  'action: noop, with: {}',
  'action: chat.completion, with: {messages: [{role: user, content: x}]}',
  'action: chat.completion, with: {prompt: x}',
  'action: git.worktree.remove, with: {branch: x}',
  'action: git.worktree.remove, with: {path: x}',
  'action: git.worktree.add',
  'action: state.list',
  'action: state.delete, with: {key: x}',
  'action: state.diff, with: {key: x, value: y}',
  'action: state.diff, with: {key: x, value: ~}',
  'action: jq.filter, with: {filter: ~}',
  'action: http.request, with: {method: GET, url: "http://x", colour: red}',
  'action: wait.duration, with: {<<: {duration: 5s}}',
  'action: redis.get, with: {key: a}',
  'action: acme/notify@v1',
  'action: of_the_base_configuration',
  'action: shell, with: {a: b}',
])('what the engine may take is not named: %s', (step) => {
  const own = 'actions: {shell: {input_schema: {type: object}, template: {run: make}}}\n';
  expect(told(`${own}steps: [{name: a, ${step}}]\n${kid}`)).toEqual([]);
});

const hooks = { enabled: true, injections: { pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }] } };

function diagnosticsOf(text: string) {
  return compile(inputOf(text, hooks, { targetVersion: '2.14' })).diagnostics.filter(({ code }) => code === 'DW279');
}

function told(text: string): readonly string[] {
  return diagnosticsOf(text).map(({ message }) => message);
}
