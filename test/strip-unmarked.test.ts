import { expect, test } from 'vitest';
import { compile } from '../src/compile.js';
import { strip } from '../src/strip.js';
import { inputOf } from './compile/one-text.js';

const gate = { id: 'gate', type: 'shell', command: './gate.sh', tasks: ['deploy'] };
const tell = { id: 'tell', type: 'webhook', url: 'https://example.org', body: { text: 'x' } };
const rules = {
  enabled: true,
  injections: { pre_task: [gate], final: [tell, { ...tell, id: 'sorry', run: 'failure' }] },
};

/** What `strip` without rules says of a text that another program wrote again, without its comments. */
function named(text: string, without = true): readonly string[] {
  const written = without ? text.replace(/^ *# dagweave: .*\n/gm, '') : text;
  const { diagnostics } = strip({ ...inputOf(written, {}), configuration: [] });
  return diagnostics.flatMap(({ code, message }) => (code === 'DW642' ? [message.split(' is written')[0]!] : []));
}

const applied = (text: string, hooks: object = rules, targetVersion = '1.30') => {
  const { outputs, diagnostics } = compile(inputOf(text, hooks, { targetVersion }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outputs[0]!.text;
};

const dagu = `type: graph
steps:
  - {name: build, command: make}
  - name: deploy
    command: ./deploy
    depends: [build]
`;

test.each([
  ['1.30', {}, 'handlerOn'],
  ['2.15', { runtime: '/opt/ours' }, 'handler_on'],
])('hooks of Dagu %s that lost their marks are named, those in handlers too', (version, more, key) => {
  const text = applied(dagu, { ...rules, ...more }, version);
  expect(named(text, false)).toEqual([]);
  expect(named(text)).toEqual(['`hook-gate-deploy` in `it` (2 more like it)']);
  const handlers = text.slice(text.indexOf(`${key}:`));
  expect(named(`type: graph\nsteps:\n  - {name: a, command: make}\n${handlers.replace(/\nsteps:.*/s, '\n')}`)).toEqual([
    'the handler `failure` in `it`',
  ]);
});

test('a hook between steps without needs is named after the one behind it', () => {
  expect(named(applied(dagu.replace('graph', 'chain').replace(/ +depends.*\n/, '')))).toHaveLength(1);
});

test.each([
  'steps:\n  - {name: docs, command: make}\n  - {name: hook-docs, command: make docs}\n',
  'steps:\n  - {name: a, command: make}\n  - {name: hook-docs-b, command: make docs}\n  - {name: c, command: b}\n',
  'handlerOn: {failure: {command: ./tell.sh}}\nsteps:\n  - {name: a, command: echo dagweave step}\n',
  'on: push\njobs:\n  hook-docs: {runs-on: x, steps: [{run: make docs}]}\n  hook-call: {uses: ./.github/workflows/x.yml}\n',
  'on: push\njobs:\n  a: {runs-on: x, steps: [{id: hook-docs, run: make docs}]}\n',
  'build: {script: make}\nhook-docs: {script: make}\nhook-call: {trigger: {include: x.yml}}\nhook-more: {extends: .x}\n',
])('steps and jobs of others are not, whatever they are called: %j', (text) => expect(named(text)).toEqual([]));

const spawn = { id: 'next', type: 'spawn', pipeline: 'd.yml', external: true };
test.each([
  ['GitHub', 'on: push\njobs:\n  deploy:\n    runs-on: x\n    steps:\n      - run: make\n'],
  ['GitLab', 'deploy:\n  script:\n    - make\n'],
])('hooks of %s that start another workflow are named', (_, text) => {
  const hooks = { enabled: true, injections: { final: [spawn] } };
  expect(named(applied(text, hooks), false)).toEqual([]);
  expect(named(applied(text, hooks))).toEqual(['`hook-next` in `it.yaml`']);
});
