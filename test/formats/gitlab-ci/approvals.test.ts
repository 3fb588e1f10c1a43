import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

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

test('it does not run what prepares the job, which may need secrets of the job, and starts no services', () => {
  const own = `deploy:
  stage: deploy
  image: alpine
  services: [docker:dind]
  id_tokens: {VAULT: {aud: https://vault.example.org}}
  before_script: [vault login]
  script: [./deploy, exit 0]
`;
  const written = writtenPipeline(own, {
    pre_task: [ask, { id: 'scan', type: 'shell', command: './scan', order: -1 }],
  });
  const hooks = (name: string) => written.split(`${name}:\n`)[1]!.split('\n\n')[0]!.split('  script')[0]!;
  expect(hooks('hook-ask-deploy')).toContain('image: !reference');
  expect(hooks('hook-ask-deploy')).not.toMatch(/before_script|services/);
  expect(hooks('hook-scan-deploy')).toMatch(/services[\s\S]*before_script/);
  const all = `default: {before_script: [vault login]}\n${own.replace('  before_script: [vault login]\n', '')}`;
  expect(writtenPipeline(all, { pre_task: [ask] })).toContain('\n  before_script: []\n');
});
