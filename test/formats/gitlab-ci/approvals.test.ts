import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const text = `stages: [build, deploy]
build: {stage: build, script: [make]}
deploy: {stage: deploy, rules: [{if: $CI_COMMIT_BRANCH == "main"}], script: [./deploy]}
`;
const ask = { id: 'ask', type: 'approval', prompt: 'Deploy?', tasks: ['deploy'] };

test.each([
  ['a condition that only a shell knows', { when: "${CI_COMMIT_BRANCH} == 'main'" }, 'Remove `when`'],
  ['inputs', { inputs: ['WHO'], required: ['WHO'] }, 'Remove `inputs`'],
  ['tries', { retries: 1 }, 'Remove `retries`'],
])('a job that waits for a person has no place for %s, so that is an error', (_, more, instead) => {
  const { diagnostics } = compile(pipelineInput(text, { pre_task: [{ ...ask, ...more }] }));
  expect(diagnostics.find(({ code }) => code === 'DW621')?.help).toContain(instead);
});
