import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lifecycleJsonSchema } from '../../src/frontends/lifecycle/json-schema.js';
import { stepTypes } from '../../src/steps/index.js';

const schema = lifecycleJsonSchema([...stepTypes.values()]);
const accepts = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);

test('the published schema is the one that the code makes', async () => {
  const published = join(import.meta.dirname, '../../dag-schemas/lifecycle.schema.json');
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(published);
});

describe('the schema and the compiler agree', () => {
  const folder = join(import.meta.dirname, '../fixtures/frontends/lifecycle');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(?:ya?ml|json)$/.test(name) && !/(?:workflow|expected)\.yaml$/.test(name),
  );
  /** Mistakes in the shape of one file, which a schema can see. */
  const misshapen = /^mistake-(?:types|fields|misspelt-point|native-parts)\//;

  test.each(files)('%s', (name) => {
    const verdict = accepts(parse(readFileSync(join(folder, name), 'utf8'), { merge: true }));
    expect(verdict, JSON.stringify(accepts.errors)).toBe(!misshapen.test(name));
  });
});

const action = (fields: object) => ({ hooks: { on_error: [fields] } });

test.each([
  ['an action without a type', action({ command: 'x' })],
  ['a type that is none', action({ type: 'mail' })],
  ['a shell action without its command', action({ type: 'shell' })],
  ['a field of another type', action({ type: 'shell', command: 'x', url: 'https://example.org' })],
  ['what follows from `await`', action({ type: 'webhook', url: 'https://example.org', callback: true })],
  ['a webhook with a misspelt method', action({ type: 'webhook', url: 'https://example.org', method: 'SEND' })],
  ['a point that is none', { hooks: { on_eror: [] } }],
])('the schema refuses %s', (_, value) => {
  expect(accepts(value)).toBe(false);
});
