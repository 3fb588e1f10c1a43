import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { inputFor } from '../formats/github-actions/corpus.js';
import { runAct } from './act.js';
import { act } from './engines.js';
import { type CaseJob, judgeCase } from './github-cases.js';
import { testWith } from './in-each-dagu.js';

const job = (name: string, needs: readonly string[] = [], more: Partial<CaseJob> = {}): CaseJob => {
  return { name, needs, ends: 'success', called: false, always: false, ...more };
};
const chain = [job('build'), job('test', ['build']), job('call', ['test'], { called: true }), job('end', ['call'])];
const late = [
  job('build', [], { matrix: true }),
  job('call', ['build'], { called: true, always: true }),
  job('end', ['call'], { always: true }),
];
const broken = [
  job('build'),
  job('test', ['build'], { ends: 'failure' }),
  job('other', ['build']),
  job('end', ['test']),
];

describe.skipIf(act.missing).concurrent(`runs end as they did, but for gates that fail: ${act.title}`, () => {
  test.each([
    ['all is well', chain, []],
    ['the first gate fails', chain, ['begin']],
    ['a gate before a job fails', chain, ['scan-test']],
    ['a gate around a called workflow fails', chain, ['scan-call']],
    ['a gate behind a job fails', chain, ['gate-build']],
    ['hooks that may fail do', chain, ['soft-build', 'note-test', 'soft-call', 'note-call']],
    ['a job fails', broken, []],
    [
      'hooks at the ends of jobs fail',
      [...broken, ...chain.slice(2, 3).map((one) => ({ ...one, needs: ['build'] }))],
      ['logs-build', 'keep-test', 'keep-call'],
    ],
    ['the first gate fails before jobs that run whatever happens', late, ['begin']],
    ['a gate fails around a called workflow that runs whatever happens', late, ['scan-call']],
    ['a gate fails behind one, before a job that runs whatever happens', late, ['gate-call']],
    [
      'a job fails before one that runs whatever happens',
      [job('a', [], { ends: 'failure' }), job('b', ['a'], { always: true })],
      [],
    ],
    [
      'a job fails before a called workflow that runs whatever happens',
      [job('a', [], { ends: 'failure' }), job('b', ['a'], { called: true, always: true }), job('c', ['b'])],
      [],
    ],
    [
      'a job is skipped',
      [job('a', [], { ends: 'skipped' }), job('b', ['a']), job('c', [], { always: true })],
      ['note-c'],
    ],
  ])('%s', async (title, jobs, failing) => {
    expect(await judgeCase({ title, jobs, failing })).toEqual([]);
  });
});

const hostile = [
  'it\'s "quoted" $(touch PWNED) `touch PWNED` $HOME ${HOME} \\ \\n %s',
  '${{ github.sha }} ${{ secrets.GITHUB_TOKEN }} ${{{{ }} }}} {{a}} {0} {{0}}',
  "${{ '${{' }}",
  '${{',
  '}}',
  '-n',
  '* ? [a] ~ # ! & | ; < > ( ) { }',
  ' blanks around ',
  'two\nlines\n\nand a third',
  'ends in a line break\n',
  '\t\r \u0007 ä 🎉 \u2028',
  'null',
  '0x1F',
];

testWith(act, 'values arrive in hooks as they are, by every way there is', async () => {
  const vars = Object.fromEntries(hostile.map((value, index) => [`v${index}`, value]));
  const print = (text: string) => `printf '%s\\n' ${text} | base64 -w0 >> "$OUT"; echo >> "$OUT"`;
  const rules = hostile.flatMap((_, index) => [
    { id: `bare${index}`, type: 'shell', command: print(`{{vars.v${index}}}`) },
    { id: `quoted${index}`, type: 'shell', command: print(`"a{{vars.v${index}}}"'b{{vars.v${index}}}'`) },
    { id: `env${index}`, type: 'shell', command: print('"$VALUE"'), env: { VALUE: `{{vars.v${index}}}` } },
    {
      id: `again${index}`,
      type: 'shell',
      command: `(${print(`{{vars.v${index}}}`)}); true`,
      retries: 1,
      retry_delay: 0,
    },
  ]);
  const text = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: "true"\n';
  const injections = { pre_task: rules.map((rule, order) => ({ ...rule, order })) };
  const { outputs, diagnostics } = compile(inputFor({ path: 'w.yml', text }, injections, { vars }));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const { trace, log, code } = await runAct(outputs[0]!.text);
  const arrived = trace.map((line) => Buffer.from(line, 'base64').toString('utf8').slice(0, -1));
  expect([code, arrived], log).toEqual([0, hostile.flatMap((value) => [value, `a${value}b${value}`, value, value])]);
});

