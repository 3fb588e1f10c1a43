import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';

const build = 'steps:\n  - name: build\n    command: make\n';
const gate = { id: 'gate', type: 'shell', command: './gate', tasks: ['*'] };

describe('what is special about one task is as it is where all are compiled in full', () => {
  test.each([
    ['a name that is a word of the shell', ['T1', 'time'], { command: '{{task_id}} x' }],
    ['a name that only the shell has', ['T1', 'cd'], { command: '{{task_id}} x', timeout: 5 }],
    ['names beside another value', ['deploy', 'build'], { command: 'echo {{spec_id}}{{task_id}}' }],
    ['a name that ends a word of the shell', ['T1', 'ne'], { command: 'do{{task_id}} x' }],
    ['a name that ends a truth value', ['T1', 'e'], { command: 'tru{{task_id}}' }],
    ['a name that ends a word for nothing', ['T1', 'l'], { command: 'nul{{task_id}}' }],
    ['a name behind a dot', ['T1', 'nan-checks', 'nan'], { command: '.{{task_id}}' }],
    ['a name with which a prompt is too long', ['T1', 'a'.repeat(30)], longPrompt(99_980)],
    ['names with blanks of another alphabet around them', ['T1\u00a0', 'T2'], { command: 'echo {{task_id}} end' }],
    ['a line of blanks in a command', ['T1', 'T2'], { command: 'set -e\n  \nmake test' }],
    ['a line of blanks in a prompt', ['T1', 'T2'], { type: 'llm_eval', command: undefined, prompt: 'Is\n \nit?' }],
  ])('%s', (_, names, rule) => {
    agree(flow(...names.map((name) => dag(name, build))), rule);
  });

  test.each([
    {
      what: 'a name that is in the word for cleaning up',
      dags: [
        dag('stand', endsWith('"post-standup # arborist complete"')),
        dag('clean', endsWith('"post-cleanup # arborist complete"')),
      ],
    },
    {
      what: 'a shell that is known when the DAG runs',
      dags: [
        dag('T1', `shell: $VENV/bin/foo\n${endsWith('arborist task complete x')}`),
        dag('T2', endsWith('arborist task complete x')),
        dag('T3', endsWith('make clean')),
      ],
    },
    ...['post\\x2dcleanup', 'post\\u002dcleanup', 'post-\\\n      cleanup', '\\tcomplete'].map((written) => ({
      what: `a command that is spelled ${JSON.stringify(written)}`,
      dags: [
        dag('T1', endsWith(`"arborist task ${written} x"`)),
        dag('T2', endsWith(`"arborist task ${written.replace('c', 'k')} x"`)),
      ],
    })),
    {
      what: 'an output that takes the place of a variable',
      dags: [
        dag('T1', `env: [ARBORIST_BRANCH=q]\n${build}    output: \u00a0ARBORIST_BRANCH\n`),
        dag('T2', `env: [ARBORIST_BRANCH=q]\n${build}`),
      ],
    },
    {
      what: 'steps that all let others go on where they fail',
      dags: [dag('T1', `${build}    continueOn: {failure: true}\n`), dag('T2', build)],
    },
    {
      what: 'a step with a blank of another alphabet behind its name',
      dags: [
        dag('T1', endsWith('x').replace('first', 'other')),
        dag('T2', endsWith('x').replace('first', 'first\u00a0')),
      ],
    },
  ])('$what', ({ dags }) => {
    agree(flow(...dags), { command: 'echo {{branch_name}}', after: 'first' });
    agree(flow(...dags), {});
    agree(flow(...dags.toReversed()), {});
  });

  test.each([
    ['another type', '<<: {type: chain}\n'],
    ['what only 2.x knows', '<<: {working_dir: /srv}\n'],
    ['handlers', '<<: {handlerOn: {failure: {command: alarm}}}\n'],
  ])('a merge key that brings in %s', (_, merge) => {
    for (const targetVersion of ['1.30', '2.15', undefined])
      same(flow(dag('T1', build), dag('T2', `${merge}${build}`)), targetVersion, {});
  });

  test.each([
    ['a task says the name of the run', `name: root\n`, '{{spec_id}}'],
    ['a task says the name of a run that the file names', '', '{{spec_id}}'],
    ['the file names the root', '', 'x'],
  ])('%s', (_, name, word) => {
    const text = flow(dag('T1', build), dag('T2', build)).replace('name: root\n', name);
    for (const targetVersion of ['1.30', '2.15', undefined]) same(text, targetVersion, { command: `./gate ${word}` });
  });

  test.each([
    ['another document has no name', flow(dag('T1', build), dag('T2', build)).replace('name: T2\n', '')],
    ['a task calls the file', flow(dag('T1', 'steps:\n  - name: a\n    call: flow\n')).replace('name: root\n', '')],
    ['a name is empty', flow(dag('T1', build)).replace('name: root\n', 'name: ""\n')],
  ])('%s', (_, text) => {
    for (const targetVersion of ['1.30', '2.15', undefined]) same(text, targetVersion, {});
  });

  test('rules that capture too much are reported once, where not all of them are for each task', () => {
    const score = (id: string, order: number) => ({
      ...gate,
      ...{ id, type: 'quality_check', command: 'x', min_score: 1, order },
    });
    const rules = Array.from({ length: 51 }, (_, at) => score(`score-${at}`, at));
    const bundle = flow(dag('T1', build), dag('T2', build));
    agree(bundle, ...rules, { ...score('only', 3), tasks: ['T1'] });
  });
});

