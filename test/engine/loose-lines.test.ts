import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import type { SourceFile } from '../../src/model/source.js';
import { argoLint } from './argo.js';
import { compileFor } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';

/** No engine minds how lines are indented within quotes and brackets, and people close them in front. */
inEachDagu('lines within quotes and brackets that are indented less than their key', {}, (engine) => {
  test('are read as the engine reads them', async () => {
    const workflow = `type: graph
steps:
  - name: build
    command: "echo
  one \\
two"
  - name: test
    command: echo
    depends: [
  build
]
`;
    const gate = { id: 'gate', type: 'shell', command: 'true', tasks: ['build'] };
    const hooks = { enabled: true, tasks_are: 'nodes', injections: { post_task: [gate] } };
    const { ok, outputs } = compileFor({ 'work.yaml': workflow }, { hooks }, engine.version);
    expect(ok).toBe(true);
    const { status, nodes } = await runDagu({ 'work.yaml': outputs[0]!.text }, { engine });
    expect([status, [...nodes].map(([name, { depends }]) => [name, depends])]).toEqual([
      'succeeded',
      [
        ['build', []],
        ['hook-gate-build', ['build']],
        ['test', ['hook-gate-build']],
      ],
    ]);
  });
});

describe.skipIf(argoLint.missing)(`a list in brackets that is closed in front, in ${argoLint.title}`, () => {
  test('keeps its shape where hooks go beside it', () => {
    const text = `apiVersion: argoproj.io/v1alpha1
kind: Workflow
metadata:
  generateName: ci-
spec:
  entrypoint: ci
  templates:
  - name: ci
    steps:
    - - name: build
        template: build
  - name: build
    container:
      image: golang:1.8
      command: [sh, -c]
      args: ["
        git status &&
        go build -v . && \\
        echo \\"done\\"
      "]
`;
    const injections = { post_task: [{ id: 'gate', type: 'shell', command: './gate' }] };
    const { outputs, diagnostics } = compile({
      workflow: [{ path: 'ci.yaml', text }],
      configuration: [
        { path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }), layer: 'project' },
      ],
      prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const saidOf = (file: SourceFile) => argoLint.of(file);
    expect(saidOf(outputs[0]!)).toEqual(saidOf({ path: 'ci.yaml', text }));
    expect(outputs[0]!.text).toContain('hook-gate');
  });
});
