import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runDagweave } from './run-dagweave.js';

const flow =
  'type: graph\nsteps:\n  - name: build # slow\n    command: make\n  - name: ship\n    command: make ship\n    depends: [build]\n';
const augmented = /name: ship\n {4}command: make ship\n {4}depends: \[hook-scan-build\]\n/;
const rules =
  'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - {id: scan, tasks: [build], type: shell, command: ./scan.sh}\n';
const files = { 'flow.yaml': flow, 'hooks.yaml': rules };
const config = ['--config', 'hooks.yaml'];

describe('where the result goes', () => {
  test('from standard input to standard output, with or without a dash', () => {
    const cwd = folderWith(files);
    for (const dash of [[], ['-']]) {
      const { exit, stdout, stderr } = runDagweave(['apply', ...config, ...dash], { cwd, input: flow });
      expect({ exit, stderr }).toEqual({ exit: 0, stderr: 'Added 1 step to 1 DAG\n' });
      expect(stdout).toMatch(augmented);
    }
  });

  test('from a file to standard output, to a file, below a folder that is there, or below one to be made', () => {
    const cwd = folderWith({ ...files, 'there/keep': '' });
    const toStdout = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
    expect(toStdout.stdout).toMatch(augmented);
    expect(runDagweave(['apply', ...config, 'flow.yaml', '-o', '-'], { cwd }).stdout).toBe(toStdout.stdout);
    expect(readdirSync(cwd)).not.toContain('-');
    for (const [output, path] of [
      ['new.yaml', 'new.yaml'],
      ['there', 'there/flow.yaml'],
      ['made/', 'made/flow.yaml'],
    ] as const) {
      const { exit, stdout } = runDagweave(['apply', ...config, 'flow.yaml', '-o', output], { cwd });
      expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
      expect(readFileSync(join(cwd, path), 'utf8')).toBe(toStdout.stdout);
    }
    expect(readFileSync(join(cwd, 'flow.yaml'), 'utf8')).toBe(flow);
  });

  test('back into every file below a folder, but files that stay the same are not touched', () => {
    const other = 'type: graph\nsteps:\n  - {name: other, command: "true"}\n';
    const cwd = folderWith({
      'hooks.yaml': rules,
      'flows/a.yaml': flow,
      'flows/sub/b.yaml': other,
    });
    utimesSync(join(cwd, 'flows/sub/b.yaml'), 1, 1);
    const { exit, stdout, stderr } = runDagweave(['apply', ...config, '--in-place', 'flows'], { cwd });
    expect({ exit, stdout }, stderr).toEqual({ exit: 0, stdout: '' });
    expect(readFileSync(join(cwd, 'flows/a.yaml'), 'utf8')).toMatch(augmented);
    expect(statSync(join(cwd, 'flows/sub/b.yaml')).mtimeMs).toBe(1000);
    expect(readdirSync(join(cwd, 'flows'))).toEqual(['a.yaml', 'sub']);
  });

  test('below an output folder with the paths kept', () => {
    const cwd = folderWith({ 'hooks.yaml': rules, 'flows/a.yaml': flow, 'flows/sub/a.yaml': flow });
    expect(runDagweave(['apply', ...config, 'flows', '-o', 'out'], { cwd }).exit).toBe(0);
    expect(readdirSync(join(cwd, 'out'), { recursive: true }).sort()).toEqual(['a.yaml', 'sub', 'sub/a.yaml']);
  });

  test.each([
    [['flow.yaml', 'other.yaml'], 'the result of several files cannot go to standard output'],
    [['folder'], 'the result of a folder cannot go to standard output'],
    [['-', '--in-place'], 'standard input cannot be written back in place'],
    [['flow.yaml', '--in-place', '-o', 'x'], '--output and --in-place cannot be used together'],
    [['flow.yaml', 'other.yaml', '-o', 'x'], '2 results cannot go to the one file "x"'],
    [['folder', '-o', 'x.yaml'], 'the results of a folder cannot go to the one file "x.yaml"'],
    [['folder', 'flow.yaml', '-o', 'other.yaml'], 'the results of a folder cannot go to the one file "other.yaml"'],
    [['flow.yaml', 'folder/flow.yaml', '-o', 'x/'], 'would both be written to "x/flow.yaml"'],
  ])('%j is wrong usage', (args, message) => {
    const cwd = folderWith({ ...files, 'other.yaml': flow, 'folder/flow.yaml': flow });
    const { exit, stdout, stderr } = runDagweave(['apply', ...config, ...args], { cwd, input: flow });
    expect(stderr).toContain(message);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(existsSync(join(cwd, 'x.yaml'))).toBe(false);
  });

  // `"$FILE"` of a variable that is not set is not the folder that the command runs in.
  test.each([
    [['--in-place', '', ...config], 'cannot read "": the path is empty'],
    [['--in-place', 'flow.yaml', '--config', ''], 'cannot read "": the path is empty'],
    [['flow.yaml', '-o', '', ...config], 'cannot write "": the path is empty'],
    [['folder', '-o', '', ...config], 'cannot write "": the path is empty'],
    [['--in-place', 'flow.yaml', '--manifest', '', ...config], 'cannot write "": the path is empty'],
  ])('%j names nothing', (args, message) => {
    const cwd = folderWith({ ...files, 'folder/flow.yaml': flow, 'folder/other.yaml': flow });
    const { exit, stdout, stderr } = runDagweave(['apply', ...args], { cwd });
    expect(stderr).toContain(message);
    expect({ exit, stdout }).toEqual({ exit: 4, stdout: '' });
    expect(readFileSync(join(cwd, 'flow.yaml'), 'utf8')).toBe(flow);
    expect(existsSync(join(cwd, 'other.yaml'))).toBe(false);
  });
});

