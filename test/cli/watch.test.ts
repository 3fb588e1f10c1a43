import { spawn } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const flow = (command: string) => `type: graph\nsteps:\n  - {name: build, command: ${command}}\n`;
const hooks = (command: string) =>
  `hooks:\n  enabled: true\n  injections:\n    post_task: [{type: shell, command: ${command}}]\n`;

const running: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function watching(cwd: string, ...args: readonly string[]) {
  const child = spawn(process.execPath, [program, 'apply', '--watch', '--config', 'hooks.yaml', ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: join(cwd, 'no-home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let said = '';
  child.stderr!.on('data', (data) => {
    said += data;
  });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  return { child, ended, said: () => said };
}

async function until(holds: () => boolean): Promise<void> {
  for (let round = 0; round < 300 && !holds(); round++) await new Promise((next) => setTimeout(next, 50));
  expect(holds()).toBe(true);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

describe('apply --watch', () => {
  test('follows workflows, rules and new files, goes on after a mistake, and ends when asked to', async () => {
    const cwd = folderWith({ 'flows/one.yaml': flow('make'), 'hooks.yaml': hooks('lint') });
    const out = (name: string) => textOf(join(cwd, 'out', name));
    const { child, ended, said } = watching(cwd, '-o', 'out/', 'flows');
    await until(() => out('one.yaml').includes('command: lint'));
    writeFileSync(join(cwd, 'flows/one.yaml'), flow('make all'));
    await until(() => out('one.yaml').includes('make all'));
    writeFileSync(join(cwd, 'new.yaml'), hooks('scan'));
    renameSync(join(cwd, 'new.yaml'), join(cwd, 'hooks.yaml'));
    await until(() => out('one.yaml').includes('command: scan'));
    writeFileSync(join(cwd, 'flows/two.yaml'), 'steps: {');
    await until(() => said().includes('DW101'));
    writeFileSync(join(cwd, 'flows/two.yaml'), flow('make two'));
    await until(() => out('two.yaml').includes('make two'));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said()).not.toContain('\u001b');
  });

  test('looks once more after it has written files back, and then no more', async () => {
    const cwd = folderWith({ 'flow.yaml': flow('make'), 'hooks.yaml': hooks('lint') });
    const { child, ended, said } = watching(cwd, '--in-place', '--verbose', 'flow.yaml');
    await until(() => said().includes('wrote flow.yaml'));
    await new Promise((next) => setTimeout(next, 1500));
    child.kill('SIGINT');
    await ended;
    expect(said().match(/wrote/g)).toHaveLength(1);
    expect(said().match(/read flow\.yaml/g)).toHaveLength(2);
  });

  test('cannot watch standard input, and writes where --check must not', () => {
    const cwd = folderWith({ 'flow.yaml': flow('make'), 'hooks.yaml': hooks('lint') });
    for (const args of [['-'], ['--check', 'flow.yaml']]) {
      const { exit, stderr } = runDagweave(['apply', '--watch', '--config', 'hooks.yaml', ...args], { cwd });
      expect(exit).toBe(2);
      expect(stderr).toContain('error DW809: --watch and ');
    }
  });
});
