import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import type { SourceFile } from '../../../src/model/source.js';

const deploy = 'name: deploy, templateRef: {name: library, template: ship}';
const mend = '{name: mend, template: work, depends: deploy.Failed}';
const after = '{name: after, template: work, depends: "deploy || deploy.Failed"}';
const made =
  'where the gate of rule gate makes `deploy` fail, `main` ends as a success, because `mend` makes up for that';

const flow = (...tasks: readonly string[]) =>
  resource('Workflow', 'flow', `{name: main, dag: {tasks: [${tasks.join(', ')}]}}`);
const library = (name: string, ship: string) => resource('WorkflowTemplate', name, `{name: ship, ${ship}}`);
const unit = 'steps: [[{name: unit, template: work}]]';

function resource(kind: string, name: string, template: string): SourceFile {
  const text = `apiVersion: argoproj.io/v1alpha1
kind: ${kind}
metadata: {name: ${name}}
spec:
${kind === 'Workflow' ? '  entrypoint: main\n' : ''}  templates:
    - ${template}
    - {name: work, container: {image: alpine, command: [make]}}
`;
  return { path: `${name}.yaml`, text };
}

test('a gate in a template of another file says so where its caller makes up for the failure', () => {
  const ship = library('library', unit);
  expect(said([flow(`{${deploy}}`, mend), ship])).toEqual([['DW484', made]]);
  expect(said([flow(`{${deploy}}`, mend), library('other', unit)])).toEqual([]);
  expect(said([flow(`{${deploy}}`, '{name: after, template: work, depends: deploy}'), ship])).toEqual([]);
});

test('so does one that was there before', () => {
  const files = [flow(`{${deploy}}`, mend), library('library', unit)];
  const { outputs } = compiled(files);
  expect(outputs[1]!.text).toContain('hook-gate-unit');
  expect(said(outputs)).toEqual([['DW484', made]]);
});

test('so does one of the same file, behind calls in the same and in another resource', () => {
  const caller = flow(`{${deploy}}`, mend);
  const other = library('library', 'steps: [[{name: inner, template: inner}]]');
  const whole = `${other.text}    - {name: inner, ${unit}}\n`;
  expect(said([{ path: 'flow.yaml', text: `${caller.text}---\n${whole}` }])).toEqual([['DW484', made]]);
});

test('one that is forgiven further below is named there alone', () => {
  const inner = 'name: inner, templateRef: {name: inner, template: ship}, continueOn: {failed: true}';
  expect(
    said([flow(`{${deploy}}`, mend), library('library', `steps: [[{${inner}}]]`), library('inner', unit)]),
  ).toEqual([
    [
      'DW484',
      'where the gate of rule gate makes `inner` fail, `ship` ends as a success, because `inner` has `continueOn`',
    ],
  ]);
});

test('a call in a template that another workflow calls counts in both', () => {
  const outer = library('outer', 'steps: [[{name: inner, template: inner}]]');
  const text = `${outer.text}    - {name: inner, dag: {tasks: [{${deploy}}]}}\n`;
  const caller = flow('{name: deploy, templateRef: {name: outer, template: ship}}', mend);
  expect(said([caller, { ...outer, text }, library('library', unit)])).toEqual([['DW484', made]]);
});

test('a gate of a policy is for the tasks of its own workflow', () => {
  expect(said([flow(`{${deploy}}`, after), library('library', unit)], 'policy')).toEqual([
    ['DW484', 'where the gate of rule gate makes `deploy` of `main` fail, `after` runs all the same'],
  ]);
});

test('templates that call each other in a circle come to an end', () => {
  const other = library('other', 'steps: [[{name: back, templateRef: {name: library, template: ship}}]]');
  const circle = library(
    'library',
    'steps: [[{name: unit, template: work}], [{name: more, templateRef: {name: other, template: ship}}]]',
  );
  expect(said([flow(`{${deploy}}`, mend), circle, other])).toEqual([['DW484', made]]);
});

function said(files: readonly SourceFile[], layer: 'project' | 'policy' = 'project') {
  return compiled(files, layer).diagnostics.map(({ code, message }) => [code, message]);
}

function compiled(workflow: readonly SourceFile[], layer: 'project' | 'policy' = 'project') {
  const gate = { id: 'gate', type: 'shell', command: './gate.sh', each: 'step', tasks: ['unit'], optional: true };
  const hooks = { hooks: { enabled: true, injections: { pre_task: [gate] } } };
  return compile({
    workflow,
    configuration: [{ path: 'hooks.json', text: JSON.stringify(hooks), layer }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
  });
}
