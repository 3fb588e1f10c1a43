import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const versions = [
  ['1.30', 'continueOn'],
  ['2.14', 'continue_on'],
] as const;

test.each([
  'failed',
  'Failed',
  '" FAILED "',
  '{failed: true}',
  '{failure: True}',
  '{failure: TRUE}',
])('a step that lets others continue is known in every spelling that the engine takes: %s', (value) =>
  expect(codesOf(value)).toEqual([['DW442'], ['DW442']]));

test.each([
  '{output: x}',
  '{output: ["", x]}',
  '{exitCode: 1}',
  '{exitCode: ["1"]}',
])('so is one that does so after some ends alone: %s', (value) =>
  expect(codesOf(value)).toEqual([['DW442'], ['DW442']]));

test.each([
  'skipped',
  '{failure: false}',
  '{output: ""}',
  '{output: ~}',
  '{output: []}',
  '{exitCode: []}',
])('one that lets none continue is not: %s', (value) => expect(codesOf(value)).toEqual([[], []]));

test.each([
  'failure',
  '[failed]',
  'true',
  '{failure: "true"}',
  '{output: 5}',
  '{output: [x, 5]}',
  '{output: {a: b}}',
  '{exitCode: ~}',
  '{exitCode: ""}',
  '{exitCode: x}',
  '{exitCode: [1, x]}',
])('a spelling that the engine refuses is reported once: %s', (value) =>
  expect(codesOf(value)).toEqual([['DW279'], ['DW279']]));

const hooks = { enabled: true, injections: { final: [{ type: 'shell', command: './report.sh' }] } };

function codesOf(value: string): readonly (readonly string[])[] {
  return versions.map(([targetVersion, key]) => {
    const spelled = targetVersion === '2.14' ? value.replace('exitCode', 'exit_code') : value;
    const text = `type: graph\nsteps:\n  - {name: a, command: make, ${key}: ${spelled}}\n`;
    const codes = compile(inputOf(text, hooks, { targetVersion })).diagnostics.map(({ code }) => code);
    return codes.filter((code) => code === 'DW442' || code === 'DW279');
  });
}