test('what is no workflow is passed over in a folder, and read where it is named', () => {
  const cwd = folderWith({
    ...files,
    'flows/a.yaml': flow,
    'flows/package.json': '{"name": "x"}',
    'flows/compose.yaml': 'services: {}\n',
  });
  const { exit, stderr } = runDagweave(['apply', ...config, 'flows', '-o', 'out'], { cwd });
  expect(exit, stderr).toBe(0);
  expect(stderr).toContain('skipped files that are not workflows: flows/compose.yaml, flows/package.json');
  expect(readdirSync(join(cwd, 'out'))).toEqual(['a.yaml']);
  const none = folderWith({ ...files, 'flows/package.json': '{}' });
  expect(runDagweave(['apply', ...config, 'flows', '-i'], { cwd: none })).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('no file here is a workflow: flows/package.json'),
  });
  const named = runDagweave(['apply', ...config, 'flows/compose.yaml'], { cwd });
  expect(named).toMatchObject({ exit: 1, stderr: expect.stringContaining('DW109') });
});

test('--verbose says what was read and written', () => {
  const cwd = folderWith(files);
  const { stderr } = runDagweave(['apply', ...config, 'flow.yaml', '-o', 'out.yaml', '--verbose'], { cwd });
  expect(stderr).toBe('read hooks.yaml (project)\nread flow.yaml\nwrote out.yaml\nAdded 1 step to 1 DAG\n');
});

describe('a rule in a folder of workflows', () => {
  const second = flow.replaceAll('build', 'compile');
  const over = (tasks: string) => {
    const cwd = folderWith({
      'hooks.yaml': rules.replace('[build]', tasks),
      'flows/a.yaml': flow,
      'flows/b.yaml': second,
    });
    return runDagweave(['apply', ...config, 'flows', '-o', 'out'], { cwd });
  };

  test('need not mean every one of them', () => {
    expect(over('[build]')).toEqual({ exit: 0, stdout: '', stderr: 'Added 1 step to 1 DAG\n' });
    expect(over('[build, compile]')).toEqual({ exit: 0, stdout: '', stderr: 'Added 2 steps to 2 DAGs\n' });
  });

  test('must mean one of them, with every pattern', () => {
    const nowhere = over('[bild]');
    expect(nowhere.exit).toBe(1);
    expect(nowhere.stderr.match(/^(error|warning) .*/gm)).toEqual([
      'error DW401: rule scan matches no task: no task is called `bild`; did you mean `build`?',
    ]);
    expect(nowhere.stderr).toContain('build, ship, compile');
    const inPart = over('[build, compil]');
    expect(inPart.exit).toBe(0);
    expect(inPart.stderr.match(/^(error|warning) .*/gm)).toEqual([
      'warning DW402: the pattern `compil` of rule scan matches no task; did you mean `compile`?',
    ]);
  });
});

