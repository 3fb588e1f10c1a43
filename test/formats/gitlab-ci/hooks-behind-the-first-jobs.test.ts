import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const rules = { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] };
const pipeline = (stop: string, ofUnit = '') => `stages: [build, test, deploy]
build: {stage: build, script: [make]}
unit: {stage: test, script: [make test]${ofUnit}}
stop: {${stop}, script: [./stop]}
ship: {stage: deploy, script: [./ship]}
`;

describe('a first job in a later stage than those that wait for a hook', () => {
  const text = pipeline('stage: deploy, needs: []');

  test('is not waited for, because no job can need one of a later stage', () => {
    const written = writtenPipeline(text, rules);
    expect(written).toContain('hook-ready:\n  stage: build\n  needs: [build]\n');
    const ends = endsByDocuments(written, { fails: { 'hook-ready': 1 } });
    expect(['stop', 'unit', 'ship'].map((name) => ends.get(name))).toEqual(['success', 'skipped', 'skipped']);
  });

  test('is waited for where nothing of an earlier stage waits', () => {
    const written = writtenPipeline(text.replace('stage: test', 'stage: deploy'), rules);
    expect(written).toContain('hook-ready:\n  stage: deploy\n  needs: [build, stop]\n');
    expect(endsByDocuments(written, { fails: { stop: 1 } }).get('unit')).toBe('skipped');
  });
});

test('a job of an early stage that cannot wait for jobs that prepare later ones is refused', () => {
  const text = `stages: [build, deploy]
unit: {stage: build, needs: [], script: [make test]}
prepare: {stage: deploy, needs: [], trigger: {project: acme/prepare, strategy: depend}}
ship: {stage: deploy, needs: [prepare], script: [./ship]}
`;
  const hooks = { enabled: true, task_ids: ['unit', 'ship'], injections: rules };
  const configuration = [{ layer: 'project' as const, path: 'hooks.json', text: JSON.stringify({ hooks }) }];
  const { diagnostics } = compile({ ...pipelineInput(text, rules), configuration });
  expect(diagnostics.find(({ code }) => code === 'DW478')).toMatchObject({
    message: expect.stringMatching(/^`unit` cannot be made to wait .* `hook-ready` has to be in a later stage/),
    help: expect.stringMatching(/^Put `unit` into a later stage/),
  });
});
