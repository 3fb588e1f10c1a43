import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const gate = { pre_task: [{ type: 'shell', command: './scan.sh', match: { runs: 'make deploy' } }] };
const alarm = { final: [{ type: 'shell', command: './alarm.sh', run: 'failure' }] };

/** What hooks cannot be written into is refused, rather than written where the engine does not look. */
const rows: readonly (readonly [what: string, text: string, injections: object, code: string | undefined])[] = [
  ['steps from a merge key', 'env: []\nsteps: []\n<<: {steps: [{name: a, command: make deploy}]}\n', gate, 'DW405'],
  ['steps by name from a merge key', 'steps: {<<: {a: {command: make deploy}}}\n', gate, 'DW405'],
  ['handlers from a merge key', 'steps: [make]\n<<: {handlerOn: {exit: {command: make}}}\n', alarm, 'DW603'],
  ['a handler from a merge key', 'handlerOn: {<<: {failure: {command: make}}}\nsteps: [make]\n', alarm, 'DW603'],
  [
    'needs that a merge key takes the place of',
    'steps: [{command: make deploy, depends: [], <<: {depends: []}}]\n',
    gate,
    'DW633',
  ],
  ['needs behind a merge key', 'steps: [{<<: {depends: []}, command: make deploy, depends: []}]\n', gate, undefined],
  [
    'a command from the last of several merged mappings',
    'steps: [{name: a, <<: [{command: make}, {command: make deploy}]}]\n',
    gate,
    undefined,
  ],
  ['a command from a merge key', 'steps: [{command: make, <<: {command: make deploy}}]\n', gate, undefined],
];

describe('hooks at', () => {
  test.each(rows)('%s', (_, text, injections, code) => {
    const hooks = { enabled: true, target_version: '1.30', injections };
    const { diagnostics, outputs } = compile(inputOf(`type: graph\n${text}`, hooks));
    const errors = diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.code);
    expect(errors).toEqual(code === undefined ? [] : [code]);
    if (code === undefined) expect(outputs[0]!.text).toContain('./scan.sh');
  });
});

test('a DAG is called by the name that a merge key brings in', () => {
  const text = 'steps: [{call: kid}]\n---\n<<: {name: kid, tags: [night]}\nsteps: [make]\n';
  const deny = [{ match: { dag: 'kid', labels: ['night'], step: '*' }, message: 'not here' }];
  const { diagnostics } = compile(inputOf(text, { enabled: true, target_version: '1.30', deny }));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['DW450']);
});