testWith(act, 'what a model called a step reaches hooks as it is', async () => {
  const name = `$(touch x)"';${'$'}{{ github.sha }} {{a}} \\`;
  const step = `      - {name: ${JSON.stringify(name)}, run: 'true'}\n`;
  const text = `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n${step}`;
  const command = 'printf "%s\\n" {{task.name}} >> "$OUT"';
  const rule = { id: 'tell', type: 'shell', command, each: 'step', match: { runs: 'true' } };
  const { outputs } = compile(inputFor({ path: 'w.yml', text }, { pre_task: [rule] }));
  const { trace, log } = await runAct(outputs[0]!.text);
  expect(trace, log).toEqual([name]);
});

testWith(
  act,
  'a gate in front of a step that runs whatever happens keeps it from running, also where it is the only one',
  async () => {
    const steps = [
      '      - run: echo build >> "$OUT"; test ! -e "$FAIL/build"',
      '      - if: always()',
      '        run: echo undo >> "$OUT"; undo || true',
      '      - if: failure()',
      '        run: echo cry >> "$OUT"',
    ];
    const text = ['on: push', 'jobs:', '  build:', '    runs-on: ubuntu-latest', '    steps:', ...steps, ''].join('\n');
    const command = 'echo gate >> "$OUT"; test ! -e "$FAIL/gate"';
    const rule = { id: 'gate', type: 'shell', command, each: 'step', match: { runs: 'undo' } };
    const { outputs } = compile(inputFor({ path: 'w.yml', text }, { pre_task: [rule] }));
    const ran = async (failing: readonly string[]) => (await runAct(outputs[0]!.text, { failing })).trace.join(' ');
    expect(await ran([])).toBe('build gate undo');
    expect(await ran(['gate'])).toBe('build gate cry');
    expect(await ran(['build'])).toBe('build gate undo cry');
    expect(await ran(['build', 'gate'])).toBe('build gate cry');
  },
);

testWith(act, 'a secret in the `env` of a rule reaches the hook, and the same text in a value does not', async () => {
  const text = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: "true"\n';
  const env = { TOKEN: '${{ secrets.TOKEN }}', VALUE: '{{vars.value}}' };
  const rule = {
    id: 'send',
    type: 'shell',
    command: 'printf "%s|%s\\n" "$TOKEN" "$VALUE" | tr a-z b-za >> "$OUT"',
    env,
  };
  const vars = { value: '${{ secrets.TOKEN }}' };
  const { outputs } = compile(inputFor({ path: 'w.yml', text }, { pre_task: [rule] }, { vars }));
  const { trace, log } = await runAct(outputs[0]!.text, { secrets: { TOKEN: 'hush' } });
  expect(trace, log).toEqual(['ivti|${{ tfdsfut.TOKEN }}']);
});

testWith(act, 'a workflow that a hook calls gets its inputs as they are, and holds up what waits for it', async () => {
  const text = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo build >> "$OUT"\n';
  const child = [
    'on:',
    '  workflow_call:',
    '    inputs: {about: {type: string}}',
    'jobs:',
    '  ask:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    '      - env: {ABOUT: "${{ inputs.about }}"}',
    '        run: printf \'%s\\n\' "asked $ABOUT" >> "$OUT"; test ! -e "$FAIL/ask"',
    '',
  ].join('\n');
  const about = `\${{ github.token }} $(touch x) '"\\ {{y}} %s`;
  const spawn = { type: 'spawn', external: true };
  const { outputs, diagnostics } = compile(
    inputFor(
      { path: 'w.yml', text },
      {
        pre_root: [{ ...spawn, id: 'ask', pipeline: 'ask', inputs: { about: '{{vars.about}}' } }],
        final: [{ ...spawn, id: 'last', pipeline: './.github/workflows/ask.yml', inputs: { about: 'the end' } }],
      },
      { vars: { about } },
    ),
  );
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const others = { '.github/workflows/ask.yml': child };
  const went = await runAct(outputs[0]!.text, { others });
  expect([went.code, went.trace], went.log).toEqual([0, [`asked ${about}`, 'build', 'asked the end']]);
  const failed = await runAct(outputs[0]!.text, { others, failing: ['ask'] });
  expect([failed.code, failed.trace], failed.log).toEqual([1, [`asked ${about}`]]);
});

