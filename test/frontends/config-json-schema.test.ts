import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { parseConfiguration } from '../../src/frontends/configuration-text.js';
import { readConfiguration } from '../../src/frontends/index.js';
import { configJsonSchema } from '../../src/frontends/native/json-schema.js';
import { readWritten } from '../../src/frontends/written.js';
import { mergeLayers } from '../../src/passes/rules/merge.js';
import { resolveRules } from '../../src/passes/rules/resolve.js';
import { stepTypes } from '../../src/steps/index.js';

const schema = configJsonSchema([...stepTypes.values()]);
const accepts = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);

test('the published schema is the one that the code makes', async () => {
  const published = join(import.meta.dirname, '../../dag-schemas/config.schema.json');
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(published);
});

test('an editor can tell what `dagu.base_config` takes', () => {
  const found = JSON.stringify(schema).match(/"base_config":(\{.*?\})/)![1]!;
  expect(JSON.parse(found).description).toMatch(/base\.yaml.*relative to this file.*`none`/);
});

/** Mistakes in the shape of one file, which a schema can see. */
const shapeCodes = new Set(
  ['310', '311', '312', '313', '314', '315', '320', '321', '322', '323', '324', '325', '331', '332', '333'].map(
    (number) => `DW${number}`,
  ),
);

describe('the schema and the compiler agree', () => {
  const folder = join(import.meta.dirname, '../fixtures/configuration');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('expected.txt') || !name.includes('.')) continue;
    const file = { path: name, text: readFileSync(join(folder, name), 'utf8'), layer: 'project' } as const;
    const parsed = parseConfiguration(file, () => {});
    const value = parsed && readWritten(name, parsed.root, () => {})?.value;
    if (value === undefined) continue;
    test(name, () => {
      const collector = createCollector();
      const layer = readConfiguration(file, collector.report);
      resolveRules(mergeLayers(layer ? [layer] : [], collector.report), collector.report);
      const mistakes = collector.all().filter((one) => one.severity === 'error');
      const visible = mistakes.filter((one) => shapeCodes.has(one.code));
      const verdict = accepts(value);
      if (visible.length > 0) expect(verdict).toBe(false);
      if (mistakes.length === 0) expect(accepts.errors ?? []).toEqual([]);
      if (!verdict) expect(mistakes).not.toEqual([]);
    });
  }
});
