import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

interface Schema {
  readonly examples?: readonly unknown[];
  readonly [key: string]: unknown;
}

const schema = JSON.parse(readFileSync('dag-schemas/config.schema.json', 'utf8')) as Schema;

test('each example of docs/configuration.md is what its key takes', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(schema, 'config');
  const wrong = keysOf(schema, '#').flatMap(({ path, examples }) => {
    const validate = ajv.getSchema(`config${path}`) ?? ajv.compile({ $ref: `config${path}` });
    return examples.flatMap((example) => (validate(example) ? [] : [{ path, example, errors: validate.errors }]));
  });
  expect(keysOf(schema, '#').length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

/** Each part of a schema with examples, and its JSON Pointer. */
function keysOf(
  part: unknown,
  path: string,
): readonly { readonly path: string; readonly examples: readonly unknown[] }[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = 'examples' in part && Array.isArray(part.examples) ? [{ path, examples: part.examples }] : [];
  const inside = Object.entries(part).flatMap(([key, value]) =>
    key === 'examples'
      ? []
      : keysOf(value, `${path}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`),
  );
  return [...own, ...inside];
}
