import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { manifestJsonSchema, readManifest } from '../../src/manifest/read.js';

test('the published schema is the one that the code makes', async () => {
  const published = join(import.meta.dirname, '../../dag-schemas/manifest.schema.json');
  await expect(`${JSON.stringify(manifestJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(published);
});

test.each([
  ['no JSON', '{', 'it is not JSON'],
  ['a list', '[]', 'it is not a JSON object'],
  ['another JSON file', '{"name": "x"}', '`version` is missing or has a wrong value'],
  [
    'a later version',
    '{"version": 2, "files": [], "injections": [], "tasks": []}',
    '`version` is missing or has a wrong value',
  ],
  ['a key too many', '{"version": 1, "files": [], "injections": [], "tasks": [], "more": 1}', 'it has the key `more`'],
  [
    'an offset below zero',
    '{"version": 1, "files": [{"path": "a", "input": {"sha256": "", "bytes": -1}}], "injections": [], "tasks": []}',
    '`files.0.input.sha256` is missing or has a wrong value',
  ],
])('%s is no manifest', (_, text, problem) => {
  const { report, all } = createCollector();
  expect(readManifest({ path: 'm.json', text }, report)).toBeUndefined();
  expect(all().map((one) => `${one.code} ${one.message}`)).toEqual([
    `DW709 "m.json" is not a dagweave manifest: ${problem}`,
  ]);
});
