import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine } from './command-line.js';
import { folderWith, runDagweave } from './run-dagweave.js';

const hooks = `hooks:
  enabled: true
  injections:
    post_task:
      - {type: shell, command: ./scan.sh, tasks: [build]}
`;
const workflow =
  'type: graph\nsteps:\n  - name: build\n    command: make\n  - name: deploy\n    command: ./deploy.sh\n    depends: "build"\n';
const rules = ['--config', 'hooks.yaml'];

function project(): string {
  return folderWith({ 'hooks.yaml': hooks, 'flow.yaml': workflow });
}

function text(folder: string, name = 'flow.yaml'): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('strip', () => {
  test('with the manifest gives back every byte', () => {
    const cwd = project();
    expect(runDagweave(['apply', ...rules, '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd }).exit).toBe(0);
    expect(text(cwd)).toContain('hook-shell-build');
    expect(runDagweave(['strip', '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd })).toMatchObject({
      exit: 0,
      stdout: '',
    });
    expect(text(cwd)).toBe(workflow);
  });

  test('without it, from standard input to standard output, gives back the graph', () => {
    const cwd = project();
    const { stdout } = runDagweave(['apply', ...rules], { cwd, input: workflow });
    const back = runDagweave(['strip'], { cwd, input: stdout });
    expect(back).toMatchObject({ exit: 0, stderr: '', stdout: workflow.replace('"build"', 'build') });
  });

  test('writes folders like apply', () => {
    const cwd = folderWith({ 'hooks.yaml': hooks, 'in/a.yaml': workflow, 'in/b.yaml': workflow });
    expect(runDagweave(['apply', ...rules, '-i', '--manifest', 'm.json', 'in'], { cwd }).exit).toBe(0);
    expect(runDagweave(['strip', '--manifest', 'm.json', '-o', 'out', 'in'], { cwd }).exit).toBe(0);
    expect([text(cwd, 'out/a.yaml'), text(cwd, 'out/b.yaml')]).toEqual([workflow, workflow]);
  });

  test('tells files apart that became the same text, by their paths', () => {
    const bare = workflow.replace('"build"', 'build');
    const cwd = folderWith({ 'hooks.yaml': hooks, 'in/a.yaml': workflow, 'in/b.yaml': bare });
    runDagweave(['apply', ...rules, '--manifest', 'm.json', '-o', 'out', 'in'], { cwd });
    expect(text(cwd, 'out/a.yaml')).toBe(text(cwd, 'out/b.yaml'));
    expect(runDagweave(['strip', '--manifest', 'm.json', '-o', 'back', 'out'], { cwd }).exit).toBe(0);
    expect([text(cwd, 'back/a.yaml'), text(cwd, 'back/b.yaml')]).toEqual([workflow, bare]);
    runDagweave(['apply', ...rules, '--manifest', 'm.json', '-i', 'in'], { cwd });
    expect(runDagweave(['strip', '--manifest', 'm.json', '-i', 'in'], { cwd }).exit).toBe(0);
    expect([text(cwd, 'in/a.yaml'), text(cwd, 'in/b.yaml')]).toEqual([workflow, bare]);
  });

  test('refuses a file that changed since the manifest was written, and leaves it as it is', () => {
    const cwd = project();
    runDagweave(['apply', ...rules, '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd });
    const changed = `${text(cwd)}# mine\n`;
    writeFileSync(join(cwd, 'flow.yaml'), changed);
    const { exit, stderr } = runDagweave(['strip', '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd });
    expect(exit).toBe(1);
    expect(stderr).toContain('DW710');
    expect(text(cwd)).toBe(changed);
  });
});

describe('apply with a manifest', () => {
  test('that is there starts from what was there before, under new rules too', () => {
    const cwd = project();
    const apply = () => runDagweave(['apply', ...rules, '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd });
    apply();
    const [first, manifest] = [text(cwd), text(cwd, 'm.json')];
    expect(apply().exit).toBe(0);
    expect([text(cwd), text(cwd, 'm.json')]).toEqual([first, manifest]);
    writeFileSync(join(cwd, 'hooks.yaml'), hooks.replace('tasks: [build]', 'tasks: [deploy]'));
    expect(apply().exit).toBe(0);
    expect(text(cwd)).toContain('depends: "build"');
    runDagweave(['strip', '-i', '--manifest', 'm.json', 'flow.yaml'], { cwd });
    expect(text(cwd)).toBe(workflow);
  });

  test('does not write over a file that is no manifest', () => {
    const cwd = project();
    const { exit, stderr } = runDagweave(['apply', ...rules, '-i', '--manifest', 'hooks.yaml', 'flow.yaml'], { cwd });
    expect(exit).toBe(4);
    expect(stderr).toContain('DW709');
    expect([text(cwd), text(cwd, 'hooks.yaml')]).toEqual([workflow, hooks]);
  });
});

describe('verify', () => {
  test('says what it found, and exits 1 where a hook is missing', () => {
    const cwd = project();
    expect(runDagweave(['verify', '--allow-no-rules', ...rules, 'flow.yaml'], { cwd }).exit).toBe(1);
    runDagweave(['apply', ...rules, '-i', 'flow.yaml'], { cwd });
    expect(runDagweave(['verify', '--allow-no-rules', ...rules, 'flow.yaml'], { cwd })).toMatchObject({
      exit: 0,
      stdout: 'Verified: 1 hook in 1 workflow file\n',
    });
  });

  test('asks for nothing where hooks are off', () => {
    const cwd = project();
    const { exit, stderr } = runDagweave(
      ['verify', '--allow-no-rules', ...rules, '--set', 'hooks.enabled=false', 'flow.yaml'],
      { cwd },
    );
    expect(exit).toBe(0);
    expect(stderr).toContain('DW801');
  });
});

test('what the README says about running it again holds', () => {
  const cwd = folderWith({ 'bin/dagweave': `#!/bin/sh\nexec ${commandLine} "$@"\n` });
  chmodSync(join(cwd, 'bin/dagweave'), 0o755);
  for (const name of ['workflow.yaml', 'hooks.yaml'])
    copyFileSync(resolve('examples/quality-gate', name), join(cwd, name));
  const script = resolve('test/fixtures/trust/again.sh');
  const env = { PATH: `${join(cwd, 'bin')}:${process.env.PATH}`, HOME: cwd };
  const ran = spawnSync('sh', ['-e', script], { cwd, env, encoding: 'utf8' });
  expect({ status: ran.status, stdout: ran.stdout }).toEqual({
    status: 0,
    stdout: 'Verified: 1 hook in 1 workflow file\n',
  });
});
