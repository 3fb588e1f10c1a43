import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const whole = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: build-}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: build, template: work}
          - {name: test, template: work, dependencies: [build]}
    - name: work
      container: {image: busybox}
`;

const hooks = `hooks:
  enabled: true
  injections:
    post_task: [{id: check, type: shell, command: ./check, tasks: [build]}]
`;

/** What a model is asked about a text: the codes of all but notes, and the requests. */
function askedOf(text: string) {
  const { diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text }],
    configuration: [{ path: 'hooks.yaml', text: hooks, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  return diagnostics.flatMap(({ severity, code, request }) => (severity === 'note' ? [] : [`${code} ${request}`]));
}

describe('a damaged text is still known for one of Argo', () => {
  const unknown = (line: string, meant: string) => [`DW281 \`${line}\` is not known. Write \`${meant}\`.`];
  const missing = (key: string, meant: string) => [
    `DW281 Your workflow has no \`${key}\`. Write \`${key}: ${meant}\`.`,
  ];

  test.each([
    ['kind: Workflow', 'kind: Workfow', unknown('kind: Workfow', 'kind: Workflow')],
    ['kind: Workflow', 'kind: workflow', unknown('kind: workflow', 'kind: Workflow')],
    ['kind: Workflow', 'kind: workflowtemplate', unknown('kind: workflowtemplate', 'kind: WorkflowTemplate')],
    ['kind: Workflow', 'kind: true', unknown('kind: true', 'kind: Workflow')],
    ['kind: Workflow', '', missing('kind', 'Workflow')],
    ['apiVersion: argoproj.io/v1alpha1', '', missing('apiVersion', 'argoproj.io/v1alpha1')],
    ['argoproj.io', 'argoproj.oi', unknown('apiVersion: argoproj.oi/v1alpha1', 'apiVersion: argoproj.io/v1alpha1')],
  ])('%s as "%s"', (written, as, asked) => {
    expect(askedOf(whole.replace(written, as))).toEqual(asked);
  });
});

test.each(['Experiment', 'Rollout'])('another kind of Argo is called by its name: %s', (kind) => {
  const { diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text: whole.replace('kind: Workflow', `kind: ${kind}`) }],
    configuration: [{ path: 'hooks.yaml', text: hooks, layer: 'project' }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `DW114 workflow.yaml holds \`kind: ${kind}\` of Argo Workflows, which is not read here`,
  ]);
});

describe('keys that come near to one are named', () => {
  test.each(['depends_on', 'dependsOn', 'need', 'needs', 'after'])('%s', (key) => {
    expect(askedOf(whole.replace('dependencies', key))).toEqual([
      `DW228 \`${key}\` is not the right key here. Write \`dependencies\`.`,
    ]);
  });

  test('step', () => {
    expect(askedOf(whole.replace(/dag:\n.*\n.*\n.*\n/, 'step: [[{name: build, template: work}]]\n'))).toContain(
      'DW284 `step` is not a key of a template. Write `steps`.',
    );
  });
});

test.each([
  ['in the middle of a list', whole.slice(0, whole.indexOf('build]}')), 'DW112'],
  ['behind a task', whole.slice(0, whole.indexOf('    - name: work')), 'DW256'],
])('a text that ends %s is refused', (_, text, code) => {
  expect(askedOf(text).some((asked) => asked.startsWith(code))).toBe(true);
});