describe
  .skipIf(act.missing)
  .concurrent('what is behind a called workflow that decides for itself whether it runs', () => {
    const work = (name: string) =>
      `runs-on: ubuntu-latest, steps: [{run: 'echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"'}]`;
    const called = `on: workflow_call\njobs:\n  inner: {${work('inner')}}\n`;
    const text = [
      'on: push',
      'jobs:',
      `  first: {${work('first')}}`,
      `  unwanted: {if: "\${{ github.event_name == 'never' }}", ${work('unwanted')}}`,
      '  ship: {needs: [FIRST], if: "${{ !cancelled() }}", uses: ./.github/workflows/ship.yml}',
      `  last: {needs: [ship], if: "\${{ !cancelled() && needs.ship.result == 'success' }}", ${work('last')}}`,
      '',
    ].join('\n');
    const hook = (id: string, more: object = {}) => {
      const command = `echo ${id} >> "$OUT"; test ! -e "$FAIL/${id}"`;
      return { id, type: 'shell', command, tasks: ['ship'], ...more };
    };
    const post_task = [
      hook('soft', { on_failure: 'continue' }),
      hook('gate', { order: 1 }),
      hook('second', { order: 2 }),
      hook('aside', { await: false, order: 3 }),
    ];
    const ran = async (before: string, failing: readonly string[]) => {
      const { outputs, diagnostics } = compile(
        inputFor(
          { path: 'w.yml', text: text.replace('FIRST', before) },
          { post_task },
          { github_actions: { setup: [{ run: 'true' }] } },
        ),
      );
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const { trace } = await runAct(outputs[0]!.text, { failing, others: { '.github/workflows/ship.yml': called } });
      const inOrder = trace.filter((name) => name !== 'first' && name !== 'aside');
      // Nothing waits for what is aside, so it may run at any time.
      return [...inOrder, ...(trace.includes('aside') ? ['aside'] : [])].join(' ');
    };

    test.each([
      ['first', [], 'inner soft gate second last aside'],
      ['first', ['first'], 'inner soft gate second last aside'],
      ['unwanted', [], 'inner soft gate second last aside'],
      ['first', ['first', 'soft'], 'inner soft gate second last aside'],
      ['first', ['first', 'gate'], 'inner soft gate'],
      ['unwanted', ['second'], 'inner soft gate second'],
    ])('runs behind %s where %j fail', async (before, failing, expected) => {
      expect(await ran(before, failing)).toBe(expected);
    });
  });

testWith(act, 'hooks at the end of an action run after the ends of it that their rules name', async () => {
  const command = (name: string) => `echo ${name} >> "$OUT"; test ! -e "$FAIL/${name}"`;
  const step = `    - {name: build, shell: bash, run: '${command('build')}'}`;
  const text = ['name: Build', 'runs:', '  using: composite', '  steps:', step, ''].join('\n');
  const final = (['success', 'always', 'failure', 'abort'] as const).map((run, order) => ({
    id: run,
    type: 'shell',
    command: command(run),
    run,
    order,
  }));
  const { outputs } = compile(inputFor({ path: 'action.yml', text }, { final }));
  const steps = ['      - uses: actions/checkout@v4', '      - uses: ./build'];
  const main = ['on: push', 'jobs:', '  build:', '    runs-on: ubuntu-latest', '    steps:', ...steps, ''].join('\n');
  const ran = async (failing: readonly string[]) => {
    const { code, trace } = await runAct(main, { failing, others: { 'build/action.yml': outputs[0]!.text } });
    return `${trace.join(' ')}: ${code}`;
  };
  expect(await ran([])).toBe('build success always: 0');
  expect(await ran(['build'])).toBe('build always failure: 1');
  expect(await ran(['success'])).toBe('build success always failure: 1');
});

testWith(act, 'several hooks before a called workflow find what its condition asks for', async () => {
  const work = (name: string) => `runs-on: ubuntu-latest, steps: [{run: 'echo ${name} >> "$OUT"'}]`;
  const text = [
    'on: push',
    'jobs:',
    `  first: {${work('first')}}`,
    '  ship: {needs: [first], if: "needs.first.result == \'success\'", uses: ./.github/workflows/ship.yml}',
    '',
  ].join('\n');
  const others = { '.github/workflows/ship.yml': `on: workflow_call\njobs:\n  inner: {${work('inner')}}\n` };
  const hook = (id: string) => ({ id, type: 'shell', command: `echo ${id} >> "$OUT"`, tasks: ['ship'] });
  const pre_task = [hook('lint'), { ...hook('scan'), order: 1 }, { ...hook('sign'), order: 2 }];
  const setup = { github_actions: { setup: [{ run: 'true' }] } };
  const { outputs } = compile(inputFor({ path: 'w.yml', text }, { pre_task }, setup));
  const { trace, log } = await runAct(outputs[0]!.text, { others });
  expect(trace, log).toEqual(['first', 'lint', 'scan', 'sign', 'inner']);
});
