import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { manifestJsonSchema, readManifest } from '../../src/manifest/read.js';

test('the published schema is the one that the code makes', async () => {
  const published = join(import.meta.dirname, '../../dag-schemas/manifest.schema.json');
  await expect(`${JSON.stringify(manifestJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(published);
});

test.each([
  ['no JSON', '{', 'DW709'],
  ['another JSON file', '{"name": "x"}', 'DW709'],
  ['a later version', '{"version": 2, "files": [], "injections": [], "tasks": []}', 'DW709'],
  [
    'an offset below zero',
    '{"version": 1, "files": [{"path": "a", "input": {"sha256": "", "bytes": -1}}], "injections": [], "tasks": []}',
    'DW709',
  ],
])('%s is no manifest', (_, text, code) => {
  const { report, all } = createCollector();
  expect(readManifest({ path: 'm.json', text }, report)).toBeUndefined();
  expect(all().map((one) => one.code)).toEqual([code]);
});
