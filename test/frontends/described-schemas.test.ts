import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { lifecycleJsonSchema } from '../../src/frontends/lifecycle/json-schema.js';
import { configJsonSchema } from '../../src/frontends/native/json-schema.js';
import { propertyTexts } from '../../src/frontends/property-texts.js';
import { manifestTexts } from '../../src/manifest/texts.js';
import { stepTypes } from '../../src/steps/index.js';
import { resultTexts } from '../../src/steps/result-texts.js';
import { inputOf } from '../compile/one-text.js';

type Schema = Readonly<Record<string, unknown>>;

const types = [...stepTypes.values()];

const published = readdirSync('dag-schemas').map((name) => [
  name,
  JSON.parse(readFileSync(`dag-schemas/${name}`, 'utf8')),
]);

/** That each is what the code makes, the tests of the code say. */
describe.each(published as [string, Schema][])('the schema in dag-schemas/%s', (_, schema) => {
  const properties = [...propertiesOf(schema, '')];
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  test('describes each property, and has an example of it', () => {
    expect(properties.length).toBeGreaterThan(15);
    const without = properties.filter(([, { description, examples }]) => !description || !examples);
    expect(without.map(([path]) => path)).toEqual([]);
  });

  test('has examples that it accepts itself', () => {
    const wrong = properties.filter(([, property]) => {
      const accepts = ajv.compile({ ...property, $defs: schema.$defs });
      return !(property.examples as readonly unknown[]).every((example) => accepts(example));
    });
    expect(wrong.map(([path, { examples }]) => [path, examples])).toEqual([]);
  });
});

test.each([
  ['step-result', resultTexts],
  ['manifest', manifestTexts],
])('there is no text for a field of %s that does not exist', (name, texts) => {
  const schema = JSON.parse(readFileSync(`dag-schemas/${name}.schema.json`, 'utf8')) as Schema;
  const names = new Set([...propertiesOf(schema, '')].map(([path]) => path.split('/').at(-1)));
  expect(Object.keys(texts).filter((key) => !names.has(key.split('/').at(-1)!))).toEqual([]);
});

test('there is no text for a property that does not exist', () => {
  const all = [configJsonSchema(types), lifecycleJsonSchema(types)].flatMap((schema) => [...propertiesOf(schema, '')]);
  const names = new Set(all.map(([path]) => path.split('/').at(-1)));
  expect(Object.keys(propertyTexts).filter((key) => !names.has(key.split('/').at(-1)!))).toEqual([]);
});

test('examples of rules are rules', () => {
  const [match, step] = [
    [
      'cel',
      'any',
      'not',
      'runs',
      'match/step',
      'uses',
      'image',
      'calls',
      'dag',
      'file',
      'labels',
      'match/env',
      'unsure',
    ],
    ['on_timeout', 'callback', 'callback_port', 'callback_url', 'body', 'url', 'method', 'headers'],
  ].map((keys) =>
    keys.flatMap((key) => (propertyTexts[key] ? [[key.split('/').at(-1)!, propertyTexts[key][1]] as const] : [])),
  );
  const rules = match!.map(([key, example]) => ({
    type: 'shell',
    command: 'true',
    optional: true,
    match: key === 'unsure' ? { runs: 'make', unsure: example } : { [key]: example },
  }));
  const webhooks = step!.map(([key, example]) => ({
    type: 'webhook',
    url: 'https://example.com/hooks',
    ...(key.startsWith('callback_') || key === 'on_timeout' ? { callback: true } : {}),
    [key]: example,
  }));
  for (const rule of [...rules, ...webhooks]) {
    const hooks = { enabled: true, injections: { post_task: [rule] } };
    const { diagnostics } = compile(inputOf('steps: [{name: a, command: make}]\n', hooks));
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});

/** All properties, those of conditions left out. */
function* propertiesOf(schema: Schema, path: string): Generator<readonly [path: string, property: Schema]> {
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value !== 'object' || value === null || key === 'if' || key === 'examples') continue;
    if (key === 'properties') {
      for (const [name, one] of Object.entries(value as Readonly<Record<string, Schema | false>>)) {
        if (one !== false) yield [`${path}/${name}`, one];
      }
    }
    yield* propertiesOf(value as Schema, key === 'properties' ? path : `${path}/${key}`);
  }
}
