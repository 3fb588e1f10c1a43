import { expect, test } from 'vitest';
import { valueHint } from '../../../src/passes/rules/resolve-step.js';

test.each<[string, unknown, string, string | undefined]>([
  ['min_score', '80', 'must be a number', 'write 80, without quotes'],
  ['min_score', 'high', 'must be a number', undefined],
  ['command', true, 'must be a text', 'put it in quotes: "true"'],
  ['command', ['make', 'make test'], 'must be a text', 'write one text: "make && make test"'],
  ['command', { run: 'x' }, 'must be a text', `write it as one text: '{"run":"x"}'`],
  ['command', { run: "it's" }, 'must be a text', 'write it as one text, in quotes'],
  ['command', null, 'must be a text', 'give it a value, or take the line out'],
  ['l', [1], 'must be a text, or a number, or true or false', "write it as one text: '[1]'"],
  ['callback', 'yes', 'must be true or false', 'write true'],
  ['callback', 'True', 'must be true or false', 'write true, without quotes'],
  ['callback', 'off', 'must be true or false', 'write false'],
  ['callback', 'maybe', 'must be true or false', undefined],
  ['allowed_tools', 'read', 'must be a list', 'write it as a list: ["read"]'],
  ['env', 'A=b', 'must be a map', 'write it as a mapping, in { }'],
  ['port', 0, 'must be at least 1', undefined],
])('%s: %j, which %s: %s', (field, value, problem, hint) => {
  expect(valueHint(field, value, problem)).toBe(hint);
});
