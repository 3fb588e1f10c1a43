import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const ask = { enabled: true, injections: { pre_task: [{ id: 'ask', type: 'approval', prompt: 'Ship it?' }] } };
const steps = 'steps:\n  - name: ship\n    command: ./ship.sh\n';

// Dagu 1.30.2: "DAG with HITL steps cannot be dispatched to workers".
test.each([
  ['1.30', 'workerSelector: {gpu: "true"}\n', ['DW621']],
  ['1.30', 'WORKERSELECTOR:\n  gpu: "true"\n', ['DW621']],
  ['1.30', 'workerSelector: {}\n', []],
  ['1.30', '', []],
  ['2.14', 'worker_selector: {gpu: "true"}\n', []],
])('Dagu %s, %j', (targetVersion, selector, expected) => {
  const { diagnostics } = compile(inputOf(selector + steps, ask, { targetVersion }));
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(expected);
});
