import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const steps = 'type: graph\nsteps:\n  - {name: make, command: make}\n';
const injections = { final: [{ id: 'again', type: 'spawn', pipeline: 'one' }] };

function compiled(names: readonly string[], policy?: string) {
  return compile({
    workflow: names.map((path) => ({ path, text: steps })),
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
      ...(policy === undefined ? [] : [{ layer: 'policy' as const, path: 'policy.yaml', text: policy }]),
    ],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion: '1.30' },
  });
}

function told(...names: readonly string[]) {
  const result = compiled(names);
  return result.diagnostics.map(({ code, severity }) => `${severity} ${code}`).sort();
}

test('a rule that runs the only workflow there is gets a message that nothing is left for its hooks', () => {
  expect(told('one.yaml')).toEqual(['note DW431', 'warning DW434']);
  expect(told('flows/one.yaml')).toEqual(['note DW431', 'warning DW434']);
});

test('beside a workflow that runs it, a child is no mistake', () => {
  expect(told('one.yaml', 'two.yaml')).toEqual(['note DW431']);
});

test('the message says what the only workflow gets: nothing, or the hooks of the policy', () => {
  const message = (policy?: string) =>
    compiled(['one.yaml'], policy).diagnostics.find(({ code }) => code === 'DW434')!.message;
  expect(message()).toMatch(/^`one` itself gets no hooks, because/);
  const policy = 'hooks: {injections: {final: [{type: shell, command: ./audit}]}}\n';
  expect(message(policy)).toMatch(/^`one` itself gets no hooks but those of the policy, because/);
  expect(compiled(['one.yaml'], policy).outputs[0]!.text).toContain('./audit');
});