describe('what is said of a success', () => {
  const run = (folder: Readonly<Record<string, string>>, ...args: string[]) =>
    runDagweave(['apply', ...config, 'flow.yaml', ...args], { cwd: folderWith(folder) });
  const two = `${rules}    final:\n      - {type: shell, command: ./a.sh}\n      - {type: shell, command: ./b.sh}\n`;

  test('is one line, which is not in the result and not there with --quiet', () => {
    expect(run(files, '-o', 'out.yaml').stderr).toBe('Added 1 step to 1 DAG\n');
    expect(run(files, '--quiet').stderr).toBe('');
    expect(run(files, '--check').stderr).not.toContain('Added');
  });

  test('counts the notes, which --verbose shows, and so does each view for programs', () => {
    const ran = run({ ...files, 'hooks.yaml': two });
    expect([ran.exit, ran.stderr]).toEqual([0, 'Added 3 steps to 1 DAG; 2 notes with --verbose\n']);
    const verbose = run({ ...files, 'hooks.yaml': two }, '--verbose').stderr;
    expect(verbose).toMatch(/^note DW410: /m);
    expect(verbose).toMatch(/^note DW475: /m);
    expect(verbose).toMatch(/\n\nAdded 3 steps to 1 DAG\n$/);
    for (const view of ['json', 'sarif', 'github']) {
      const { stderr } = run({ ...files, 'hooks.yaml': two }, '--diagnostics', view);
      expect(stderr).toContain('DW410');
      expect(stderr).not.toContain('Added');
    }
  });

  test('of a second run is that nothing changes', () => {
    const cwd = folderWith(files);
    const again = () => runDagweave(['apply', ...config, 'flow.yaml', '-i'], { cwd }).stderr;
    expect([again(), again()]).toEqual(['Added 1 step to 1 DAG\n', 'No changes: 1 step in 1 DAG already\n']);
  });

  test('an error hides notes too, and says how many', () => {
    const broken = `${two}    pre_task:\n      - {type: shell, command: x, tasks: [nobody]}\n`;
    const { exit, stderr } = run({ ...files, 'hooks.yaml': broken });
    expect(exit).toBe(1);
    expect(stderr).toMatch(/^error DW401: /);
    expect(stderr).toMatch(/\n1 error\n(?:\d notes? with --verbose\n)?$/);
    expect(stderr).not.toMatch(/^note /m);
  });
});

