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

describe('a first job that nobody has to start', () => {
  const idle = 'stage: build, when: manual';

  test.each([
    ['a person starts it', idle],
    ['a failure starts it', 'stage: build, when: on_failure'],
    ['all its rules say so', 'stage: build, rules: [{if: $X, when: never}, {when: manual, allow_failure: true}]'],
    ['it is in a later stage', 'stage: test, needs: [], when: manual'],
  ])('is not waited for by the hook, which runs and holds up the others: %s', (_, stop) => {
    const written = writtenPipeline(pipeline(stop), rules);
    expect(written).toContain('hook-ready:\n  stage: build\n  needs: [build]\n');
    const failing = endsByDocuments(written, { fails: { 'hook-ready': 1 } });
    expect([failing.get('hook-ready'), failing.get('unit')]).toEqual(['failed', 'skipped']);
    expect(endsByDocuments(written, {}).get('ship')).toBe('success');
  });

  test('does not keep a job from running that needs the hook by name', () => {
    const written = writtenPipeline(pipeline('stage: test, needs: [], when: manual', ', needs: [build]'), rules);
    expect(written).toContain('needs: [build, hook-ready]');
    expect(endsByDocuments(written, {}).get('unit')).toBe('success');
  });

  test('is waited for where nothing goes on without it', () => {
    const written = writtenPipeline(pipeline(`${idle}, allow_failure: false`), rules);
    expect(written).toContain('  needs: [build, stop]\n');
    expect(endsByDocuments(written, {}).get('hook-ready')).toBe('waiting');
  });

  test('leaves the hook nothing to wait for where there is no other', () => {
    const written = writtenPipeline(pipeline(idle).replace(/^build:.*\n/m, ''), rules);
    expect(written).toContain('hook-ready:\n  stage: .pre\n  needs: []\n');
    expect(endsByDocuments(written, { fails: { 'hook-ready': 1 } }).get('unit')).toBe('skipped');
  });

  test('is not waited for where some of its rules start it by itself either, which a warning says', () => {
    const text = pipeline('stage: build, rules: [{if: $X}, {when: manual, allow_failure: true}]');
    expect(writtenPipeline(text, rules)).toContain('  needs: [build]\n');
    const { diagnostics } = compile(pipelineInput(text, rules));
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^DW487 the hook of rule ready in .* does not wait for `stop`/),
    ]);
  });

  test('is no reason against a hook that no job waits for', () => {
    const [ready] = rules.post_roots;
    const aside = { post_roots: [{ ...ready, await: false }] };
    expect(writtenPipeline(pipeline(idle), aside)).toContain('  needs: [build]\n');
  });
});
