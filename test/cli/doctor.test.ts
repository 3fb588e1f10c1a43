import { execFile } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const rules = (steps: string) => `hooks:
  enabled: true
  runtime: dagweave
  injections:
    post_task:
${steps}`;
const review = '      - {id: review, type: prompt, runner: codex, prompt: Good?, optional: true}\n';
const lint = '      - {id: lint, type: python, class: checks.Lint, optional: true}\n';
const plain = '      - {id: test, type: shell, command: make test, optional: true}\n';

test('doctor names each thing that is there and that is missing, once, and ends with 4', () => {
  const cwd = folderWith({
    '.dagweave/config.yaml': rules(review + lint + plain),
    ...programs('bin/codex', 'bin/make'),
  });
  const { exit, stdout, stderr } = doctorIn(cwd);
  expect(stdout).toBe(`ok: codex is ${join(cwd, 'bin/codex')}\nok: make is ${join(cwd, 'bin/make')}\n`);
  expect(stderr.match(/DW841: the program \w+/g)).toEqual([
    'DW841: the program dagweave',
    'DW841: the program python3',
  ]);
  expect(exit).toBe(4);
});

test('approvals, and commands of the shell itself, need nothing', () => {
  const ask = '      - {id: ask, type: approval, prompt: Ship it?, optional: true}\n';
  const inShell =
    '      - {id: go, type: shell, command: "cd sub && pushd x && test -n {{ task_id }} && ./run.sh", optional: true}\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules(ask + inShell) });
  const { exit, stdout, stderr } = runDagweave(['doctor'], { cwd, env: { PATH: '' } });
  expect(stderr).toBe('');
  expect([exit, stdout]).toEqual([0, 'ok: the rules need nothing of this machine\n']);
});

test('a program that the command of a rule starts is a warning where it is missing', () => {
  const scan =
    '      - {id: scan, type: quality_check, min_score: 9, command: "sudo trivy fs . | jq .score", optional: true}\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules(scan), ...programs('bin/dagweave', 'bin/jq') });
  const { exit, stdout, stderr } = doctorIn(cwd);
  expect(stdout).toContain(`ok: jq is ${join(cwd, 'bin/jq')}\n`);
  expect(stderr.match(/DW867: the program \w+/g)).toEqual(['DW867: the program sudo', 'DW867: the program trivy']);
  expect(exit).toBe(0);
});

test('a program that only npx puts on the PATH is missing, as it is for the engine', () => {
  const cwd = folderWith({
    '.dagweave/config.yaml': rules(review),
    ...programs('bin/codex', 'node_modules/.bin/dagweave'),
  });
  const { stdout, stderr } = doctorIn(cwd, { npm_command: 'exec' });
  expect(stdout).toBe(`ok: codex is ${join(cwd, 'bin/codex')}\n`);
  expect(stderr).toContain('DW841: the program dagweave is not on the PATH');
  expect(doctorIn(cwd).stdout).toContain('ok: dagweave is');
});

function programs(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, '#!/bin/sh\n']));
}

function doctorIn(cwd: string, env = {}) {
  const folders = ['bin', 'node_modules/.bin']
    .map((folder) => join(cwd, folder))
    .filter((folder) => existsSync(folder));
  for (const folder of folders) for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
  const PATH = folders.join(delimiter);
  return runDagweave(['doctor'], { cwd, env: { PATH, ...env } });
}

test('a service is asked whether it answers, at the address of the environment', async () => {
  const asked: string[] = [];
  const service = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`);
    answer.writeHead(404).end();
  });
  await new Promise<void>((settle) => service.listen(0, '127.0.0.1', settle));
  const { port } = service.address() as { port: number };
  const step = '      - {id: ask, type: prompt, runner: openai, model: m, prompt: Good?, optional: true}\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules(step).replace('runtime: dagweave', 'runtime: sh') });
  const env = {
    ...process.env,
    HOME: join(cwd, 'no-home'),
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_API_KEY: '',
  };
  const run = async (...more: string[]) =>
    (await promisify(execFile)(process.execPath, [program, 'doctor', ...more], { cwd, env })).stdout;
  expect(await run('--offline')).toContain(`not asked: http://127.0.0.1:${port}\n`);
  expect(asked).toEqual([]);
  expect(await run()).toContain(`ok: http://127.0.0.1:${port} answers\n`);
  expect(asked).toEqual(['HEAD /']);
  service.close();
});
