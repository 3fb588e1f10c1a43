import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ciPage } from '../../scripts/ci-page.js';
import { folderWith } from '../cli/run-dagweave.js';

const page = readFileSync('docs/ci.md', 'utf8');
const files = new Map([...page.matchAll(/<!-- (\S+) -->\n```\w+\n(.*?)```/gs)].map(([, path, text]) => [path!, text!]));

const rules = `hooks:
  enabled: true
  target_version: "1.30"
  injections: {final: [{id: report, type: shell, command: ./report.sh}]}
`;

/** A project with dagweave installed, as the page has it. */
function project(more: Record<string, string>): string {
  const folder = folderWith({
    '.dagweave/config.yaml': rules,
    'workflows/flow.yaml': 'steps:\n  - name: build\n    command: make\n',
    ...more,
  });
  const program = join(folder, 'node_modules/.bin/dagweave');
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli/main.cjs')}" "$@"\n`, {
    mode: 0o755,
  });
  return folder;
}

describe.each([
  ['npm scripts', 'package.json', ['npm', 'run', 'workflows:check'], ['npm', 'run', 'workflows']],
  ['the Makefile', 'Makefile', ['make', 'check-workflows'], ['make', 'workflows']],
])('%s', (_, path, check, write) => {
  const needs = spawnSync(check[0]!, ['--version']).error;
  test.skipIf(needs)('fails until the workflows are written', () => {
    const cwd = project({ [path]: files.get(path)! });
    const run = ([program, ...words]: readonly string[]) =>
      spawnSync(program!, words, { cwd, encoding: 'utf8', env: { ...process.env, HOME: join(cwd, 'home') } });
    const stale = run(check);
    expect([stale.status === 0, stale.stdout]).toEqual([false, expect.stringContaining('+  - name: hook-report')]);
    expect(run(write).status).toBe(0);
    expect(run(check).status).toBe(0);
  });
});

test('the inputs of the action are those of its file, and the page names a version that there is', () => {
  expect(ciPage(page)).toBe(page);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const [, named] of page.matchAll(/(?:@|rev: )v(\d+\.\d+\.\d+)/g)) expect(named).toBe(version);
});

test('the hooks of pre-commit are those of the page', () => {
  const hooks = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as readonly { id: string; entry: string }[];
  expect(hooks.map(({ id }) => id)).toEqual(['dagweave-check', 'dagweave-apply']);
  for (const { id } of hooks) expect(page).toContain(id);
  const { bin } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const { entry } of hooks) expect(Object.keys(bin)).toContain(entry.split(' ')[0]);
});

test('each file of the page that is YAML can be read, and no command comes from a value', () => {
  for (const [path, text] of files) if (/ya?ml$/.test(path)) expect(() => parse(text)).not.toThrow();
  const action = readFileSync('.github/actions/check/action.yml', 'utf8');
  for (const [, run] of action.matchAll(/run: (.*)/g)) expect(run).not.toContain('${{');
  expect(existsSync('.github/actions/check/check.sh')).toBe(true);
  execFileSync('bash', ['-n', '.github/actions/check/check.sh']);
});
