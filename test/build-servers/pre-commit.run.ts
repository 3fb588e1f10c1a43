import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';

const rules = `hooks:
  enabled: true
  target_version: "1.30"
  injections:
    final:
      - {id: report, type: shell, command: ./report.sh}
`;
const tools = folderWith({});
const packaged = join(tools, 'dagweave');
const env = { ...process.env, HOME: tools, PRE_COMMIT_HOME: join(tools, 'cache') };

/** pre-commit from PyPI, and this checkout as the repository that it installs the hooks from. */
beforeAll(() => {
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: tools, env, stdio: 'ignore' });
  run('python3', '-m', 'venv', 'venv');
  run('venv/bin/pip', 'install', '--quiet', 'pre-commit==4.0.1');
  run('git', 'clone', '--quiet', '--no-hardlinks', process.cwd(), packaged);
}, 300_000);

test('the hooks install from the repository, refuse a stale workflow, and write it', () => {
  const flow = 'steps:\n  - name: build\n    command: make\n';
  const cwd = folderWith({ '.dagweave/config.yaml': rules, 'workflows/flow.yaml': flow, 'other.yaml': 'a: 1\n' });
  for (const words of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    execFileSync('git', words, { cwd, env });
  const hook = (id: string) =>
    spawnSync(
      join(tools, 'venv/bin/pre-commit'),
      ['try-repo', packaged, id, '--files', 'workflows/flow.yaml', '--verbose'],
      {
        cwd,
        env,
        encoding: 'utf8',
      },
    );
  const stale = hook('dagweave-check');
  expect(stale.stdout).toContain('"workflows/flow.yaml" differs from what apply would write');
  expect(stale.stdout).toContain('+  - name: hook-report');
  expect(stale.status).toBe(1);
  expect(hook('dagweave-apply').stdout).toContain('files were modified by this hook');
  expect(readFileSync(join(cwd, 'workflows/flow.yaml'), 'utf8')).toContain('hook-report');
  const fresh = hook('dagweave-check');
  expect(fresh.status, fresh.stdout).toBe(0);
  // It looks at files that did not change as well.
  writeFileSync(join(cwd, 'workflows/night.yaml'), 'steps:\n  - name: build\n    command: make\n');
  expect(hook('dagweave-check').stdout).toContain('"workflows/night.yaml" differs from what apply would write');
});
