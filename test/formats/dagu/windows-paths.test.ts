import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

/** A folder of workflows that call each other, under paths as one system writes them. */
const files = (join: (...parts: string[]) => string) => [
  {
    path: join('dags', 'nightly.yaml'),
    text: 'type: graph\nsteps:\n  - {name: prepare, command: make}\n  - {name: tests, call: sub/unit-tests, depends: [prepare]}\n',
  },
  {
    path: join('dags', 'sub', 'unit-tests.yaml'),
    text: 'type: graph\nsteps:\n  - {name: run, command: make test}\n',
  },
];

const augmented = (join: (...parts: string[]) => string) => {
  const gate = { id: 'gate', type: 'shell', command: './gate.sh {{task_id}}', tasks: ['unit-tests'] };
  const hooks = { enabled: true, injections: { post_task: [gate] } };
  const { outputs, diagnostics } = compile({
    workflow: files(join),
    configuration: [{ path: join('.dagweave', 'config.json'), text: JSON.stringify({ hooks }), layer: 'project' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
  });
  return { texts: outputs.map(({ text }) => text), codes: diagnostics.map(({ code }) => code) };
};

test('a workflow finds the one that it calls, and is called after its file, whichever slash its path has', () => {
  const here = augmented((...parts) => parts.join('/'));
  expect(here.texts[1]).toContain('./gate.sh unit-tests');
  expect(augmented(win32.join)).toEqual(here);
});
