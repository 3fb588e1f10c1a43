import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contextJsonSchema, hookResultJsonSchema } from '../../src/frontends/event-registry/event-schemas.js';
import { registryJsonSchema } from '../../src/frontends/event-registry/schema.js';

const schemas = {
  'event-context': contextJsonSchema(),
  'hook-result': hookResultJsonSchema(),
  'event-hook': registryJsonSchema(),
};

const examples = join(import.meta.dirname, '../fixtures/frontends/event-registry/examples');
const examplesOf = (folder: string) =>
  readdirSync(join(examples, folder)).map((name) => [name, parse(readFileSync(join(examples, folder, name), 'utf8'))]);

describe.each(Object.entries(schemas))('the schema %s', (name, schema) => {
  test('is published as the code makes it', async () => {
    const published = join(import.meta.dirname, `../../dag-schemas/${name}.schema.json`);
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(published);
  });

  const folder = { 'event-context': 'contexts', 'hook-result': 'results', 'event-hook': 'hooks' }[name]!;

  test.each(examplesOf(folder))('takes the example %s', (_, value) => {
    const validate = new Ajv2020().compile(schema);
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  });

  test('refuses what is not one', () => {
    const validate = new Ajv2020().compile(schema);
    for (const value of [[], 'text', { event_type: 'SesionStop', logs: 'none', handler: {} }]) {
      expect(validate(value), JSON.stringify(value)).toBe(false);
    }
  });
});
