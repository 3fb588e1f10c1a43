import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine } from './command-line.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow = 'type: graph\nsteps: []\n';
const rules =
  'hooks: {enabled: true, injections: {post_task: [{id: scan, tasks: [build], type: shell, command: ./scan.sh}]}}\n';
const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules });

describe('wrong usage ends with 2 and says what is right', () => {
  test.each([
    [['aply'], "unknown command 'aply'\n(Did you mean apply?)\nSee dagweave --help.\n"],
    [['help', 'aply'], "error: unknown command 'aply'\n(Did you mean apply?)\nSee dagweave --help.\n"],
    [['help', 'hooks', 'lst'], "unknown command 'lst'\n(Did you mean list?)\nSee dagweave hooks --help.\n"],
    [['hooks', 'help', 'nothing-like'], "error: unknown command 'nothing-like'\nSee dagweave hooks --help.\n"],
    [['help', 'step', 'shel'], 'error: unknown type of step "shel"; did you mean shell?\n'],
    [['apply', '--in-plce'], "unknown option '--in-plce'\n(Did you mean --in-place?)\nSee dagweave apply --help.\n"],
    [
      ['diff', '--view', 'picture'],
      'Allowed choices are text, graph, markdown, json, html.\nSee dagweave diff --help.\n',
    ],
    [['apply', '--diagnostics', 'xml'], 'Allowed choices are pretty, json, '],
    [['apply', '--color', 'sometimes'], 'Allowed choices are auto, always, never.'],
    [['hooks', 'lst'], "unknown command 'lst'\n(Did you mean list?)\nSee dagweave hooks --help.\n"],
    [['list', 'workflow.yaml'], 'too many arguments'],
    [['--quiet', 'step', 'shell', '--timeout', '3'], "nothing may come between 'dagweave' and 'step'"],
    [['apply', '--var', 'noequals'], '--var takes name=value, not "noequals"'],
    [
      ['explain', 'flow.yaml'],
      'explain needs a step, or one of `--task`, `--rule` and `--vars`\n  help: write `dagweave explain STEP WORKFLOW`',
    ],
    [['explain', '--step', 'build', '--vars', 'flow.yaml'], 'DW809: --step and --vars cannot be used together'],
    [['explain', '--task', 'build', '--vars', 'flow.yaml'], 'DW809: --vars and --task cannot be used together'],
    [['list', '--json', '--ids', '--config', 'hooks.yaml'], 'DW809: --ids and --json cannot be used together'],
    [
      ['apply', '--watch'],
      '--watch and standard input cannot be used together\n  help: name the workflows: files or folders',
    ],
    [['diff', '--serve', '-'], 'help: name the workflows: files or folders'],
    [['strip', 'flow.yaml', 'hooks.yaml'], 'help: pass -o FOLDER or --in-place\n'],
    [[], 'Usage: dagweave'],
  ])('%j', (args, message) => {
    const { exit, stdout, stderr } = runDagweave(args, { cwd });
    expect(stderr).toContain(message);
    expect(stdout).toBe('');
    expect(exit).toBe(2);
  });
});

test.each([
  [
    ['--config', 'hooks.yaml', 'hooks.yaml'],
    flow,
    'help: If these are rules, name the file with `--config`. A workflow for Dagu is ',
  ],
  [['--config', 'hooks.yaml', '-'], flow, 'help: There are no tasks here: add them, or write `optional: true` '],
  [['--config', 'hooks.yaml', '-'], 'steps: build\n', 'a list of these, but this is a single value\n'],
])('%j with %j says what is wrong in plain words', (args, input, message) => {
  expect(runDagweave(['apply', ...args], { cwd, input }).stderr).toContain(message);
});

test.each(['apply', 'validate'])('without a configuration %s says how to get a first one', (verb) => {
  const { stderr } = runDagweave([verb, 'flow.yaml'], { cwd: folderWith({ 'flow.yaml': flow }) });
  expect(stderr).toContain('`dagweave init` writes a first one');
});

test.each([
  ['hooks.yaml', 'flow.yaml'],
  ['.dagweave/hooks.yaml', 'flow.yaml'],
  ['flows/dagweave.yml', 'flows/flow.yaml'],
])('names %s, which looks like a configuration and is not found as one', (path, workflow) => {
  const cwd = folderWith({ [workflow]: flow, [path]: 'hooks: {enabled: true}\n' });
  const said = `${path} looks like one: name it with --config ${path}, or move it to .dagweave/config.yaml`;
  for (const verb of ['apply', 'verify', 'validate'])
    expect(runDagweave([verb, workflow], { cwd }).stderr.replaceAll('\\', '/')).toContain(said);
});

