import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../src/settings/read-settings.js';
import { playPage } from './play-page.js';

const page = readFileSync('docs/dispatch.md', 'utf8');

describe('docs/dispatch.md', () => {
  test('its files and commands do what it says', () => {
    const blocks = playPage(page);
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    for (const { shown, printed } of blocks) expect(printed).toBe(shown);
  });

  test('the hooks that it shows alone are hooks', () => {
    const alone = [...page.matchAll(/^\{"type".*\}$/gm)].map(([line]) => JSON.parse(line));
    expect(alone).toHaveLength(4);
    const { hooks, issues } = readSettings({ hooks: { Stop: [{ hooks: alone }] } }, { dialect: 'agent' });
    expect([hooks.length, issues]).toEqual([4, []]);
  });
});

test('the page of features names files and tests that exist', () => {
  const table = readFileSync('test/docs/hook-files.md', 'utf8');
  const named = [...table.matchAll(/`((?:src|test|docs|bench)\/[\w./-]+)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
