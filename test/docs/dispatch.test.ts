import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.js';
import { program } from '../cli/run-dagweave.js';
import { newFolder } from '../runtime/step-process.js';

const page = readFileSync('docs/dispatch.md', 'utf8');

describe('docs/dispatch.md', () => {
  test('its files and commands do what it says', () => {
    const folder = newFolder();
    writeFile(folder, 'bin/dagweave', `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
    chmodSync(join(folder, 'bin/dagweave'), 0o755);
    for (const [, path, text] of page.matchAll(/<!-- file: (\S+) -->\n```\w+\n(.*?)```/gs))
      writeFile(folder, path!, text!);
    const consoles = [...page.matchAll(/```console\n(.*?)```/gs)].map((match) => match[1]!);
    expect(consoles.length).toBeGreaterThanOrEqual(2);
    for (const text of consoles) expect(played(folder, text)).toBe(text);
  });

  test('the hooks that it shows alone are hooks', () => {
    const alone = [...page.matchAll(/^\{"type".*\}$/gm)].map(([line]) => JSON.parse(line));
    expect(alone).toHaveLength(4);
    const { hooks, issues } = readSettings({ hooks: { Stop: [{ hooks: alone }] } }, { dialect: 'agent' });
    expect([hooks.length, issues]).toEqual([4, []]);
  });
});

test('docs/hook-files.md names files and tests that exist', () => {
  const table = readFileSync('docs/hook-files.md', 'utf8');
  const named = [...table.matchAll(/`((?:src|test|docs|bench)\/[\w./-]+)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

/** The commands of a block with what they print, one shell for all of them. */
function played(folder: string, text: string): string {
  const commands = text.split('\n').filter((line) => line.startsWith('$ '));
  const script = commands
    .map((line) => `printf '%s\\n' ${quoted(line)}\n(exit $last)\n${line.slice(2)}\nlast=$?`)
    .join('\n');
  const { stdout } = spawnSync('sh', ['-c', `last=0\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, HOME: join(folder, 'home') },
  });
  return stdout.replace(/"duration_seconds":[\d.]+/g, '"duration_seconds":0');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function writeFile(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
