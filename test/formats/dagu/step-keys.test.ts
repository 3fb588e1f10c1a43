import { expect, test } from 'vitest';
import { fieldOf } from '../../../src/formats/dagu/fields.js';
import { createStepKeys, noKeys } from '../../../src/formats/dagu/step-keys.js';
import type { YamlMap, YamlScalar } from '../../../src/text/yaml-node.js';
import { createRandom } from '../../random.js';

const fields = Object.entries(noKeys).flatMap(([field, at]) => (at === -1 ? [field as keyof typeof noKeys] : []));

function mapOf(keys: readonly string[]): YamlMap {
  const scalar = (value: string): YamlScalar => {
    return { kind: 'scalar', start: 0, end: 0, anchor: undefined, style: 'plain', value, type: 'string' };
  };
  const pairs = keys.map((key) => ({ start: 0, key: scalar(key), value: scalar('x') }));
  return { kind: 'map', start: 0, end: 0, anchor: undefined, flow: false, pairs };
}

test('finds each field where a look-up by its key finds it', () => {
  const random = createRandom(7);
  const spellings = fields.flatMap((field) => [field, field, field.toUpperCase(), `${field}s`, '<<', 'other']);
  const keysOf = createStepKeys();
  for (let round = 0; round < 2000; round += 1) {
    const length = random.below(random.below(4) === 0 ? 40 : 6);
    const map = mapOf(Array.from({ length }, () => random.pick(spellings)));
    const keys = keysOf(map);
    for (const field of fields) expect(keys[field], field).toBe(map.pairs.indexOf(fieldOf(map, field)!));
  }
});

test('steps with the same keys share what is found, and steps that all differ are read as well', () => {
  const keysOf = createStepKeys();
  const first = keysOf(mapOf(['name', 'command']));
  expect(keysOf(mapOf(['name', 'command']))).toBe(first);
  for (let index = 0; index < 20_000; index += 1) keysOf(mapOf([`own${index}`]));
  expect(keysOf(mapOf(['new', 'call'])).call).toBe(1);
  expect(keysOf(mapOf(['name', 'command']))).toBe(first);
});
