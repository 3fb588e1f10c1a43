import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const bundlePage = (cwd: string) =>
  spawnSync(process.execPath, [resolve('scripts/bundle-page.mjs')], {
    cwd,
    env: { ...process.env, CI: 'true' },
    encoding: 'utf8',
  });

test('the scripts of the page that are committed are bundled from its sources', () => {
  expect(bundlePage('.')).toMatchObject({ status: 0, stderr: '' });
});

test('in CI scripts that are not current are refused, and not written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-page-'));
  cpSync('src', join(folder, 'src'), { recursive: true, filter: (path) => !path.endsWith('page-scripts.ts') });
  expect(bundlePage(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run build') });
  expect(existsSync(join(folder, 'src/render/html/page-scripts.ts'))).toBe(false);
});
