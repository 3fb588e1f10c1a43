import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { isOfShapes } from './agree.js';
import { daguWith } from './dagu-with.js';

/** What a document says in front of its steps, and what its one step says, with `@` for its name. */
type Said = readonly [head: string, step: string];

/** Compiles the same document by document and in full. */
function inBothWays(text: string, hooks: object, targetVersion: string) {
  const [result, inFull] = [true, false].map((byShape) => compile(inputOf(text, hooks, targetVersion, byShape)));
  return [result!, inFull!] as const;
}

function inputOf(text: string, hooks: object, targetVersion: string, byShape: boolean): CompileInput {
  return {
    workflow: [{ path: 'bundle.yaml', text }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion, byShape },
  };
}

function bundleOf(tasks: readonly { readonly name: string; readonly text: string }[], env = ''): string {
  const calls = tasks.map(({ name }) => `  - name: c-${name}\n    call: ${name}\n`);
  return [`name: root\n${env}steps:\n${calls.join('')}`, ...tasks.map(({ text }) => text)].join('---\n');
}

const rule = (id: string, runs: string, more: object = {}) => ({
  ...{ id, type: 'shell', command: `./${id} {{task.name}}`, each: 'step', optional: true },
  ...{ match: { runs, ...more } },
});

/** What a step may say, with `@` for the name of its DAG and `#` for its number. */
const lines = [
  ...[
    'command: deploy @',
    'command: deploy now',
    'command: make all',
    'command: sudo deploy @',
    'command: sh -c "deploy @"',
  ],
  ...['command: $TOOL @', 'command: $@ now', 'command: "$@ now"', 'command: ${@} now', 'command: echo deploy @'],
  ...["command: $'\\@loy' x", 'command: "$\'\\\\@loy\' x"', 'command: python# -c "import os; os.system(\'deploy x\')"'],
  ...['command: "@=deploy; $@ x"', 'command: "@=deploy; $T0001 x"', 'command: "export @=deploy; eval \\"\\$@ x\\""'],
  ...['command: xargs -@ deploy', 'command: xargs -n# deploy', 'command: timeout # deploy x', 'command: exit #'],
  ...[
    'command: ssh host# deploy x',
    'command: "cat <<@\\ndeploy x\\n@"',
    'command: "cat <<T0001\\n@\\ndeploy x\\nT0001"',
  ],
  ...['command: "#>out deploy x"', 'command: "make #>&1 | deploy x"', 'command: ${OF_@} x', 'command: ${TO_#} x'],
  ...[
    'script: |\n      set -e\n      deploy @',
    'script: |\n      make # deploy @',
    'command: [deploy, "@"]',
    'command: bash ./@.sh',
  ],
  ...['command: make\n    output: TO_#', 'command: make\n    output: OF_@', 'command: make\n    env: ["TOOL=deploy"]'],
  ...['command: $TOOL x\n    env: ["TOOL=deploy"]', 'command: make\n    preconditions: "`deploy x`"', 'call: leaf'],
  ...[
    'command: make\n    description: deploy @',
    'command: make\n    stdout: deploy-@',
    'call: leaf\n    params: "A=$(deploy x)"',
    `command: "@ -c 'import os; os.system(\\"deploy x\\")'"`,
    "command: $'\\@eploy' x",
    'command: "$\'\\\\@eploy\' x"',
    'command: ${OF} x',
    'command: make\n    output: OF',
  ],
];
const heads = [
  ...[
    '',
    '',
    '',
    'env: ["TOOL=deploy"]\n',
    'env: ["TOOL=make"]\n',
    'env: ["T0001=deploy"]\n',
    'env: [{T0001: deploy}]\n',
  ],
  ...[
    'env: ["@=deploy"]\n',
    'description: the @ that deploys\n',
    'description: "`deploy x`"\n',
    'params: "TOOL=deploy"\n',
  ],
  ...[
    'env: ["X=`deploy @`"]\n',
    '# deploy @\n',
    'preconditions: "`deploy x`"\n',
    'handlerOn: {exit: {command: deploy @}}\n',
  ],
];
const names = [
  ['T0001', 'T0002', 'T0003', 'T0004', 'T0005', 'T0006'],
  // What they are behind a backslash.
  ['u0064', 'u0065', 'u0066', 'u0067', 'u0068', 'u0069'],
  ['x64', 'x65', 'x66', 'x67', 'x68', 'x69'],
  ['python1', 'python2', 'python3', 'python4', 'python5', 'python6'],
  ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'],
] as const;
const rules = [
  ...[
    rule('all', 'deploy *'),
    rule('end', '*deploy x'),
    rule('sure', 'deploy *', { unsure: 'skip' }),
    rule('makes', 'make*'),
  ],
  ...[
    rule('number', 'deploy T0001'),
    rule('digit', 'deploy T000?'),
    rule('signs', 'deploy ?????'),
    rule('class', 'deploy [A-Za-z]*[!-z]'),
    rule('words', '/^deploy [a-zT]\\w+$/'),
    rule('shell', '/^(ba)?sh( -)?$/'),
    rule('any', '{deploy,make} *'),
    rule('expression', '/deploy .*[13]$/'),
  ],
  ...[
    { ...rule('named', ''), match: { step: 's1' } },
    { ...rule('calling', ''), match: { calls: 'leaf' } },
    { ...rule('using', ''), match: { uses: ['command', 'dag'] } },
    { ...rule('others', ''), match: { not: { runs: 'deploy *' } } },
    { ...rule('either', ''), match: { any: [{ runs: 'make' }, { step: 's0', uses: 'script' }] } },
    { ...rule('numbered', ''), match: { step: 's?' } },
    { ...rule('of-dag', ''), match: { dag: 'T*', runs: 'deploy *' } },
  ],
];

