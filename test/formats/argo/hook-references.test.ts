import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint } from '../../engine/argo.js';

const workflow = (main: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: ship-}
spec:
  entrypoint: main
  arguments: {parameters: [{name: ref, value: main}]}
  templates:
    - name: main
      inputs: {parameters: [{name: stage, value: prod}]}
      ${main}
    - name: t
      outputs: {parameters: [{name: tag, valueFrom: {path: /tag}}]}
      script: {image: alpine, command: [sh], source: "echo 1 > /tag"}
`;
const forms = {
  'tasks with expressions': workflow(
    'dag: {tasks: [{name: build, template: t}, {name: deploy, template: t, depends: build.Succeeded}]}',
  ),
  'tasks with lists': workflow(
    'dag: {tasks: [{name: build, template: t}, {name: deploy, template: t, dependencies: [build]}]}',
  ),
  steps: workflow('steps: [[{name: build, template: t}], [{name: deploy, template: t}]]'),
};

function compiled(text: string, value: string, more: object = {}) {
  const rule = {
    id: 'gate',
    type: 'shell',
    command: './gate.sh "$TAG"',
    tasks: ['deploy'],
    env: { TAG: value },
    ...more,
  };
  const { outputs, diagnostics } = compile(inputOf(text, { enabled: true, injections: { pre_task: [rule] } }));
  return { text: outputs[0]?.text ?? '', reported: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

test('a parameter that a workflow reads and does not declare is given to each run, so a hook may read it as well', () => {
  const text = forms.steps.replace('echo 1', 'echo {{workflow.parameters.to}}');
  expect(compiled(text, '{{workflow.parameters.to}}').reported.map((one) => one.slice(0, 5))).toEqual(['DW279']);
  const cron = text
    .replace('kind: Workflow', 'kind: CronWorkflow')
    .replace('spec:', 'spec:\n  schedule: "@daily"\n  workflowSpec:');
  const indented = cron.replace(/(workflowSpec:\n)(.*)/s, (_, head, rest) => head + rest.replace(/^/gm, '  '));
  expect(compiled(indented, '{{workflow.parameters.to}}').reported.join()).toContain('DW638');
});

describe.each(Object.entries(forms))('in %s, a hook', (name, text) => {
  const own = name === 'steps' ? 'steps' : 'tasks';
  const read = ['build.outputs.parameters.tag', 'build.outputs.result', 'build.status'].map(
    (one) => `{{${own}.${one}}}`,
  );
  const others = ['{{workflow.parameters.ref}}', '{{inputs.parameters.stage}}', '{{workflow.status}}'];

  test.each([...read, ...others])('reads %s', (tag) => {
    for (const more of [{}, { on_failure: 'continue' }, { command: `./gate.sh "${tag}" "$TAG"` }]) {
      const { text: output, reported } = compiled(text, tag, more);
      expect(reported.filter((one) => !one.startsWith('DW4'))).toEqual([]);
      if (!argoLint.missing) expect(argoLint.of({ path: 'workflow.yaml', text: output }), output).toEqual(['[]']);
    }
  });

  const other = own === 'steps' ? 'tasks' : 'steps';
  test.each([
    [`{{${own}.nope.status}}`, /has no such (task|step)/],
    [`{{${own}.deploy.status}}`, /`deploy` does not run before it/],
    [`{{${own}.build.outputs.parameters.nope}}`, /`build` has no such output/],
    [`{{${own}.build.outputs.artifacts.page}}`, /no text/],
    [`{{${other}.build.status}}`, /`main` has/],
    ['{{inputs.parameters.nope}}', /the template `main` has no such input/],
    ['{{workflow.parameters.nope}}', /not among the `arguments`/],
    ['{{workflow.parametrs.ref}}', /did you mean `workflow\.parameters`/],
    ['{{workflow.failures}}', /in the exit handler alone/],
    ['{{item}}', /not for each item/],
  ])('cannot read %s, which is an error at its rule', (tag, why) => {
    const { reported } = compiled(text, tag);
    expect(reported).toEqual([expect.stringMatching(/^DW638 /)]);
    expect(reported[0]).toMatch(why);
  });
});
