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
