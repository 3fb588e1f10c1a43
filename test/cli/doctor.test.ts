import { execFile } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
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
  const cwd = folderWith({ '.dagweave/config.yaml': rules(review + lint + plain), 'bin/codex': '#!/bin/sh\n' });
  chmodSync(join(cwd, 'bin/codex'), 0o755);
  const { exit, stdout, stderr } = runDagweave(['doctor'], { cwd, env: { PATH: join(cwd, 'bin') } });
  expect(stdout).toBe(`ok: codex is ${join(cwd, 'bin/codex')}\n`);
  expect(stderr.match(/DW841: the program \w+/g)).toEqual([
    'DW841: the program dagweave',
    'DW841: the program python3',
  ]);
  expect(exit).toBe(4);
});

test('plain commands and approvals need nothing', () => {
  const ask = '      - {id: ask, type: approval, prompt: Ship it?, optional: true}\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules(plain + ask) });
  const { exit, stdout } = runDagweave(['doctor'], { cwd, env: { PATH: '' } });
  expect([exit, stdout]).toEqual([0, 'ok: the rules need nothing of this machine\n']);
});

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
