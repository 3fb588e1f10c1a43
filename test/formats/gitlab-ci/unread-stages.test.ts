import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const clean = { post_task: [{ type: 'shell', id: 'check', command: './check', tasks: ['build'] }] };

const pipeline = (...jobs: readonly string[]) =>
  ['include: {project: acme/ci, file: all.yml}', 'stages: [build, setup, e2e]', ...jobs, ''].join('\n');
const build = 'build: {stage: build, script: [make]}';
const e2e = 'e2e: {stage: e2e, needs: [cluster], script: [make e2e]}';

test('a job whose stage is in a file that was not read is in no later stage than a job that needs it', () => {
  const jobs = [build, e2e, 'cluster: {extends: .setup}'];
  expect(writtenPipeline(pipeline(...jobs), clean)).toContain('# hook-check');
});

test('so are the jobs of that kind that it needs', () => {
  const jobs = [build, e2e, 'cluster: {extends: .setup, needs: [network]}', 'network: {extends: .setup}'];
  expect(writtenPipeline(pipeline(...jobs), clean)).toContain('# hook-check');
});

test('a circle of needs is still an error', () => {
  const jobs = [build, e2e, 'cluster: {extends: .setup, needs: [e2e]}'];
  const { diagnostics } = compile(pipelineInput(pipeline(...jobs), clean));
  expect(diagnostics.map(({ code }) => code)).toContain('DW208');
});
