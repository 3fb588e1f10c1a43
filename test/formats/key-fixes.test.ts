import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';

/** Workflows in which two keys were to be the same one. */
const workflows = {
  Dagu: 'type: graph\nsteps:\n  - name: a\n    command: make\n  - name: b\n    command: make\n    needs: [a]\n    after: [a]\n',
  'GitHub Actions':
    'on: push\njobs:\n  a: {runs-on: x, steps: [{run: make}]}\n  b: {runs-on: x, steps: [{run: make}], need: [a], depends_on: [a]}\n',
  'GitLab CI': 'a: {script: [make]}\nlint: {script: [make]}\nb:\n  script: [make]\n  depends_on: [a]\n  need: [lint]\n',
  'Argo Workflows': `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata: {name: w}
spec:
  entrypoint: main
  templates:
    - name: main
      dag:
        tasks:
          - {name: a, template: make}
          - {name: b, template: make, needs: [a], after: [a]}
    - {name: make, container: {image: x}}
`,
};

const rules = {
  layer: 'project',
  path: 'hooks.yaml',
  text: 'hooks:\n  enabled: true\n  injections:\n    final: [{type: shell, command: ./done.sh}]\n',
} as const;

const prompts = { read: (_: string, name: string) => ({ kind: 'missing', path: name, known: [] }) as const };

test.each(Object.entries(workflows))('%s: of two keys that were to be one, a fix corrects one', (_, text) => {
  const { diagnostics } = compile({ workflow: [{ path: 'workflow.yaml', text }], configuration: [rules], prompts });
  const misspelt = diagnostics.filter(({ code }) => code === 'DW228');
  expect(misspelt.map(({ fix }) => fix?.length)).toEqual([1, undefined]);
});