test('a file of another tool beside the workflow is not taken for a configuration', () => {
  const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': 'repos: []\nother: {hooks: []}\n' });
  expect(runDagweave(['validate', 'flow.yaml'], { cwd }).stderr).not.toContain('looks like one');
});

test('a missing prompt says in which folder to create it', () => {
  const rule = '{type: llm_eval, prompt_file: review.md, runner: claude}';
  const cwd = folderWith({ 'hooks.yaml': `hooks: {enabled: true, injections: {post_task: [${rule}]}}\n` });
  const { stderr } = runDagweave(['validate', '--config', 'hooks.yaml'], { cwd });
  expect(stderr.replaceAll('\\', '/')).toContain(
    'There are no files in the folder prompts: create prompts/review.md, or',
  );
});

describe('a line that cannot be read is a diagnostic where diagnostics are for programs', () => {
  test.each<[readonly string[], string, string]>([
    [
      ['apply', '--in-plce', '--diagnostics', 'json'],
      "unknown option '--in-plce'",
      'Did you mean --in-place? See dagweave apply --help.',
    ],
    [['--diagnostics=json', 'aply'], "unknown command 'aply'", 'Did you mean apply? See dagweave --help.'],
    [['--diagnostics', 'json', 'help', 'aply'], "unknown command 'aply'", 'Did you mean apply? See dagweave --help.'],
    [['list', 'a.yaml', '--diagnostics=json'], 'too many arguments for', 'See dagweave list --help.'],
    [['--diagnostics', 'pretty', 'diff', '--diagnostics', 'json', '--config'], "option '--config <file>' ", 'See '],
    [['--diagnostics', 'json'], 'a verb is missing', 'See dagweave --help.'],
    [['hooks', '--diagnostics', 'json'], 'a verb is missing', 'See dagweave --help.'],
  ])('%j', (args, message, help) => {
    const { exit, stdout, stderr } = runDagweave(args, { cwd });
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    const { diagnostics, summary } = JSON.parse(stderr);
    expect(diagnostics).toEqual([
      {
        code: 'DW866',
        severity: 'error',
        message: expect.stringContaining(message),
        help: expect.stringContaining(help),
      },
    ]);
    expect(summary).toEqual({ errors: 1, warnings: 0, notes: 0 });
  });

  test.each([
    ['sarif', '"ruleId": "DW866"'],
    ['github', "::error title=DW866::cannot read the command line: unknown option '--nope'"],
    [
      'prompt',
      "error DW866: cannot read the command line: unknown option '--nope'\n  help: See dagweave verify --help.",
    ],
    ['pretty', "error: unknown option '--nope'\nSee dagweave verify --help.\n"],
  ])('as %s', (view, text) => {
    const { exit, stderr } = runDagweave(['verify', '--nope', '--diagnostics', view], { cwd });
    expect(stderr).toContain(text);
    expect(exit).toBe(2);
  });

  test('what is behind -- counts as no option', () => {
    const { stderr } = runDagweave(['list', '--', '--diagnostics', 'json'], { cwd });
    expect(stderr).toMatch(/^error: too many arguments/);
  });
});

test('a step without a type is a mistake as well, and standard output is for results', () => {
  const { exit, stdout, stderr } = runDagweave(['step'], { cwd });
  expect({ exit, stdout }).toEqual({ exit: 125, stdout: '' });
  expect(stderr).toContain('Usage: dagweave step TYPE');
});

test('dispatch says that the event comes first', () => {
  const { exit, stderr } = runDagweave(['dispatch', '--dry-run', 'PreToolUse'], { cwd, input: '{}' });
  expect(stderr).toContain("'PreToolUse': the event comes first, as in `dagweave dispatch PreToolUse …`");
  expect(exit).toBe(1);
});

test('a policy that cannot be read is named with the variable that names it', () => {
  const run = (...args: string[]) =>
    runDagweave(['verify', ...args, '--config', 'hooks.yaml', 'flow.yaml'], {
      cwd,
      env: { DAGWEAVE_POLICY: 'gone.yaml' },
    });
  expect(run().stderr).toContain('cannot read "gone.yaml": no such file or folder (DAGWEAVE_POLICY names it)');
  expect(run('--policy', 'none.yaml').stderr).toContain('cannot read "none.yaml": no such file or folder\n');
});

