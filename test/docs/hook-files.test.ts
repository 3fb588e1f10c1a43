import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Feature, where it lives, and the file of a test with the title of the one that shows it. */
const rows = readFileSync('test/docs/hook-files.md', 'utf8')
  .split('\n')
  .filter((line) => /^\|.*` ".*" \|$/.test(line))
  .map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test.each(rows)('%s', (_, where = '', shownBy = '') => {
  const places = [...where.matchAll(/`([\w./-]+\/[\w./-]+)`/g)].map((match) => match[1]!);
  expect(places.length).toBeGreaterThan(0);
  expect(places.filter((path) => !existsSync(path))).toEqual([]);
  const [, file = '', title = ''] = /^`([^`]+)` "(.+)"$/.exec(shownBy) ?? [];
  expect(existsSync(file), `${file} is missing`).toBe(true);
  expect(readFileSync(file, 'utf8')).toContain(title);
});

test('no row has an empty cell', () => {
  const table = readFileSync('test/docs/hook-files.md', 'utf8').split('\n');
  expect(table.filter((line) => line.startsWith('|') && /\|\s*\|/.test(line))).toEqual([]);
});
