import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import type { PromptFile } from '../../src/model/libraries.js';
import { verify } from '../../src/verify.js';
import { isOfShapes } from './agree.js';

const faults: readonly (readonly [code: string, rule: object])[] = [
  ['DW501', { type: 'shell', command: 'score {{vars.nobody}}' }],
  ['DW501', { type: 'shell', command: 'score {{vars.level}} {{vars.levle}}', tasks: ['T3'] }],
  ['DW506', { type: 'shell', command: "echo '{{task_id}}" }],
  ['DW507', { type: 'llm_eval', prompt_file: 'missing.md' }],
  ['DW508', { type: 'llm_eval', prompt_file: 'outside.md' }],
  ['DW509', { type: 'llm_eval', prompt_file: 'unreadable.md' }],
  ['DW510', { type: 'llm_eval', prompt_file: 'not-ours.md' }],
  ['DW511', { type: 'llm_eval', prompt_file: 'circle.md' }],
  ['DW514', { type: 'shell', command: 'score', when: "vars.nobody == 'x'" }],
];

const files: Readonly<Record<string, PromptFile>> = {
  'missing.md': { kind: 'missing', path: 'missing.md', known: [] },
  'outside.md': { kind: 'outside', path: 'outside.md' },
  'unreadable.md': { kind: 'unreadable', path: 'unreadable.md', reason: 'EACCES' },
  'not-ours.md': { kind: 'text', path: 'not-ours.md', text: '{{#if task_id}}Review.{{/if}}' },
  'circle.md': { kind: 'text', path: 'circle.md', text: '{{> circle}}' },
};

const sound = { id: 'sound', type: 'shell', command: 'echo {{task_id}}', tasks: ['T*'] };

test.each(faults)('a rule that is at fault is reported without reading tasks in full: %s, %o', (code, fault) => {
  const [byShape, inFull] = [true, false].map((way) => compile(inputOf([{ id: 'fault', ...fault }, sound], way)));
  expect(isOfShapes(byShape!)).toBe(true);
  expect(inFull!.ok).toBe(false);
  expect(inFull!.diagnostics.map((one) => one.code)).toContain(code);
  const parts = ['ok', 'diagnostics', 'inputs', 'bases', 'outputs', 'edits', 'additions', 'promptFiles'] as const;
  for (const part of parts) expect(byShape![part], part).toEqual(inFull![part]);
  expect(JSON.stringify(byShape!.summary)).toBe(JSON.stringify(inFull!.summary));
});

test.each(faults)('and so it is where hooks are verified: %s, %o', (code, fault) => {
  const [byShape, inFull] = [true, false].map((way) => verify(inputOf([{ id: 'fault', ...fault }, sound], way)));
  expect(inFull!.diagnostics.map((one) => one.code)).toContain(code);
  expect(byShape).toEqual(inFull);
});

test('what is reported once of a rule is not lost where its shape shares no plan', () => {
  const rules = [{ id: 'fault', type: 'shell', command: 'score {{{task_id}}}' }, sound];
  const [byShape, inFull] = [true, false].map((way) => compile(inputOf(rules, way)));
  expect(inFull!.diagnostics.map((one) => one.code)).toContain('DW504');
  expect([byShape!.ok, byShape!.diagnostics]).toEqual([inFull!.ok, inFull!.diagnostics]);
});

test('a condition that is at fault in a rule that matches nothing is left alone', () => {
  const fault = { id: 'fault', ...faults.find(([code]) => code === 'DW514')![1], tasks: ['nobody'], optional: true };
  const [byShape, inFull] = [true, false].map((way) => compile(inputOf([fault, sound], way)));
  expect(isOfShapes(byShape!)).toBe(true);
  expect([byShape!.ok, byShape!.outputs]).toEqual([true, inFull!.outputs]);
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
});

test('what is to be said of other rules is said beside it', () => {
  const rules = [
    { id: 'fault', ...faults[0]![1] },
    { id: 'nowhere', type: 'shell', command: 'x', tasks: ['nobody'] },
    { id: 'last', type: 'shell', command: 'x', tasks: ['T1'], before: 'no-such-step' },
  ];
  const [byShape, inFull] = [true, false].map((way) => compile(inputOf(rules, way)));
  expect(isOfShapes(byShape!)).toBe(true);
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
});