const leaf = { name: 'leaf', text: 'name: leaf\nsteps:\n  - name: one\n    command: make\n' };

const bundles = fc
  .record({
    names: fc.constantFrom(...names),
    heads: fc.array(fc.constantFrom(...heads), { minLength: 1, maxLength: 2 }),
    steps: fc.array(fc.array(fc.constantFrom(...lines), { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 2,
    }),
    picked: fc.array(fc.tuple(fc.nat({ max: 1 }), fc.nat({ max: 1 })), { minLength: 6, maxLength: 6 }),
    env: fc.constantFrom('', '', 'env: ["T0001=deploy"]\n'),
    rules: fc.uniqueArray(fc.constantFrom(...rules), { selector: ({ id }) => id, minLength: 1, maxLength: 3 }),
    deny: fc.constantFrom([], [], [{ match: { runs: 'deploy now' }, message: 'not now' }]),
    targetVersion: fc.constantFrom('1.30', '2.14'),
  })
  .map((one) => {
    const tasks = one.names.map((name, at) => {
      const [ofHeads, ofSteps] = one.picked[at]!;
      const head = one.heads[ofHeads % one.heads.length]!;
      const steps = one.steps[ofSteps % one.steps.length]!;
      const said = steps.map((line, index) => `  - name: s${index}\n    ${line}\n`).join('');
      const filled = `${head}steps:\n${said}`.replaceAll('@', name).replaceAll('#', String(at + 1));
      return {
        name,
        text: head.startsWith('#') ? filled.replace('\n', `\nname: ${name}\n`) : `name: ${name}\n${filled}`,
      };
    });
    return { ...one, text: bundleOf([...tasks, leaf], one.env) };
  });

describe('steps that are known from other DAGs', () => {
  test('get the hooks that they get by themselves', () => {
    let ofShapes = 0;
    fc.assert(
      fc.property(bundles, ({ text, rules, deny, targetVersion }) => {
        const hooks = { enabled: true, injections: { pre_task: rules }, deny };
        const [result, inFull] = inBothWays(text, hooks, targetVersion);
        if (isOfShapes(result)) ofShapes += 1;
        expect(result.diagnostics).toEqual(inFull.diagnostics);
        expect(result.outputs).toEqual(inFull.outputs);
      }),
      { numRuns: Number(process.env.RUNS ?? 150) },
    );
    expect(ofShapes).toBeGreaterThan(60);
  });

  test.each<readonly [string, Said, Said]>([
    ['runs another command', ['', 'command: make @'], ['', 'command: deploy @']],
    ['hands a value over with a call', ['', 'call: leaf'], ['', 'call: leaf\n    params: "A=$(deploy x)"']],
    ['runs something beside its steps', ['', 'command: make @'], ['env: ["X=`deploy x`"]\n', 'command: make @']],
  ])('are others where a DAG %s', (_, one, other) => {
    const said = ['T0001', 'T0002', 'T0003', 'T0004'].map((name, at) => {
      const [head, step] = at % 2 === 0 ? one : other;
      return { name, text: `name: ${name}\n${head}steps:\n  - name: one\n    ${step.replace('@', name)}\n` };
    });
    const hooks = { enabled: true, injections: { pre_task: [rule('scan', 'deploy *')] } };
    const [result, inFull] = inBothWays(bundleOf([...said, leaf]), hooks, '1.30');
    expect(result.outputs).toEqual(inFull.outputs);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
  });

  test('may match for the same reason, under the names of their own DAGs', () => {
    const tasks = ['T0001', 'T0002', 'T0003'].map((name) => ({
      name,
      text: `name: ${name}\nsteps:\n  - name: one\n    command: run ${name} 12 --in $PLACE\n  - name: two\n    command: run ${name} $WHAT\n`,
    }));
    const hooks = { enabled: true, injections: { pre_task: [rule('scan', '*deploy *')] } };
    const [result, inFull] = inBothWays(bundleOf(tasks), hooks, '1.30');
    expect(isOfShapes(result)).toBe(true);
    expect(result.diagnostics.filter(({ message }) => message.includes('`run T0003'))).toHaveLength(2);
    expect(result.diagnostics).toEqual(inFull.diagnostics);
  });

  test('are not read', () => {
    const numbers = Array.from({ length: 300 }, (_, at) => `T${String(at + 1).padStart(5, '0')}`);
    const text = bundleOf(
      numbers.map((name) => ({
        name,
        text: `name: ${name}\nsteps:\n  - name: one\n    command: make ${name}\n  - name: two\n    command: deploy ${name}\n`,
      })),
    );
    const read = new Set<number>();
    const format = daguWith((plain) => ({
      ...plain,
      inFull(dag) {
        read.add(dag);
        return plain.inFull(dag);
      },
    }));
    const hooks = { enabled: true, injections: { pre_task: [rule('scan', 'deploy *')] } };
    const result = compile({
      ...inputOf(text, hooks, '1.30', true),
      options: { formats: [format], targetVersion: '1.30' },
    });
    expect([isOfShapes(result), result.summary.steps]).toEqual([true, 300]);
    // The root, and the first task for the match and its plan.
    expect([...read]).toEqual([0, 1]);
  });

  test('may be thousands in one DAG, in time in proportion to them', () => {
    const timeFor = (steps: number) => {
      const lines = Array.from({ length: steps }, (_, at) => `  - name: s${at}\n    command: deploy x${at}\n`);
      const text = bundleOf([{ name: 'T0001', text: `name: T0001\nsteps:\n${lines.join('')}` }]);
      const input = inputOf(
        text,
        { enabled: true, injections: { pre_task: [rule('scan', 'deploy *')] } },
        '1.30',
        true,
      );
      const start = process.cpuUsage();
      const result = compile(input);
      const { user } = process.cpuUsage(start);
      expect([isOfShapes(result), result.summary.steps]).toEqual([true, steps]);
      return user;
    };
    timeFor(400);
    const few = Math.min(timeFor(400), timeFor(400));
    // Five times as many: 25 times as long, and more, where each is compared with all others.
    expect(Math.min(timeFor(2000), timeFor(2000)) / few).toBeLessThan(15);
  });
});
