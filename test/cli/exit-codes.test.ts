import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/exit-codes.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';
const broken = 'type: graph\nsteps:\n  - {name: build, command: make, depends: [biuld]}\n';
const gate = 'hooks:\n  enabled: true\n  injections:\n    post_task:\n      - ';
const good = `${gate}{type: shell, command: ./scan.sh}\n`;

describe('the exit status says who can cure it', () => {
  test.each([
    ['nothing is wrong', good, flow, 0],
    ['the workflow has a mistake', good, broken, 1],
    ['the workflow is not YAML', good, 'steps: [{', 1],
    ['a rule matches nothing in this workflow', `${gate}{type: shell, command: x, tasks: [T9]}\n`, flow, 1],
    [
      'an anchor is not in this workflow',
      `${gate}{type: shell, command: x, after: a, on_missing_anchor: error}\n`,
      flow,
      1,
    ],
    ['the rules are not YAML', 'hooks: [{', flow, 4],
    ['a rule has a mistake', `${gate}{type: shell, comand: x}\n`, flow, 4],
    ['a variable has no value', `${gate}{type: shell, command: 'x {{vars.team}}'}\n`, flow, 4],
    ['a prompt file is missing', `${gate}{type: llm_eval, prompt_file: none.md}\n`, flow, 4],
    ['both have mistakes', `${gate}{type: shell, command: 'x {{vars.team}}'}\n`, broken, 1],
    [
      'both have mistakes that show at once',
      `${gate}{type: shell, command: 'x {{vars.team}}'}\n      - {type: shell, command: x, tasks: [T9]}\n`,
      flow,
      4,
    ],
  ])('%s', (_, rules, workflow, exit) => {
    const cwd = folderWith({ 'hooks.yaml': rules, 'flow.yaml': workflow });
    const ran = runDagweave(['apply', '--config', 'hooks.yaml', 'flow.yaml'], { cwd });
    expect(ran, ran.stderr).toMatchObject({ exit });
  });

  test.each([
    ['no such configuration', ['--config', 'none.yaml', 'flow.yaml'], 4],
    ['no such workflow', ['--config', 'hooks.yaml', 'none.yaml'], 4],
    ['no place to write to', ['--config', 'hooks.yaml', 'flow.yaml', '-o', 'flow.yaml/out.yaml'], 4],
    ['no such version of the engine', ['--config', 'hooks.yaml', '--target-version', 'old', 'flow.yaml'], 4],
    ['options that contradict each other', ['--config', 'hooks.yaml', '--in-place', '-'], 2],
    ['a setting that is none', ['--config', 'none.yaml', '--set', 'x', 'flow.yaml'], 2],
  ])('%s', (_, args, exit) => {
    const cwd = folderWith({ 'hooks.yaml': good, 'flow.yaml': flow });
    const ran = runDagweave(['apply', ...args], { cwd });
    expect(ran, ran.stderr).toMatchObject({ exit });
  });

  test.skipIf(process.platform === 'win32')('a folder that is gone is no fault of ours', () => {
    for (const [words, exit] of [
      ['diff flow.yaml', 4],
      ['init', 4],
      ['step quality_check --command true', 4],
    ] as const) {
      const script = `rm -r "$PWD"; exec "$0" "$1" ${words}`;
      const ran = spawnSync('sh', ['-c', script, process.execPath, program], { cwd: folderWith({}), encoding: 'utf8' });
      expect([words, ran.status, ran.stderr]).toEqual([words, exit, expect.stringContaining('started in is gone')]);
    }
  });

  test.skipIf(!existsSync('/dev/full')).each<readonly [string, number]>([
    ...['apply flow.yaml', 'diff flow.yaml', 'graph flow.yaml', 'list', 'schema config'].map(
      (args) => [args, 4] as const,
    ),
    ...['--help', '--version', 'help apply', 'help step shell'].map((args) => [args, 4] as const),
    // By the codes of their own.
    ['dispatch --help', 1],
    ['step --help', 125],
    ['step shell --help', 125],
    // The step did what it was to do.
    ['step shell -- true', 0],
  ])('no space for what %s prints', (args, exit) => {
    const cwd = folderWith({ '.dagweave/config.yaml': good, 'flow.yaml': flow });
    const full = openSync('/dev/full', 'w');
    const ran = spawnSync(process.execPath, [program, ...args.split(' ')], { cwd, stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    const said = ran.stderr.toString();
    expect(ran.status, said).toBe(exit);
    expect(said.split('\n').slice(-2)).toEqual(['dagweave: cannot write to standard output: no space is left', '']);
    expect(said).not.toContain('    at ');
  });

  test('warnings fail with --strict, and say the same', () => {
    const { report, all } = createCollector();
    report('DW402', { rule: 'scan', pattern: 'T9', nearest: undefined, known: [], step: undefined, unread: [] });
    expect([exitCodeOf(all(), false), exitCodeOf(all(), true)]).toEqual([0, 1]);
    report('DW342', { name: 'X', nearest: undefined, known: [] });
    expect([exitCodeOf(all(), false), exitCodeOf(all(), true)]).toEqual([0, 4]);
  });
});

describe('a check without a rule in force', () => {
  const off = `hooks:\n  enabled: false\n  injections:\n    post_task:\n      - {type: shell, command: ./scan.sh}\n`;
  const cwd = folderWith({ 'flow.yaml': flow, 'off.yaml': off, 'empty.yaml': 'hooks: {enabled: true}\n' });

  test.each([
    ['no configuration', []],
    ['hooks that are switched off', ['--config', 'off.yaml']],
    ['no rules', ['--config', 'empty.yaml']],
  ])('fails: %s', (_, config) => {
    for (const check of [['verify'], ['apply', '--check']]) {
      const ran = runDagweave([...check, ...config, 'flow.yaml'], { cwd });
      expect(ran).toMatchObject({ exit: 4, stdout: '', stderr: expect.stringContaining('error DW819') });
      const meant = runDagweave([...check, '--allow-no-rules', ...config, 'flow.yaml'], { cwd });
      expect(meant, meant.stderr).toMatchObject({ exit: 0 });
    }
  });
});

describe('a policy on the command line', () => {
  const policy = 'hooks:\n  injections:\n    pre_task:\n      - {id: scan, type: shell, command: ./scan.sh}\n';
  const files = { 'flow.yaml': flow, 'policy.yaml': policy, '.dagweave/config.yaml': 'hooks: {enabled: false}\n' };

  test.each([
    ['by its option', ['--policy', 'policy.yaml'], {}],
    ['by the environment', [], { DAGWEAVE_POLICY: ':policy.yaml' }],
    ['also where it is named as a configuration', ['--policy', 'policy.yaml', '--config', 'policy.yaml'], {}],
  ])('is in force %s', (_, args, env) => {
    const cwd = folderWith(files);
    expect(runDagweave(['verify', ...args, 'flow.yaml'], { cwd, env }).exit).toBe(1);
    const applied = runDagweave(['apply', ...args, 'flow.yaml'], { cwd, env });
    expect(applied.stdout, applied.stderr).toContain('./scan.sh');
    expect(runDagweave(['list', ...args], { cwd, env }).stdout).toContain('policy');
  });

  test('has to be there', () => {
    const cwd = folderWith(files);
    expect(runDagweave(['apply', '--policy', 'none.yaml', 'flow.yaml'], { cwd })).toMatchObject({
      exit: 4,
      stdout: '',
    });
    const env = { DAGWEAVE_POLICY: 'none.yaml' };
    expect(runDagweave(['apply', 'flow.yaml'], { cwd, env })).toMatchObject({ exit: 4, stdout: '' });
  });
});
