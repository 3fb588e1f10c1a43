import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { strip } from '../../src/strip.js';
import { verify } from '../../src/verify.js';
import { isOfShapes } from './agree.js';
import { hooksEverywhere } from './hooks-everywhere.js';

interface Other {
  readonly of: string;
  readonly targetVersion: string;
  /** The document of task `T2`. */
  readonly text: string;
}

const others: readonly Other[] = [
  ['steps without names', '1.30', 'name: T2\nsteps:\n  - command: make\n  - command: make test\n'],
  [
    'a step without a name that others wait for',
    '1.30',
    'name: T2\nsteps:\n  - command: make\n  - {name: test, command: make test}\n',
  ],
  ['mere commands', '1.30', 'name: T2\nsteps:\n  - make\n  - make test\n'],
  [
    'steps without names in a graph',
    '2.14',
    'name: T2\ntype: graph\nsteps:\n  - command: make\n  - id: test\n    command: make test\n',
  ],
  [
    'anchors',
    '1.30',
    'name: T2\nsteps:\n  - name: build\n    command: &it make\n  - name: test\n    command: *it\n    depends: [build]\n',
  ],
  [
    'merge keys',
    '1.30',
    'name: T2\nsteps:\n  - &it\n    name: build\n    command: make\n  - <<: *it\n    name: test\n',
  ],
  [
    'defaults',
    '2.14',
    'name: T2\ntype: graph\ndefaults:\n  timeout_sec: 9\nsteps:\n  - name: build\n    command: make\n',
  ],
  ['a block that keeps line breaks', '1.30', 'name: T2\nsteps:\n  - name: build\n    command: |+\n      make\n\n'],
  ['braces', '1.30', '{name: T2, steps: [{name: build, command: make}]}\n'],
  [
    'steps by their names',
    '1.30',
    'name: T2\nsteps:\n  build:\n    command: make\n  test:\n    command: make test\n    depends: build\n',
  ],
  [
    'lists within the list',
    '1.30',
    'name: T2\nsteps:\n  - - {name: a, command: make a}\n    - {name: b, command: make b}\n  - {name: c, command: make c}\n',
  ],
  [
    'an output without a name',
    '1.30',
    'name: T2\nsteps:\n  - name: build\n    command: make\n    output:\n      key: made\n',
  ],
  ['a call among them', '1.30', 'name: T2\nsteps:\n  - make\n  - call: T3\n'],
  [
    'a choice among steps',
    '2.14',
    'name: T2\ntype: graph\nsteps:\n  - name: choose\n    type: router\n    value: "1"\n    routes:\n      "1": [run]\n  - name: run\n    command: make\n',
  ],
  ['a key that nobody knows', '1.30', 'name: T2\nsteps:\n  - name: build\n    command: make\n    comand: make\n'],
  ['a value between curly quotes', '1.30', 'name: T2\nsteps:\n  - name: build\n    command: \u201cmake\u201d\n'],
  ['names that have to be written down', '2.14', 'name: T2\ntype: graph\nsteps:\n  - run: make\n  - run: make test\n'],
].map(([of, targetVersion, text]) => ({ of: of!, targetVersion: targetVersion!, text: text! }));

const plainTask = (name: string) => `name: ${name}\nsteps:\n  - name: build\n    command: make ${name}\n`;
const plainRoot =
  'name: root\ntype: graph\nsteps:\n  - {name: a, call: T1}\n  - {name: b, call: T2}\n  - {name: c, call: T3}\n';

describe('a document that is other than plain does not keep the others from being compiled document by document', () => {
  test.each(others)('$of, for $targetVersion', ({ targetVersion, text }) => {
    const flow = [plainRoot, plainTask('T1'), text, plainTask('T3')].join('---\n');
    expectAsInFull(flow, targetVersion);
    expectAsInFull(flow.replaceAll('\n', '\r\n'), targetVersion);
    expectAsInFull([plainRoot, plainTask('T1'), plainTask('T3'), text].join('---\n').replace(/\n$/, ''), targetVersion);
  });

  test.each(['1.30', '2.14'])('the root, for %s', (targetVersion) => {
    const root = 'type: graph\nsteps:\n  - call: T1\n    id: a\n  - call: T2\n    id: b\n    depends: [a]\n';
    expectAsInFull([root, plainTask('T1'), plainTask('T2')].join('---\n'), targetVersion);
  });
});

test('a hook of a policy that sets variables of its own is planned with all DAGs at hand', () => {
  const flow = [plainRoot, plainTask('T1'), others[0]!.text, plainTask('T3')].join('---\n');
  const policyOf = (command: string) =>
    JSON.stringify({
      hooks: { enabled: true, injections: { post_task: [{ id: 'must', type: 'shell', command, tasks: ['*'] }] } },
    });
  const compiled = (command: string, byShape: boolean) =>
    compile({
      workflow: [{ path: 'flow.yaml', text: flow }],
      configuration: [{ layer: 'policy', path: 'policy.json', text: policyOf(command) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion: '1.30', byShape },
    });
  const ways = ['./gate', 'OUT=1; ./gate $OUT'].map((command) => compiled(command, true));
  expect(ways.map(isOfShapes)).toEqual([true, false]);
  expect(ways[1]!.outputs).toEqual(compiled('OUT=1; ./gate $OUT', false).outputs);
});

test('a hook whose mark says what was waited for is planned by itself', () => {
  const group =
    'name: T2\nsteps:\n  - name: pre\n    command: make\n  - name: b\n    command: make b\n    depends: [pre]\n' +
    '  - name: c\n    command: make c\n    depends: [pre]\n  - name: complete\n    command: ship it\n    depends: [b, c]\n';
  expectAsInFull([plainRoot, plainTask('T1'), group, plainTask('T3')].join('---\n'), '1.30', {
    post_task: [{ type: 'shell', command: './check.sh', tasks: ['*'] }],
    pre_task: [{ id: 'backup', type: 'shell', command: './backup.sh', match: { runs: 'ship *' } }],
  });
});

function expectAsInFull(text: string, targetVersion: string, injections: object = hooksEverywhere.injections): void {
  const hooks = { ...hooksEverywhere, injections };
  const inputOf = (workflow: string, byShape: boolean): CompileInput => ({
    workflow: [{ path: 'flow.yaml', text: workflow }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion, byShape },
  });
  const [result, inFull] = [compile(inputOf(text, true)), compile(inputOf(text, false))];
  for (const part of ['outputs', 'diagnostics', 'summary', 'edits', 'additions'] as const)
    expect(result[part], part).toEqual(inFull[part]);
  expect(result.ok).toBe(true);
  expect(isOfShapes(result)).toBe(true);
  const output = result.outputs[0]!.text;
  const again = compile(inputOf(output, true));
  expect([isOfShapes(again), again.outputs[0]!.text === output]).toEqual([true, true]);
  expect(verify(inputOf(output, true))).toEqual(verify(inputOf(output, false)));
  expect(strip(inputOf(output, true)).outputs[0]!.text).toBe(text);
}
