import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const steps = 'type: graph\nsteps:\n  - {name: make, command: make}\n';
const injections = { final: [{ id: 'again', type: 'spawn', pipeline: 'one' }] };

function told(...names: readonly string[]) {
  const result = compile({
    workflow: names.map((path) => ({ path, text: steps })),
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion: '1.30' },
  });
  return result.diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort();
}

test('a rule that runs the only workflow there is gets a message that nothing is left for its hooks', () => {
  expect(told('one.yaml')).toEqual(['note DW431', 'warning DW434']);
  expect(told('flows/one.yaml')).toEqual(['note DW431', 'warning DW434']);
});

test('beside a workflow that runs it, a child is no mistake', () => {
  expect(told('one.yaml', 'two.yaml')).toEqual(['note DW431']);
});
