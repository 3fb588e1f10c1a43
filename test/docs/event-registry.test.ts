import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hookSchema, registryKeys } from '../../src/frontends/event-registry/schema.js';
import { playPage } from './play-page.js';

const page = readFileSync('docs/event-registry.md', 'utf8');

test('the files and commands of docs/event-registry.md do what it says', () => {
  const blocks = playPage(page);
  expect(blocks).toHaveLength(1);
  for (const { shown, printed } of blocks) expect(printed).toBe(shown);
});

test('it tells of every field', () => {
  expect(Object.keys(hookSchema(false, 'script').shape)).toEqual(
    expect.arrayContaining(['id', 'event_type', 'handler']),
  );
  for (const key of [...registryKeys().values()].flat()) expect(page).toContain(key);
});
