import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { defineStep } from '../../src/steps/define-step.js';
import { newFolder, runStep } from './step-process.js';

const folder = join(import.meta.dirname, '../fixtures/steps/user-code');
const context = ['--task', 'T001', '--spec', 'calc', '--worktree', '.'];

const noBranch = 'branch_name has no value in this step, but its code reads it; `hooks.context` can give it one\n';

const pythonMissing = spawnSync('python3', ['--version']).error !== undefined;

describe.skipIf(pythonMissing)('a Python class', () => {
  test('that is written for the first version runs as it is', async () => {
    const config = '{"strict_mode": true, "allowed_patterns": ["*.py"]}';
    const args = ['python', ...context, '--class', 'my_hooks.CustomValidator', '--config', config];
    const { exit, result } = await runStep([...args, '--timestamp', '2024-01-15T10:30:00'], { cwd: folder });
    expect(exit).toBe(0);
    expect(result).toMatchObject({
      type: 'python',
      success: true,
      task_id: 'T001',
      stdout: 'checking T001\n',
      data: {
        issues: [],
        strict_mode: true,
        when: '2024-01-15',
        context: { task_id: 'T001', spec_id: 'calc', worktree_path: '.', timestamp: '2024-01-15T10:30:00' },
      },
    });
  });

  test.each([
    ['true', { success: true, error: null, data: null }],
    ['false', { success: false, error: 'the code said no' }],
    ['null', { success: false, error: expect.stringContaining('returned no result') }],
    ['{"data": 1}', { success: false, error: expect.stringContaining('no `success`'), data: { data: 1 } }],
    ['{"success": "yes"}', { success: false, error: expect.stringContaining('no `success`') }],
    ['{"success": true, "data": [1, "é", null]}', { success: true, data: [1, 'é', null] }],
    ['{"success": true, "skipped": true}', { success: true, skipped: true }],
  ])('that returns %s', async (value, wanted) => {
    const args = ['python', '--class', 'my_hooks.Returns', '--config', `{"value": ${value}}`];
    const { exit, result } = await runStep(args, { cwd: folder });
    expect(exit).toBe(wanted.success ? 0 : 1);
    expect(result).toMatchObject(wanted);
  });

  test.each([
    ['OwnFields', 1, { error: 'too little', data: { covered: 12.5 } }],
    ['Waits', 0, { data: 'awaited' }],
    ['Raises', 1, { error: 'ValueError: no such thing', stderr: expect.stringContaining('my_hooks.py') }],
    ['Endless', 1, { error: expect.stringContaining('ValueError') }],
    ['Deep', 1, { success: false, data: null }],
    ['Large', 1, { error: 'the result is larger than 65536 bytes' }],
    ['Missing', 125, { error: expect.stringContaining('module my_hooks has no class Missing') }],
  ])('%s', async (name, code, wanted) => {
    const { exit, result } = await runStep(['python', '--class', `my_hooks.${name}`], { cwd: folder });
    expect(exit).toBe(code);
    expect(result).toMatchObject(wanted);
  });

  test('that ends the process has no result', async () => {
    const args = ['python', '--class', 'my_hooks.Leaves', '--config', '{"code": 0}'];
    const { exit, result } = await runStep(args, { cwd: folder });
    expect(exit).toBe(1);
    expect(result.error).toBe('the code ended without a result: exit code 0');
  });

  test('that does not exist cannot run', async () => {
    const { exit, result } = await runStep(['python', '--class', 'no_such_module.X']);
    expect(exit).toBe(125);
    expect(result.error).toContain("No module named 'no_such_module'");
  });

  test('that reads a branch without a value gets nothing, and that is said once', async () => {
    const args = ['python', '--task', 'T001', '--class', 'my_hooks.ReadsBranch'];
    const { exit, result, stderr } = await runStep(args, { cwd: folder });
    expect([exit, result.data]).toEqual([0, { branch: null, again: null, task: 'T001' }]);
    expect(stderr).toBe(noBranch);
    const given = await runStep([...args, '--branch', 'main'], { cwd: folder });
    expect([given.result.data, given.stderr]).toEqual([{ branch: 'main', again: 'main', task: 'T001' }, '']);
  });

  test('may name a field __proto__', async () => {
    const { stdout } = await runStep(['python', '--class', 'my_hooks.Prototype'], { cwd: folder });
    expect(stdout).toContain('"data":{"__proto__":{"polluted":true},"constructor":1}');
  });

  test('without python3 cannot run', async () => {
    const args = ['python', '--class', 'my_hooks.Waits'];
    const { exit, result } = await runStep(args, { cwd: folder, env: { PATH: newFolder() } });
    expect(exit).toBe(125);
    expect(result.error).toContain('python3');
  });
});