test.each(['validate', 'brief', 'doctor'])('%s does not call a configuration missing that cannot be read', (verb) => {
  const { exit, stderr } = runDagweave([verb, '--config', 'hooks.yaml'], {
    cwd: folderWith({ 'hooks.yaml': Buffer.from([0xff, 0xfe]) }),
  });
  expect(stderr).toContain('error DW803');
  expect(stderr).not.toContain('DW818');
  expect(exit).toBe(4);
});

test('help and version are results', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(runDagweave(['--version'], { cwd })).toEqual({ exit: 0, stdout: `${version}\n`, stderr: '' });
  for (const args of [['--help'], ['apply', '--help'], ['help', 'diff'], ['hooks', '--help']]) {
    const { exit, stdout, stderr } = runDagweave(args, { cwd });
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    expect(stdout).toContain('Usage: dagweave');
  }
  const same = (a: readonly string[], b: readonly string[]) =>
    expect(runDagweave(a, { cwd }).stdout).toBe(runDagweave(b, { cwd }).stdout);
  same(['help'], ['--help']);
  same(['help', 'hooks', 'list'], ['hooks', 'list', '--help']);
  same(['help', 'dispatch'], ['dispatch', '--help']);
  same(['help', 'step', 'shell'], ['step', 'shell', '--help']);
  expect(runDagweave(['--help'], { cwd }).stdout).toContain('generate | dagweave apply -');
});

test.each([
  ['llm-eval', 'dagweave step llm_eval', '--output-format <text>'],
  ['quality-check', 'dagweave step quality_check', '--extraction-pattern <text>'],
])('the older name %s has the help of its own options', (name, now, option) => {
  const help = runDagweave(['hooks', name, '--help'], { cwd });
  expect(help).toMatchObject({ exit: 0, stderr: '' });
  for (const text of [`Usage: dagweave hooks ${name} [options]\n`, now, option]) expect(help.stdout).toContain(text);
  for (const args of [
    ['hooks', name, '-h'],
    ['hooks', 'help', name],
    ['help', 'hooks', name],
  ]) {
    expect(runDagweave(args, { cwd })).toEqual(help);
  }
  expect(runDagweave(['hooks', '--help'], { cwd }).stdout).toContain(name);
  expect(runDagweave(['--quiet', 'hooks', name, '--timeout', '3'], { cwd })).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`nothing may come between 'dagweave', 'hooks' and '${name}'`),
  });
});

test('a reader that goes away early is no error', () => {
  const big = `type: graph\nsteps:\n${Array.from({ length: 20_000 }, (_, n) => `  - {name: s${n}, command: "true"}\n`).join('')}`;
  const folder = folderWith({ 'big.yaml': big });
  const shell = `set -o pipefail; ${commandLine} apply big.yaml --quiet | head -c 10`;
  const ran = spawnSync('bash', ['-c', shell], { cwd: folder, encoding: 'utf8' });
  expect(ran.stdout).toBe(big.slice(0, 10));
  expect(ran.stderr).toBe('');
});

test.each(['--version', '--help', 'dispatch --help', 'step --help'])('nor is it one for %s', (args) => {
  const shell = `${commandLine} ${args} | true; echo "${'$'}{PIPESTATUS[0]}"`;
  const ran = spawnSync('bash', ['-c', shell], { cwd, encoding: 'utf8' });
  expect(ran.stderr).toBe('');
  expect(ran.stdout).toBe('0\n');
});

test('a fault of ours says that it is one, and keeps what led to it for this user alone', () => {
  const code = `
    const { InternalFault, reportFault } = await import(${JSON.stringify(resolve('src/cli/fault.ts'))});
    const evidence = { workflow: [{ path: 'a.yaml', text: 'steps: []' }], options: { variables: new Map([['a', 'b']]) } };
    reportFault(new InternalFault(new Error('lost my way'), evidence), ['apply', 'a.yaml']);
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr).toContain('internal fault: lost my way');
  expect(stderr).toContain('This is a bug in dagweave');
  const file = stderr.match(/kept in (\S+)/)![1]!;
  expect(existsSync(file)).toBe(true);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    message: 'lost my way',
    args: ['apply', 'a.yaml'],
    workflow: [{ path: 'a.yaml', text: 'steps: []' }],
    options: { variables: [['a', 'b']] },
  });
  rmSync(dirname(file), { recursive: true });
});
