import { expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const text = `stages: [build, deploy]
build: {stage: build, script: [make]}
deploy: {stage: deploy, script: [./deploy]}
`;

test.each([
  [
    'a condition that only a shell knows',
    { when: "${CI_COMMIT_BRANCH} == 'main'" },
    'no shell to ask',
    'Remove `when`',
  ],
  ['tries', { retries: 1, retry_delay: 0 }, 'not tried again', 'say `retry`'],
  ['tries after a failure', { on_failure: 'retry' }, 'not tried again', 'say `retry`'],
  ['a time limit', { timeout: 60 }, 'no `timeout`', 'say `timeout`'],
])('a job that starts a pipeline has no place for %s, so that is an error', (_, more, why, instead) => {
  expect(problemOf(more)).toMatchObject({
    message: expect.stringContaining(why),
    help: expect.stringContaining(instead),
  });
});

test.each([
  ['is known to hold', { when: "'a' == 'a'" }],
  ['is not there', {}],
])('a condition that %s changes nothing', (_, more) => {
  expect(written(more)).toContain('  trigger:\n    include: child.yml\n    strategy: depend\n');
});

test.each([
  ['child', 'child.yml'],
  ['ci/child', 'ci/child.yaml'],
  ['child.yml', 'child.yml'],
])('%s is written as the name of the file that was found', (pipeline, file) => {
  expect(written({ pipeline }, [`work/${file}`])).toContain(`    include: ${file}\n`);
});

test.each([
  ['has no ending and was not looked for', { pipeline: 'other', external: true }, 'Write `pipeline: other.yml`'],
  ['is a job of the same file', { pipeline: 'build' }, 'a pipeline of its own'],
])('a pipeline is an error whose name %s', (_, more, instead) => {
  expect(problemOf(more)?.help).toContain(instead);
});

function written(more: object, siblings?: readonly string[]): string {
  const { ok, outputs, diagnostics } = compile(starting(more, siblings));
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return outputs[0]!.text;
}

function problemOf(more: object) {
  return compile(starting(more)).diagnostics.find(({ code }) => code === 'DW629');
}

function starting(more: object, siblings: readonly string[] = ['child.yml']): CompileInput {
  const start = { id: 'start', type: 'spawn', pipeline: 'child.yml', tasks: ['deploy'], ...more };
  return { ...pipelineInput(text, { post_task: [start] }), options: { siblings } };
}