describe('a module', () => {
  const run = (name: string, ...more: string[]) =>
    runStep(['module', ...context, '--module', './checks.mjs', '--export', name, ...more], { cwd: folder });

  test('that exports a class', async () => {
    const { exit, result } = await run('default', '--config', '{"a":{"b":""}}', '--config-value', '/a/b=late = value');
    expect(exit).toBe(0);
    expect(result).toMatchObject({
      type: 'module',
      success: true,
      data: { config: { a: { b: 'late = value' } }, task: 'T001' },
      stdout: 'noise on standard output\n',
    });
  });

  test.each([
    ['refuse', 1, { error: 'not like this', data: {} }],
    ['yes', 0, { success: true }],
    ['no', 1, { error: 'the code said no' }],
    ['nothing', 1, { error: expect.stringContaining('no result') }],
    ['unclear', 1, { error: expect.stringContaining('no `success`') }],
    ['raise', 1, { error: 'TypeError: no such thing' }],
    ['leave', 1, { error: 'the code ended without a result: exit code 0' }],
    ['circular', 1, { error: expect.stringContaining('no JSON') }],
    ['number', 125, { error: expect.stringContaining('exports no class or function as `number`') }],
    ['toString', 125, { error: expect.stringContaining('exports no class or function as `toString`') }],
  ])('%s', async (name, code, wanted) => {
    const { exit, result } = await run(name);
    expect(exit).toBe(code);
    expect(result).toMatchObject(wanted);
  });

  test('that reads a branch without a value gets nothing, and that is said once', async () => {
    const { exit, result, stderr } = await run('readsBranch');
    expect([exit, result.data]).toEqual([0, { branch: null, again: null, task: 'T001' }]);
    expect(stderr.split('\n').filter((line) => line.includes('branch_name'))).toEqual([noBranch.trimEnd()]);
    expect((await run('yes')).stderr).toBe('');
    expect((await run('setsBranch')).result.data).toEqual({ branch: 'mine' });
  });

  test('that never ends is ended', async () => {
    const { exit, result, took } = await run('loop', '--timeout', '0.5');
    expect(exit).toBe(124);
    expect(result.error).toBe('not done within 0.5 seconds');
    expect(took).toBeLessThan(10_000);
  });

  test('may name a field __proto__', async () => {
    expect((await run('prototype')).stdout).toContain('"data":{"__proto__":{"polluted":true}}');
  });

  test('shows no secret, not even as the name of a field', async () => {
    const args = ['module', '--module', './checks.mjs', '--export', 'secret'];
    const { result } = await runStep(args, { cwd: folder, env: { API_KEY: 'sk-secret-1' } });
    expect(result.data).toEqual({ '***': ['***'] });
  });

  test('is found as a package', async () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, 'node_modules/our-checks'), { recursive: true });
    writeFileSync(join(cwd, 'node_modules/our-checks/index.mjs'), 'export default () => true;');
    writeFileSync(join(cwd, 'node_modules/our-checks/package.json'), '{"name":"our-checks","exports":"./index.mjs"}');
    expect((await runStep(['module', '--module', 'our-checks'], { cwd })).exit).toBe(0);
  });

  test.each(['./missing.mjs', 'no-such-package'])('%s cannot be loaded', async (name) => {
    const { exit, result } = await runStep(['module', '--module', name]);
    expect(exit).toBe(125);
    expect(result.error).toContain(`cannot load ${name}`);
  });
});

test('defineStep types a step and changes nothing about it', async () => {
  const run = defineStep<{ readonly limit: number }, number>(({ limit }) => ({ success: limit > 0, data: limit }));
  expect(await run({ limit: 3 }, {} as never)).toEqual({ success: true, data: 3 });
});

describe('the examples of the documentation', () => {
  const page = readFileSync('docs/steps.md', 'utf8');
  const example = (language: string) => page.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!;

  test.skipIf(pythonMissing)('run in Python', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'my_hooks.py'), example('python'));
    const args = ['python', ...context, '--class', 'my_hooks.CustomValidator', '--config', '{"strict_mode": true}'];
    const { exit, result } = await runStep(args, { cwd });
    expect([exit, result.data]).toEqual([0, { strict_mode: true }]);
  });

  test('run in JavaScript', async () => {
    const cwd = newFolder();
    mkdirSync(join(cwd, 'node_modules'));
    symlinkSync(resolve('.'), join(cwd, 'node_modules/dagweave'));
    writeFileSync(join(cwd, 'check.mjs'), example('js'));
    const args = ['module', ...context, '--module', './check.mjs', '--config', '{"limit": 10}'];
    const { exit, result } = await runStep(args, { cwd });
    expect([exit, result.data]).toEqual([0, { limit: 10 }]);
  });
});
