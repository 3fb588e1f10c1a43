import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { inputOf } from '../../compile/one-text.js';

const text = 'on: push\njobs:\n  deploy: {runs-on: x, steps: [{run: ./deploy}]}\n';

test('reviewers are asked before a shell could ask for a condition, so that one which only the run knows is an error', () => {
  expect(problemOf("${GITHUB_REF} == 'refs/heads/main'")?.help).toContain('Remove `when`');
  expect(problemOf("'a' == 'a'")).toBeUndefined();
});

function problemOf(when: string) {
  const ask = { id: 'ask', type: 'approval', prompt: 'Deploy?', each: 'task', tasks: ['deploy'], when };
  const { diagnostics } = compile(inputOf(text, { enabled: true, injections: { pre_task: [ask] } }));
  return diagnostics.find(({ code }) => code === 'DW621');
}
