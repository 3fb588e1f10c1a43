import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';

const brackets = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const braces = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  ['a list in `params`', JSON.stringify(brackets(20_000)), 'echo ${params.1}'],
  ['a map in `params`', JSON.stringify(braces(20_000)), 'echo ${params.a}'],
  ['a part of a parameter', `\n  - X: ${JSON.stringify(`{"a":${brackets(20_000)}}`)}`, 'echo ${X.a}'],
])('%s that nests too deep counts as matched', (_, params, run) => {
  expect(codes(params, run)).toEqual(['DW450']);
});

test('a part that every value has is no part of a parameter', () => {
  expect(codes('\n  - X: \'{"a": 1}\'', 'echo ${X.constructor} ${X.__proto__}')).toEqual([]);
});

function codes(params: string, run: string): readonly string[] {
  const hooks = 'hooks: {enabled: true, deny: [{match: {runs: "terraform destroy*"}, message: no}]}';
  return compile({
    workflow: [
      {
        path: 'flow.yaml',
        text: `type: graph\nparams: ${params}\nsteps:\n  - name: a\n    run: ${JSON.stringify(run)}\n`,
      },
    ],
    configuration: [{ path: 'hooks.yaml', text: hooks, layer: 'project' }],
    prompts: { read: () => ({ kind: 'missing' }) as never },
    options: { targetVersion: '2.14' },
  }).diagnostics.map(({ code }) => code);
}
