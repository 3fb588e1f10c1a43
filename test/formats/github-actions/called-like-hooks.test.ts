import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../../src/compile.js';
import { verify } from '../../../src/verify.js';
import { expectThereAndBack, inputOf } from '../../there-and-back.js';

const rule = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });
const workflow = (name: string, steps: string) =>
  `on: push\njobs:\n  hook-ship:\n    name: ${name}\n    runs-on: x\n    steps:\n${steps}  build:\n    needs: [hook-ship]\n    runs-on: x\n    steps:\n      - run: make\n`;

const jobs = {
  'a name like that of a hook': workflow('hook ship', '      - run: ./deploy\n'),
  'a name like a mark': workflow('"dagweave: ship"', '      - run: ./deploy\n'),
  'a step called like the one of a hook, before its work': workflow(
    'hook ship',
    '      - id: hook\n        run: ./plan\n      - run: ./deploy\n',
  ),
};

test.each(Object.entries(jobs))('a job called like a hook is one of the workflow, with %s', (_, text) => {
  expectThereAndBack(
    [text],
    {
      'around each': { pre_task: [rule('gate')], post_task: [rule('check', { on_failure: 'continue' })] },
      'at the ends': { pre_root: [rule('ship')], final: [rule('end')] },
    },
    undefined,
  );
});

test('rules find what a job does that is written as a hook is', () => {
  const text = workflow('hook ship', '      - uses: actions/checkout@v4\n      - id: hook\n        run: ./deploy\n');
  const gate = { pre_task: [rule('gate', { each: 'step', match: { runs: './deploy*' } })] };
  expectThereAndBack([text], { before: gate }, undefined);
  const once = compile(inputOf(text, { hooks: { enabled: true, injections: gate } }, undefined)).outputs[0]!.text;
  expect(once).toMatch(/ {2}hook-ship:\n {4}needs: \[hook-gate-hook-ship\]\n {4}name: hook ship\n/);
  const denied = { hooks: { enabled: true, deny: [{ match: { runs: './deploy*' }, message: 'no' }] } };
  expect(compile(inputOf(text, denied, undefined)).diagnostics.map(({ code }) => code)).toContain('DW450');
});

test.each(Object.entries(jobs))('rules find its steps, with %s', (_, text) => {
  for (const marks of [true, false]) {
    const gate = rule('gate', { each: 'step', match: { runs: './deploy*' } });
    const guarded = { hooks: { enabled: true, marks, injections: { pre_task: [gate] } } };
    const once = compile(inputOf(text, guarded, undefined)).outputs[0]!.text;
    expect(once).toMatch(/run: \.\/gate\n {6}- run: \.\/deploy/);
    expect(compile(inputOf(once, guarded, undefined)).outputs[0]!.text).toBe(once);
  }
});

describe('a rule for all jobs that passes by one which is written as a hook is says so', () => {
  const imitation = workflow('hook ship', '      - id: hook\n        run: ./deploy\n');
  const codes = ({ diagnostics }: Pick<CompileResult, 'diagnostics'>) => diagnostics.map(({ code }) => code);
  const inPolicy = (text: string, injections: object) => ({
    ...inputOf(text, {}, undefined),
    configuration: [
      { layer: 'policy' as const, path: 'policy.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
  });

  test('as a warning, and as an error where the rule is of a policy', () => {
    const gate = { pre_task: [rule('gate', { tasks: ['*'], command: 'make gate' })] };
    const warned = compile(inputOf(imitation, { hooks: { enabled: true, injections: gate } }, undefined));
    expect([warned.ok, ...codes(warned)]).toEqual([true, 'DW481']);
    const refused = inPolicy(imitation, gate);
    expect([compile(refused), verify(refused)].map(codes)).toEqual([['DW480'], ['DW480']]);
  });

  test('but not where the rule is for other jobs, or for other work', () => {
    for (const more of [{ tasks: ['build'] }, { tasks: ['*'], tasks_exclude: ['hook-*'] }, { match: { runs: 'make' } }])
      expect(codes(compile(inPolicy(imitation, { pre_task: [rule('gate', more)] })))).not.toContain('DW480');
  });

  test.each([true, false])('and not of jobs that the rules inserted, with marks: %s', (marks) => {
    const made = { command: 'make gate' };
    const gate = rule('gate', { tasks: ['*'], ...made });
    const injections = { pre_root: [rule('begin', made)], post_task: [gate], final: [rule('end', made)] };
    const input = inputOf(
      workflow('Ship', '      - run: ./deploy\n'),
      { hooks: { enabled: true, marks, injections } },
      undefined,
    );
    const first = compile(input);
    const again = { ...input, workflow: first.outputs.map(({ path, text }) => ({ path, text })) };
    expect([first, compile(again), verify(again)].map(codes)).toEqual([[], [], []]);
  });
});