describe('--check prints what is stale as a patch', () => {
  const cwd = folderWith(files);
  const check = (...more: readonly string[]) =>
    runDagweave(['apply', ...config, 'flow.yaml', '--check', ...more], { cwd });
  const patched = (patch: string) => {
    const { status, stderr } = spawnSync('git', ['apply', '-'], { cwd, input: patch, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  };

  test('of the file itself', () => {
    const { exit, stdout } = check();
    expect(exit).toBe(1);
    patched(stdout);
    expect(check()).toMatchObject({ exit: 0, stdout: '' });
  });

  test('of the file that it would go to, there or not', () => {
    const missing = check('-o', 'out.yaml');
    expect([missing.exit, missing.stdout]).toEqual([
      1,
      expect.stringMatching(/^--- \/dev\/null\n\+\+\+ b\/out\.yaml\n/),
    ]);
    patched(missing.stdout);
    expect(check('-o', 'out.yaml').exit).toBe(0);
    writeFileSync(
      join(cwd, 'out.yaml'),
      readFileSync(join(cwd, 'out.yaml'), 'utf8').replace(/command: .*\n/, '$&# by hand\n'),
    );
    const changed = check('-o', 'out.yaml');
    expect(changed.stdout).toContain('-# by hand\n');
    patched(changed.stdout);
    expect(check('-o', 'out.yaml').exit).toBe(0);
  });

  test('and nothing with --quiet', () => {
    writeFileSync(join(cwd, 'flow.yaml'), flow);
    expect(check('--quiet')).toMatchObject({ exit: 1, stdout: '' });
  });
});

describe('--check', () => {
  test('fails until what is on disk is what apply writes', () => {
    const cwd = folderWith({ ...files, 'out/keep': '' });
    const check = () => runDagweave(['apply', ...config, 'flow.yaml', '-o', 'out', '--check'], { cwd });
    expect(check()).toMatchObject({ exit: 1, stderr: expect.stringContaining('"out/flow.yaml" does not exist') });
    expect(readdirSync(join(cwd, 'out'))).toEqual(['keep']);
    runDagweave(['apply', ...config, 'flow.yaml', '-o', 'out'], { cwd });
    expect(check()).toEqual({ exit: 0, stdout: '', stderr: '' });
    writeFileSync(join(cwd, 'out/flow.yaml'), flow);
    expect(check()).toMatchObject({ exit: 1, stderr: expect.stringContaining('differs from what apply would write') });
  });

  test('writes nothing, with --in-place neither', () => {
    const cwd = folderWith(files);
    const { exit, stderr } = runDagweave(['apply', ...config, '--check', '--in-place', 'flow.yaml'], { cwd });
    expect({ exit }, stderr).toEqual({ exit: 1 });
    expect(readFileSync(join(cwd, 'flow.yaml'), 'utf8')).toBe(flow);
  });
});

describe('hooks that are not enabled', () => {
  test('give every byte back and say so in one line', () => {
    const cwd = folderWith({});
    for (const input of [
      flow,
      flow.replaceAll('\n', '\r\n'),
      flow.trimEnd(),
      '\ufeffsteps: []\n',
      'not: [a workflow',
      '',
    ]) {
      const { exit, stdout, stderr } = runDagweave(['apply'], { cwd, input });
      expect(stdout).toBe(input);
      expect(stderr).toMatch(/^note DW801: [^\n]+\n$/);
      expect(exit).toBe(0);
    }
  });

  test('are switched on and off from the command line', () => {
    const cwd = folderWith({ 'flow.yaml': flow, 'hooks.yaml': rules.replace('true', 'false') });
    expect(runDagweave(['apply', ...config, 'flow.yaml'], { cwd }).stdout).toBe(flow);
    const on = runDagweave(['apply', ...config, 'flow.yaml', '--set', 'hooks.enabled=true'], { cwd });
    expect(on.stdout).toMatch(augmented);
  });
});

describe('errors', () => {
  test('leave standard output and every file alone', () => {
    const cwd = folderWith({ ...files, 'flows/good.yaml': flow, 'flows/bad.yaml': 'steps:\n  - name: [\n' });
    const { exit, stdout, stderr } = runDagweave(['apply', ...config, '-i', 'flows'], { cwd });
    expect(stderr).toMatch(/^error DW1\d\d: .*\n {2}flows\/bad\.yaml:\d+:\d+\n/m);
    expect({ exit, stdout }).toEqual({ exit: 1, stdout: '' });
    expect(readFileSync(join(cwd, 'flows/good.yaml'), 'utf8')).toBe(flow);
  });

  test('are warnings too with --strict', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': rules.replace('[build]', '[build, bild]') });
    const relaxed = runDagweave(['apply', ...config, 'flow.yaml'], { cwd });
    expect(relaxed).toMatchObject({ exit: 0, stderr: expect.stringContaining('warning DW') });
    const strict = runDagweave(['apply', ...config, 'flow.yaml', '--strict'], { cwd });
    expect(strict).toMatchObject({ exit: 1, stdout: '', stderr: expect.stringContaining('warning DW') });
  });

  test('are JSON on standard error on demand, with nothing else there', () => {
    const cwd = folderWith({ ...files, 'hooks.yaml': rules.replace('build', 'bild') });
    const { exit, stderr } = runDagweave(['apply', ...config, 'flow.yaml', '--diagnostics', 'json'], { cwd });
    expect(exit).toBe(1);
    expect(JSON.parse(stderr)).toMatchObject({ version: 1, summary: { errors: 1 } });
  });

  test("point into a model's answer where the workflow stands in one", () => {
    const answer = `Sure, here it is:\n\n\`\`\`yaml\n${flow.replace('[build]', '[bild]')}\`\`\`\nGood luck!\n`;
    const { stderr } = runDagweave(['apply', ...config], { cwd: folderWith(files), input: answer });
    expect(stderr).toContain('<stdin>:10:15\n  10 |     depends: [bild]\n');
  });

  test('of reading name the file', () => {
    const cwd = folderWith(files);
    mkdirSync(join(cwd, 'empty'));
    expect(runDagweave(['apply', ...config, 'gone.yaml'], { cwd })).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('cannot read "gone.yaml": no such file or folder'),
    });
    expect(runDagweave(['apply', ...config, 'empty', '-i'], { cwd })).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining('no workflow file below "empty"'),
    });
  });

  test.each([
    'apply',
    'strip',
  ])('%s of a file that is not there says that alone, whatever it was to be written to', (verb) => {
    const { exit, stderr } = runDagweave([verb, ...config, 'gone.yaml', '-o', 'out.yaml'], { cwd: folderWith(files) });
    expect([exit, stderr.match(/DW\d+/g)]).toEqual([4, ['DW802']]);
  });
});

