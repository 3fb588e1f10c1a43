import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint, argoSimulator } from '../../engine/argo.js';

const spec = `entrypoint: main
templates:
  - name: main
    dag:
      tasks:
        - {name: build, template: work}
        - {name: each, template: work, dependencies: [build], withItems: [a, b]}
        - {name: deploy, template: work, dependencies: [each]}
  - name: work
    container: {image: "registry.example/work:1", command: [ls]}
`;
const indented = (text: string, by: string) => text.replace(/^(?=.)/gm, by);
const document = (kind: string, more = '') =>
  `apiVersion: argoproj.io/v1alpha1\nkind: ${kind}\nmetadata: {name: main}\nspec:\n${more}${indented(spec, '  ')}`;

const shell = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });
const injections = {
  pre_root: [shell('my_first.rule')],
  pre_task: [shell('scan', { tasks: ['each'] })],
  post_task: [shell('soft', { tasks: ['each'], on_failure: 'continue' })],
  final: [shell('tidy', { run: 'always' })],
};

function compiled(text: string, more: object = { injections }) {
  const { outputs, diagnostics } = compile(inputOf(text, { enabled: true, ...more }));
  const errors = diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`);
  return { text: outputs[0]?.text ?? '', errors };
}

const kinds = {
  Workflow: document('Workflow'),
  WorkflowTemplate: document('WorkflowTemplate'),
  ClusterWorkflowTemplate: document('ClusterWorkflowTemplate'),
  CronWorkflow: `apiVersion: argoproj.io/v1alpha1\nkind: CronWorkflow\nmetadata: {name: main}\nspec:\n  schedules: ["0 1 * * *"]\n  workflowSpec:\n${indented(spec, '    ')}`,
};

describe.each(Object.entries(kinds))('a %s', (_, text) => {
  test('gets all hooks, by names that Argo takes', () => {
    const { text: output, errors } = compiled(text);
    expect(errors).toEqual([]);
    const names = [...output.matchAll(/name: (hook-[\w.-]+)$/gm)].map(([, name]) => name!);
    expect(names).toEqual([
      expect.stringMatching(/^hook-my-first-rule-\w{8}$/),
      'hook-scan-each',
      'hook-soft-each',
      'hook-exit',
      'hook-tidy',
    ]);
    expect(output).toContain('onExit: hook-exit');
  });

  test.skipIf(argoLint.missing)(`is one to ${argoLint.title}`, () => {
    expect(argoLint.of({ path: 'main.yaml', text })).toEqual(['[]']);
    expect(argoLint.of({ path: 'main.yaml', text: compiled(text).text })).toEqual(['[]']);
  });
});

test.skipIf(argoLint.missing)(
  'an empty entrypoint counts as a missing one, which templates for others may have',
  () => {
    const emptied = (text: string) => text.replace('entrypoint: main', 'entrypoint: ""');
    const { text, errors } = compiled(emptied(kinds.WorkflowTemplate), {
      injections: { post_task: injections.post_task },
    });
    expect(errors).toEqual([]);
    expect(argoLint.of({ path: 'main.yaml', text })).toEqual(['[]']);
    expect(compiled(emptied(kinds.Workflow)).errors).toEqual(['DW254 the workflow has no `entrypoint`']);
  },
);

describe('an exit handler under `hooks.exit`', () => {
  const withExit = (exit: string) =>
    document('Workflow', `  hooks: {exit: ${exit}}\n`).replace('each, template', 'each, template');

  test.skipIf(argoSimulator.missing)(`runs beside the hooks in ${argoSimulator.title}`, async () => {
    const bye = '    - {name: bye, container: {image: busybox}}\n';
    const { text, errors } = compiled(withExit('{template: bye}') + bye, { injections: { final: injections.final } });
    expect(errors).toEqual([]);
    const run = await argoSimulator.run({ path: 'main.yaml', text }, {});
    expect([run!.phase, run!.nodes.get('exit'), run!.nodes.get('hook-tidy')]).toEqual([
      'Succeeded',
      'Succeeded',
      'Succeeded',
    ]);
  });

  test('that hands on values of its own keeps them; what else it has is refused', () => {
    const values = '{template: work, arguments: {parameters: [{name: a, value: b}]}}';
    const kept = compiled(withExit(values));
    expect([kept.errors, kept.text.includes('{parameters: [{name: a, value: b}]}')]).toEqual([[], true]);
    const artifacts = '{template: work, arguments: {artifacts: [{name: a, raw: {data: b}}]}}';
    expect(compiled(withExit(artifacts)).errors).toEqual([expect.stringMatching(/^DW603 /)]);
  });
});

test('a task that must not be there is refused, by its image and by its template', () => {
  const deny = [
    { match: { image: 'registry.example/*' }, message: 'images of ours alone' },
    { match: { calls: 'work', step: 'build' }, message: 'no such template' },
  ];
  const { errors } = compiled(kinds.Workflow, { deny });
  expect(errors.filter((error) => error.includes('images of ours alone'))).toHaveLength(3);
  expect(errors.filter((error) => error.includes('no such template'))).toHaveLength(1);
});