test('nothing is said about where hooks run that are not written for it', () => {
  const rules = [{ id: 'fault', ...faults[0]![1], tasks: ['T3'] }, sound];
  const [byShape, inFull] = [true, false].map((way) => {
    const input = inputOf(rules, way);
    const [file] = input.workflow;
    const workflow = [{ ...file!, text: file!.text.replace('name: T1\n', 'name: T1\ncontainer: {image: T1}\n') }];
    return compile({ ...input, workflow });
  });
  expect(isOfShapes(byShape!)).toBe(true);
  expect(inFull!.diagnostics.map(({ code }) => code)).toEqual(['DW501', 'DW410']);
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
});

test('a pattern that is the name of a step in a task says so, and how steps are named', () => {
  const rules = [
    { id: 'beside', type: 'shell', command: 'x', tasks: ['T1', 'first', 'fist'], tasks_exclude: ['second'] },
  ];
  const [byShape, inFull] = [true, false].map((way) => compile(inputOf(rules, way)));
  expect(isOfShapes(byShape!)).toBe(true);
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
  const told = byShape!.diagnostics.filter(({ code }) => code === 'DW402');
  expect(told.map(({ help }) => /`(\w+)` is a step, but no task/.exec(help!)?.[1])).toEqual([
    'first',
    undefined,
    undefined,
  ]);
});

test.each([
  ['at fault', { command: './cry {{vars.nobody}}' }, false],
  ['sound', { command: './cry' }, true],
  ['at fault in its condition', { command: './cry', when: "vars.nobody == 'x'" }, false],
])('a rule for the handlers of the root that is %s', (_, end, ok) => {
  const input = (byShape: boolean) => {
    const { workflow, configuration, ...others } = inputOf([sound], byShape);
    const { hooks } = JSON.parse(configuration[0]!.text) as { hooks: { injections: object } };
    const injections = { ...hooks.injections, final: [{ id: 'end', type: 'shell', run: 'failure', ...end }] };
    return {
      ...others,
      workflow,
      configuration: [{ ...configuration[0]!, text: JSON.stringify({ hooks: { ...hooks, injections } }) }],
    };
  };
  const [byShape, inFull] = [true, false].map((way) => compile(input(way)));
  expect([isOfShapes(byShape!), inFull!.ok]).toEqual([true, ok]);
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
  expect(byShape!.outputs).toEqual(inFull!.outputs);
});

test('a fault in a task is reported with that of the rule as where all are compiled in full', () => {
  const { workflow, ...others } = inputOf([{ id: 'fault', ...faults[0]![1] }, sound], true);
  const damaged = [{ ...workflow[0]!, text: workflow[0]!.text.replace('depends: [first]', 'depends: [nobody]') }];
  const [byShape, inFull] = [true, false].map((way) =>
    compile({ workflow: damaged, ...others, options: { ...others.options, byShape: way } }),
  );
  expect(byShape!.diagnostics).toEqual(inFull!.diagnostics);
});

function inputOf(rules: readonly object[], byShape: boolean) {
  const names = Array.from({ length: 6 }, (_, at) => `T${at + 1}`);
  const root = `name: root\nsteps:\n${names.map((name) => `  - name: c-${name}\n    call: ${name}\n`).join('')}`;
  const tasks = names.map(
    (name, at) =>
      `---\nname: ${name}\nsteps:\n  - name: first\n    command: make ${at}\n${at % 2 === 0 ? '' : '  - name: second\n    command: make\n    depends: [first]\n'}`,
  );
  const hooks = { enabled: true, vars: { level: '3' }, injections: { post_task: rules } };
  return {
    workflow: [{ path: 'flow.yaml', text: root + tasks.join('') }],
    configuration: [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (_: string, name: string) => files[name]! },
    options: { targetVersion: '1.30', byShape },
  };
}