test('--force writes a hook anew that was edited by hand', () => {
  const cwd = folderWith(files);
  runDagweave(['apply', ...config, 'flow.yaml', '-i'], { cwd });
  const once = readFileSync(join(cwd, 'flow.yaml'), 'utf8');
  writeFileSync(join(cwd, 'flow.yaml'), once.replace('./scan.sh', './skip.sh'));
  expect(runDagweave(['apply', ...config, 'flow.yaml', '-i'], { cwd })).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('DW701'),
  });
  expect(runDagweave(['verify', ...config, 'flow.yaml'], { cwd })).toMatchObject({
    exit: 1,
    stderr: expect.stringMatching(/DW704[\s\S]*`dagweave apply` again[\s\S]*--force/),
  });
  expect(runDagweave(['apply', ...config, 'flow.yaml', '-i', '--force'], { cwd }).exit).toBe(0);
  expect(readFileSync(join(cwd, 'flow.yaml'), 'utf8')).toBe(once);
});

describe('--fix', () => {
  test('makes the safe fixes, says which, and goes on', () => {
    const cwd = folderWith({ ...files, 'flow.yaml': flow.replace('[build]', '[biuld]') });
    expect(runDagweave(['apply', ...config, 'flow.yaml'], { cwd }).exit).toBe(1);
    const { exit, stdout, stderr } = runDagweave(['apply', ...config, 'flow.yaml', '--fix'], { cwd });
    expect(exit, stderr).toBe(0);
    expect(stdout).toMatch(augmented);
    expect(stderr).toMatch(/^note DW814: fixed DW207 at flow\.yaml:7:15: "biuld" became "build"$/m);
  });

  test('puts no quotes around a text in quotes', () => {
    const cwd = folderWith({ ...files, 'flow.yaml': flow.replace('[build]', '["build "]') });
    const { exit, stderr } = runDagweave(['apply', ...config, 'flow.yaml', '--fix'], { cwd });
    expect(exit, stderr).toBe(0);
    expect(stderr).toMatch(/^note DW814: fixed DW207 at flow\.yaml:7:15: `"build "` became `build`$/m);
  });

  test('says once what it does in many lines', () => {
    const wrapped = `workflow:\n${flow.replace(/^(?=.)/gm, '  ')}`;
    const cwd = folderWith({ ...files, 'flow.yaml': wrapped });
    const { exit, stderr } = runDagweave(['apply', ...config, 'flow.yaml', '--fix'], { cwd });
    expect(exit, stderr).toBe(0);
    expect(stderr).toMatch(
      /^note DW814: fixed DW229 at flow\.yaml:1:1: removed "workflow:␊", removed " {2}" \(\d+ times\)$/m,
    );
  });

  test.each([
    ['block style', 'steps:\n  build: make, then [x]\n', '  build: {command: "make, then [x]"}\n'],
    ['CRLF', 'steps:\r\n  build: make\r\n', '  build: {command: make}\r\n'],
    ['JSON', '{"steps":{"build":"make"}}\n', '"build":{"command": "make"}'],
    ['braces', 'steps: {build: make}\n', 'build: {"command": "make"}'],
  ])('makes a mapping of a bare command in a mapping of steps: %s', (_, workflow, expected) => {
    const cwd = folderWith({ ...files, 'flow.yaml': workflow });
    const { stdout, stderr } = runDagweave(['apply', ...config, 'flow.yaml', '--fix'], { cwd });
    expect(stderr).toContain('fixed DW236');
    expect(stdout).toContain(expected);
  });
});

describe('colours', () => {
  const cwd = folderWith({ ...files, 'hooks.yaml': rules.replace('build', 'bild') });
  const colored = (args: string[], env: Record<string, string> = {}) =>
    runDagweave(['apply', ...config, 'flow.yaml', ...args], { cwd, env }).stderr.includes('\u001b[');

  test('follow the option before the environment, and the environment before the terminal', () => {
    expect(colored([])).toBe(false);
    expect(colored(['--color', 'always'])).toBe(true);
    expect(colored([], { FORCE_COLOR: '1' })).toBe(true);
    expect(colored(['--color', 'never'], { FORCE_COLOR: '1' })).toBe(false);
    expect(colored([], { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
  });
});
