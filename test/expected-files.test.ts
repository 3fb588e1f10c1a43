import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const copy = mkdtempSync(join(tmpdir(), 'dagweave-expected-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('an expected file that is deleted fails its test in CI, and is not written again', () => {
  const runner = 'test/frontends/native.test.ts';
  const fixtures = 'test/fixtures/configuration';
  for (const path of [
    'src',
    fixtures,
    runner,
    'test/own-folder.ts',
    'test/seed.ts',
    'vitest.config.ts',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(path, join(copy, path), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const deleted = join(copy, fixtures, 'aliases-and-merge-keys/expected.txt');
  rmSync(deleted);

  const { status, stdout } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', runner], {
    cwd: copy,
    env: { PATH: process.env.PATH, HOME: copy, CI: 'true', NO_COLOR: '1' },
    encoding: 'utf8',
  });
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/Tests +1 failed \| \d+ passed/);
  expect(existsSync(deleted)).toBe(false);
});
