import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';
import { argoLint } from '../../engine/argo.js';

const workflow = (needs: string) => `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {generateName: ship-}
spec:
  entrypoint: main
  templates:
    - name: main
      dag: {tasks: [{name: 1-build, template: t}, {name: 2-deploy, template: t${needs}}]}
    - {name: t, container: {image: alpine, command: [make]}}
`;

function reportedOf(text: string, task: string): readonly string[] {
  const rule = { id: 'gate', type: 'shell', command: './gate.sh', tasks: [task] };
  const point = task === '1-build' ? 'post_task' : 'pre_task';
  const { diagnostics } = compile(inputOf(text, { enabled: true, injections: { [point]: [rule] } }));
  return diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

test('a task whose name begins with a digit cannot wait for a hook, as it can for no other task', () => {
  expect(reportedOf(workflow(''), '2-deploy')).toEqual(['DW640']);
  expect(reportedOf(workflow(''), '1-build')).toEqual([]);
  expect(reportedOf(workflow(', depends: 1-build'), '1-build')).toEqual(['DW258']);
  expect(reportedOf(workflow(', dependencies: [1-build]'), '1-build')).toEqual(['DW258']);
});

test.skipIf(argoLint.missing)('the engine says the same', () => {
  const said = (needs: string) => argoLint.of({ path: 'workflow.yaml', text: workflow(needs) })[0];
  expect(said('')).toBe('[]');
  expect(said(', depends: 1-build')).toMatch(/cannot begin with a digit/);
});