describe('what makes a hook of a policy run otherwise is reported as where all are compiled in full', () => {
  test.each([
    ['a root', 'shell_args: ["-n"]', '', 'DW617'],
    ['a task', '', 'shell_args: ["-n"]\n', 'DW617'],
    ['a task with a shell', '', 'shell: bash\nshell_args: ["-n"]\n', 'DW617'],
    ['a root', 'env: [{PATH: /tmp/x}]', '', 'DW471'],
    ['a root', 'params: {"P\\x41TH": /tmp/x}', '', 'DW471'],
    ['a task', '', 'env: [{PATH: /tmp/x}]\n', 'DW471'],
    ['a task', '', 'params: [{PATH: /tmp/x}]\n', 'DW471'],
    ['a task', '', 'secrets: [{name: PATH, provider: file, key: x}]\n', 'DW471'],
    ['a task', '', 'dotenv: x.env\n', 'DW471'],
    ['a task', '', 'defaults: {env: {PATH: /tmp/x}}\n', 'DW471'],
    ['a task with an output', '', `${build}    output: PATH\n`, 'DW471'],
  ])('in the settings of %s: %s%s', (_, ofRoot, ofTask, code) => {
    const task = ofTask.includes(build) ? ofTask : ofTask + build;
    const bundle = flow(dag('T1', build), dag('T2', task), dag('T3', task));
    const rules = { post_task: [gate], final: [{ ...gate, tasks: undefined, id: 'end', run: 'failure' }] };
    expect(codesOfPolicy(ofRoot === '' ? bundle : `${ofRoot}\n${bundle}`, rules)).toContain(code);
  });
});

describe('a variable that a hook of a policy sets itself', () => {
  const rules = { post_task: [{ ...gate, command: 'SCORE=1; test "$SCORE" -ge 80' }] };
  const handing = (how: string) =>
    flow(dag('T1', build), dag('T2', build)).replace('call: T2\n', `call: T2\n    ${how}\n`);
  test.each([
    ['params of a task', flow(dag('T1', build), dag('T2', `params: "SCORE=2"\n${build}`))],
    ['an output of a task', flow(dag('T1', build), dag('T2', `${build}    output: SCORE\n`))],
    ['params of a call', handing('params: "SCORE=2"')],
    ['items of a call', handing('parallel: [{SCORE: 2}]')],
  ])('is kept from %s', (_, text) => {
    expect(codesOfPolicy(text, rules, '1.30')).toContain('DW632');
    expect(codesOfPolicy(text, { post_task: [gate] }, '1.30')).not.toContain('DW632');
  });
});

/** The same codes with and without shapes, of a policy in 2.x. */
function codesOfPolicy(text: string, injections: object, targetVersion = '2.15'): readonly string[] {
  const [byShape, inFull] = [true, false].map((way) =>
    compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'policy', path: 'policy.json', text: JSON.stringify({ hooks: { injections } }) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion, byShape: way },
    }),
  );
  for (const part of ['ok', 'diagnostics', 'outputs', 'edits'] as const) expect(byShape![part]).toEqual(inFull![part]);
  return inFull!.diagnostics.map(({ code }) => code);
}

function agree(text: string, ...rules: readonly object[]): void {
  expect(same(text, '1.30', ...rules).outputs[0]?.text).not.toBe(text);
}

function same(text: string, targetVersion: string | undefined, ...rules: readonly object[]): CompileResult {
  const [result, inFull] = [true, false].map((byShape) =>
    compile({
      workflow: [{ path: 'flow.yaml', text }],
      configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify(configuration(rules)) }],
      prompts: { read: () => ({ kind: 'missing' }) as never },
      options: { targetVersion, byShape },
    }),
  );
  for (const part of ['ok', 'diagnostics', 'outputs', 'edits'] as const) expect(result![part]).toEqual(inFull![part]);
  return inFull!;
}

function configuration(rules: readonly object[]) {
  return { hooks: { enabled: true, injections: { post_task: rules.map((rule) => ({ ...gate, ...rule })) } } };
}

function longPrompt(length: number) {
  return { type: 'llm_eval', command: undefined, prompt: `${'x'.repeat(length)}{{task_id}}` };
}

/** The steps of a task of two. */
function endsWith(command: string): string {
  return `steps:\n  - name: first\n    command: make\n  - name: last\n    command: ${command}\n`;
}

interface WrittenDag {
  readonly name: string;
  readonly body: string;
}

function dag(name: string, body: string): WrittenDag {
  return { name, body };
}

/** A root that calls DAGs. */
function flow(...dags: readonly WrittenDag[]): string {
  const calls = dags.map(({ name }, at) => `  - name: c${at}\n    call: ${name}\n`);
  const bodies = dags.map(({ name, body }) => `---\nname: ${name}\n${body}`);
  return `name: root\nsteps:\n${calls.join('')}${bodies.join('')}`;
}
