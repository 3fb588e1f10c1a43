import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const ran = (spec: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: ship}
spec: {${spec}, workflowTemplateRef: {name: release}}
`;
const release = `apiVersion: argoproj.io/v1alpha1
kind: WorkflowTemplate
metadata: {name: release}
spec:
  entrypoint: main
  templates:
    - name: main
      dag: {tasks: [{name: deploy, template: deploy}]}
    - {name: deploy, container: {image: "k:1", command: [kubectl, apply, -f, "{{workflow.parameters.file}}"]}}
`;

/** Codes of what is reported under a policy that forbids commands and images, and guards one. */
function reportedOf(...texts: readonly string[]): readonly string[] {
  const hooks = {
    enabled: true,
    injections: { pre_task: [{ id: 'gate', type: 'shell', command: './gate.sh', match: { runs: 'kubectl apply*' } }] },
    deny: [
      { match: { runs: '/^terraform (.* )?destroy/' }, message: 'nobody destroys' },
      { match: { image: '*:latest' }, message: 'no moving images' },
    ],
  };
  const { diagnostics } = compile({
    workflow: texts.map((text, index) => ({ path: `${index}.yaml`, text })),
    configuration: [{ layer: 'policy', path: 'policy.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ code, message }) => `${code} ${message}`);
}

test('a run of templates that nobody gave counts as what a policy forbids and guards', () => {
  const reported = reportedOf(ran('entrypoint: main'));
  expect(reported.map((one) => one.slice(0, 5))).toEqual(['DW251', 'DW450', 'DW468']);
  expect(reported[1]).toMatch(/nobody destroys .*because what it runs is in `release`, which is not among the files/);
});

test('a patch of all pods and the arguments of such a run are read', () => {
  const patch = `podSpecPatch: '{"containers": [{"image": "evil:latest", "command": [terraform, destroy]}]}'`;
  expect(reportedOf(ran(patch), release)).toEqual([
    expect.stringMatching(/^DW450 .*`release` in `ship`: no moving images$/),
    expect.stringMatching(/^DW450 .*`release` in `ship`: nobody destroys$/),
  ]);
  const given = 'arguments: {parameters: [{name: cmd, value: "terraform destroy"}]}';
  expect(reportedOf(ran(given))).toContainEqual(expect.stringMatching(/^DW450 .*nobody destroys$/));
});

test('a run of templates that came in, too, has the hooks of these', () => {
  expect(reportedOf(ran('suspend: false'), release)).toEqual([]);
  expect(reportedOf(ran('entrypoint: main'), release)).toEqual([]);
});

test('a run that begins with a container of another resource walks round the gate there', () => {
  expect(reportedOf(ran('entrypoint: deploy'), release)).toEqual([
    expect.stringMatching(/^DW637 .*begins with `deploy` of `release`/),
    expect.stringMatching(/^DW468 .*which rule gate is for/),
  ]);
});

test('a run begins with a template that the other resource has', () => {
  expect(reportedOf(ran('entrypoint: man'), release)).toEqual([expect.stringMatching(/^DW254 .*did you mean `main`/)]);
});

/** What a clean-up and a gate come to in templates that a workflow runs as its own. */
function warningsOf(...texts: readonly string[]): readonly string[] {
  const hooks = {
    enabled: true,
    injections: {
      pre_root: [{ id: 'gate', type: 'shell', command: './gate.sh' }],
      final: [{ id: 'tidy', type: 'shell', command: './tidy.sh', run: 'always' }],
    },
  };
  const { diagnostics } = compile({
    workflow: texts.map((text, index) => ({ path: `${index}.yaml`, text })),
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.filter(({ severity }) => severity !== 'note').map(({ code, message }) => `${code} ${message}`);
}

test('a run with an exit handler of its own goes without the hooks in the one of its templates', () => {
  expect(warningsOf(ran('onExit: deploy'), release)).toEqual([
    'DW643 the Workflow `ship` runs `release` with an `onExit` of its own, which replaces the one of `release`, so the hooks of rule tidy there do not run',
  ]);
  expect(warningsOf(ran('onExit: null'), release)).toEqual([]);
});

test('hooks of an exit handler keep the one of a run from running', () => {
  const run = ran('hooks: {exit: {template: deploy}}');
  expect(warningsOf(run, release)).toEqual([
    'DW643 the Workflow `ship` runs `release` with a `hooks.exit` of its own, which no longer runs, because the hooks of rule tidy give `release` an `onExit`',
  ]);
  // There it did not run before either.
  expect(warningsOf(run, release.replace('  entrypoint', '  onExit: deploy\n  entrypoint'))).toEqual([]);
});

test('a run that begins with other tasks than those of its templates goes without the hooks around these', () => {
  const other = release.replace(
    '- name: main',
    '- name: main\n      steps: [[{name: call, template: other}]]\n    - name: other',
  );
  expect(warningsOf(ran('entrypoint: other'), other)).toEqual([
    'DW637 the Workflow `ship` begins with `other` of `release`, and not as `release` does, so the hooks around the run of `release` are not in it',
  ]);
  expect(warningsOf(ran('entrypoint: main'), other)).toEqual([]);
});
