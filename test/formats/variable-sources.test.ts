import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';

const argo = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: x-}
spec:
  entrypoint: main
  templates:
    - name: main
      dag: {tasks: [{name: build, template: build}]}
    - name: build
      container: {image: alpine, command: [make]}
`;
const github = 'on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: [{run: make}]\n';
const gitlab = 'build:\n  script: [make]\n';

test.each([
  [
    'dagu',
    'steps: [{name: build, command: make}]\n',
    '`params` of the workflow, or let a step write it as its `output`',
  ],
  ['github-actions', github, 'Set `STAGE` in the `env` of the workflow or of its job, or in the `env` of the hook.'],
  ['gitlab-ci', gitlab, 'Set `STAGE` in the `variables` of the pipeline or of its job. Ignore this'],
  [
    'argo',
    argo,
    'Set `STAGE` in the `env` of the hook. Ignore this warning if the hook gets it elsewhere, such as from its',
  ],
])('a condition on a variable that nothing sets says where %s gets one from', (format, text, help) => {
  expect(unset(format, text, '')).toEqual([expect.stringContaining(help)]);
});

test.each([
  ['github-actions', github],
  ['argo', argo],
])('a variable in the env of the hook is set, for %s', (format, text) => {
  expect(unset(format, text, 'env: {STAGE: prod}, ')).toEqual([]);
});

test.each([
  ['dagu', 'steps: [{name: build, command: make}]\n'],
  ['gitlab-ci', gitlab],
])('a variable in the env of the rule is not yet set where %s checks the condition', (format, text) => {
  expect(unset(format, text, 'env: {STAGE: prod}, ')).toEqual([
    expect.stringContaining('Write the value into the condition, or set `STAGE` in the'),
  ]);
});

test.each([
  ['among the commands of the job', 'make', 0],
  ['around it, where nothing of the matrix is known', 'make; exit 0', 1],
])('a variable of a matrix of GitLab is set for hooks %s', (_, script, warnings) => {
  const text = `build:\n  parallel: {matrix: [{STAGE: [prod, test]}]}\n  script: [${script}]\n`;
  expect(unset('gitlab-ci', text, '', 'pre_task')).toHaveLength(warnings);
});

function unset(format: string, text: string, fields: string, point = 'pre_root'): readonly (string | undefined)[] {
  const rule = `{type: shell, command: ./lint.sh, ${fields}when: "\${STAGE} == 'prod'"}`;
  const { diagnostics } = compile({
    workflow: [{ path: 'workflow.yaml', text }],
    configuration: [
      { path: 'hooks.yaml', text: `hooks: {enabled: true, injections: {${point}: [${rule}]}}\n`, layer: 'project' },
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { format },
  });
  return diagnostics.filter(({ code }) => code === 'DW519').map(({ help }) => help);
}
