import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { expectThereAndBack, inputOf } from '../../there-and-back.js';

const spec = (...keys: readonly string[]) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: w}\nspec:\n${keys.map((key) => `  ${key}\n`).join('')}  templates:\n    - {name: main, steps: [[{name: build, template: work}]]}\n    - {name: work, container: {image: i}}\n    - {name: tidy, container: {image: i}}\n`;
const entrypoint = 'entrypoint: main';
const rules = { final: [{ id: 'clean', type: 'shell', command: './clean', run: 'always' }] };
const withRules = (text: string) => inputOf(text, { hooks: { enabled: true, injections: rules } }, undefined);

describe('an exit handler that names nothing is filled in, and empty again without hooks', () => {
  test.each([
    ['no value', spec(entrypoint, 'onExit:')],
    ['no value, before the entrypoint', spec('onExit:', entrypoint)],
    ['no value, and a comment', spec(entrypoint, 'onExit: # nothing yet')],
    ['an empty text', spec(entrypoint, 'onExit: ""')],
    ['no value, and `hooks.exit`', spec('onExit:', entrypoint, 'hooks: {exit: {template: tidy}}')],
    ['a template, and `hooks.exit`', spec(entrypoint, 'onExit: tidy', 'hooks: {exit: {template: work}}')],
  ])('%s', (_, text) => {
    expectThereAndBack([text], { 'at the end': rules }, undefined);
    expect(verify(withRules(compile(withRules(text)).outputs[0]!.text)).ok).toBe(true);
  });

  test.each(['null', '~', "''"])('with %s in its place', (value) => {
    const once = compile(withRules(spec('onExit:', entrypoint))).outputs[0]!.text;
    const text = spec(`onExit: ${value}`, entrypoint);
    expect(compile(withRules(text)).outputs[0]!.text).toBe(once);
    expect(strip(withRules(once)).outputs[0]!.text).toBe(spec('onExit:', entrypoint));
  });

  test('in JSON', () => {
    const json =
      '{"apiVersion": "argoproj.io/v1alpha1", "kind": "Workflow", "metadata": {"name": "w"}, "spec": {"onExit": null, "entrypoint": "main", "templates": [\n  {"name": "main", "steps": [[{"name": "build", "template": "work"}]]},\n  {"name": "work", "container": {"image": "i"}}\n]}}\n';
    const once = compile(withRules(json)).outputs[0]!.text;
    expect(JSON.parse(once)).toMatchObject({ spec: { onExit: 'hook-exit' } });
    expect(compile(withRules(once)).outputs[0]!.text).toBe(once);
  });
});

test.each([
  ['[tidy]', /its value is no text/, ['DW279', 'DW603']],
  ['{template: tidy}', /its value is no text/, ['DW279', 'DW603']],
  ['&end tidy', /an anchor/, ['DW603']],
])('an exit handler that cannot be called is refused: %s', (value, says, codes) => {
  const { ok, diagnostics } = compile(withRules(spec(entrypoint, `onExit: ${value}`)));
  expect([ok, diagnostics.map(({ code }) => code)]).toEqual([false, codes]);
  expect(diagnostics.at(-1)!.message).toMatch(says);
});

const taking = (given: string) =>
  `${spec(
    entrypoint,
    `hooks: {exit: {template: bye, arguments: ${given}}}`,
    'arguments: {parameters: [{name: who, value: me}]}',
  )}    - {name: bye, inputs: {parameters: [{name: who}]}, container: {image: i}}\n`;

test.each([
  '',
  '{}',
  '{parameters: []}',
  '{parameters: null}',
  '{parameters: }',
])('an exit hook that hands over nothing of its own gets the arguments of the workflow, as from Argo: %s', (given) => {
  expectThereAndBack([taking(given)], { 'at the end': rules }, undefined);
  const { outputs } = compile(withRules(taking(given)));
  expect(outputs[0]!.text).toMatch(/- name: who\s+value: "\{\{workflow\.parameters\.who\}\}"/);
});

test.each([
  '{name: who, value: a}, {name: who, value: b}',
  '{name: who, value: 1_000}',
  '{name: who, value: 0b1}',
])('an exit hook that hands over what a task cannot, or would in another way, is refused: %s', (parameters) => {
  const { diagnostics } = compile(withRules(taking(`{parameters: [${parameters}]}`)));
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW603']);
});

test.each(['2020-01-01', '12:30:45', '_1', '1_a', '1.2.3', 'x_1'])('%s is a text to Argo', (value) => {
  const { ok, outputs } = compile(withRules(taking(`{parameters: [{name: who, value: ${value}}]}`)));
  expect([
    ok,
    outputs[0]!.text.includes(`value: "${value}"`) || outputs[0]!.text.includes(`value: ${value}\n`),
  ]).toEqual([true, true]);
});
