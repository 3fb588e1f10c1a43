import { expect, test } from 'vitest';
import { endsByDocuments } from '../../engine/gitlab-model.js';
import { writtenPipeline } from './written-pipeline.js';

const hook = { type: 'shell', command: './check' };
const onTag = '  rules: [{if: $CI_COMMIT_TAG}]\n';
const pipeline = (rules: string, commands = '    - make\n', ofShip = rules) =>
  `stages: [build, deploy]\nbuild:\n  stage: build\n${rules}  script:\n${commands}ship:\n  stage: deploy\n${ofShip}  script: [./ship]\n`;

/** A pipeline in which nothing is but hooks would be one that nobody asked for. */
test.each([
  [
    'another one',
    pipeline(onTag),
    {
      post_roots: [
        { ...hook, id: 'a' },
        { ...hook, id: 'b' },
      ],
    },
    'hook-b',
  ],
  [
    'one around a job',
    pipeline(onTag, '    - make\n    - exit 0\n'),
    { post_task: [{ ...hook, id: 'a', tasks: ['build'] }], post_roots: [{ ...hook, id: 'b' }] },
    'hook-b',
  ],
])('a hook between stages that is behind %s is in the same pipelines as the jobs before it', (_, text, rules, name) => {
  const written = writtenPipeline(text, rules);
  expect(endsByDocuments(written, {}).get(name)).toBeUndefined();
  expect(endsByDocuments(written, { holds: ['$CI_COMMIT_TAG'] }).get(name)).toBe('success');
  expect(endsByDocuments(written, { holds: ['$CI_COMMIT_TAG'], fails: { [name]: 1 } }).get('ship')).toBe('skipped');
});

test('a hook of a job with rules does not demand one behind jobs without, which pipelines of merge requests lack', () => {
  const ofShip =
    '  rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]\n  needs: [{job: build, optional: true}]\n';
  const text = pipeline('', '    - make\n    - exit 0\n', ofShip).replace('[./ship]', '[./ship, exit 0]');
  const written = writtenPipeline(text, {
    post_task: [{ ...hook, id: 'cov', tasks: ['build'] }],
    pre_task: [{ ...hook, id: 'scan', tasks: ['ship'] }],
  });
  expect(written).toContain(
    'hook-scan-ship:\n  stage: deploy\n  needs:\n    - job: hook-cov-build\n      optional: true\n',
  );
});

test('nor does one at the end that is in all pipelines', () => {
  const rules = '  rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]\n';
  const text = pipeline('', '    - make\n    - exit 0\n', rules).replace('stage: deploy', 'stage: .post');
  const written = writtenPipeline(text, {
    post_task: [{ ...hook, id: 'cov', tasks: ['build'] }],
    final: [{ ...hook, id: 'bye' }],
  });
  expect(written).toContain('    - job: hook-cov-build\n      optional: true\n  rules:\n    - when: on_success\n');
});

test('a job of merge requests that needs one without rules only where it is there cannot wait for a hook between stages', () => {
  const rules =
    '  rules: [{if: $CI_PIPELINE_SOURCE == "merge_request_event"}]\n  needs: [{job: build, optional: true}]\n';
  const text = pipeline('', '    - make\n    - exit 0\n', rules);
  const injections = { post_roots: [{ ...hook, id: 'ready' }] };
  expect(() => writtenPipeline(text, injections)).toThrow('jobs without `rules` are in none of merge requests');
  expect(writtenPipeline(`workflow: {rules: [{when: on_success}]}\n${text}`, injections)).toContain('hook-ready]');
  expect(writtenPipeline(text.replace('merge_request_event', 'push'), injections)).toContain('hook-ready]');
});
