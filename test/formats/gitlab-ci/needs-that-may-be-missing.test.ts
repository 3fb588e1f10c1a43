import { describe, expect, test } from 'vitest';
import { endsByDocuments } from '../../engine/gitlab-model.js';
import { writtenPipeline } from './written-pipeline.js';

const build = 'stages: [build, deploy]\nbuild: {stage: build, script: [make]}\n';
/** It may end early, so that its hooks are jobs around it. */
const lint = 'lint: {stage: build, rules: [{if: $LINT}], script: [./lint, exit 0]}\n';
const ship = 'ship: {stage: deploy, script: [./ship]}\n';
const hook = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });

describe('a hook that waits for the hook of a job that rules may leave out', () => {
  const text = writtenPipeline(build + lint + ship, {
    post_task: [hook('smoke', { tasks: ['lint'] })],
    post_roots: [hook('ready')],
  });

  test('does not keep GitLab from starting a pipeline without that job', () => {
    expect(endsByDocuments(text, {}).get('hook-ready')).toBe('success');
  });

  test('waits for it where the job is in the pipeline', () => {
    const ends = endsByDocuments(text, { holds: ['$LINT'], fails: { 'hook-smoke-lint': 1 } });
    expect([ends.get('hook-smoke-lint'), ends.get('hook-ready')]).toEqual(['failed', 'skipped']);
  });

  test('demands it where it is about the same job', () => {
    const two = writtenPipeline(build + lint + ship, {
      post_task: [hook('smoke', { tasks: ['lint'] }), hook('sign', { tasks: ['lint'], order: 1 })],
    });
    expect(two).toContain('  needs: [hook-smoke-lint]\n');
  });
});

describe('where the one that needs it has rules, a job without rules may be missing, as it is in pipelines of merge requests', () => {
  const review = `review:
  stage: deploy
  rules: [{if: $CI_MERGE_REQUEST_IID}]
  script: [./review, exit 0]
`;

  test('so a job does not demand it', () => {
    const text = writtenPipeline(build + review, { pre_task: [hook('scan', { tasks: ['review'] })] });
    expect(text).toContain('  needs: [{job: build, optional: true}, hook-scan-review]\n');
  });

  test('nor does a hook at the end of all pipelines', () => {
    const notify = 'notify: {stage: .post, when: always, script: [./notify]}\n';
    const text = writtenPipeline(build + review + notify, { final: [hook('end')] });
    expect(text).toContain('    - job: build\n      optional: true\n');
  });

  test('and a job without rules demands it', () => {
    const text = writtenPipeline(`${build}next:\n  stage: deploy\n  script: [./next, exit 0]\n`, {
      pre_task: [hook('scan', { tasks: ['next'] })],
    });
    expect(text).toContain('  needs: [build, hook-scan-next]\n');
  });
});

describe('a job that needs another one only where it is there needs the hook behind that in the same way', () => {
  const needing = (needs: string, rules = '') =>
    `${build}${lint}ship:\n  stage: deploy\n${rules}  needs: ${needs}\n  script: [./ship]\n`;
  const smoke = { post_task: [hook('smoke', { tasks: ['lint'] })] };

  test('so GitLab starts a pipeline without both', () => {
    const text = writtenPipeline(needing('[{job: lint, optional: true}, build]'), smoke);
    expect(text).toContain('needs: [{job: lint, optional: true}, build, {job: hook-smoke-lint, optional: true}]\n');
    expect(endsByDocuments(text, {}).get('ship')).toBe('success');
  });

  test('and the hook is a gate where it is there', () => {
    const text = writtenPipeline(needing('[{job: lint, optional: true}]'), smoke);
    const ends = endsByDocuments(text, { holds: ['$LINT'], fails: { 'hook-smoke-lint': 1 } });
    expect([ends.get('lint'), ends.get('ship')]).toEqual(['success', 'skipped']);
  });

  test('in a list with dashes', () => {
    const list = '\n    - job: lint # if any\n      optional: true';
    expect(writtenPipeline(needing(list), smoke)).toContain(
      `${list}\n    - {job: hook-smoke-lint, optional: true}\n  script:`,
    );
  });

  test('in pipelines of merge requests, where jobs without rules are missing', () => {
    const rules = '  rules: [{if: $CI_MERGE_REQUEST_IID}]\n';
    const pipeline = needing('[{job: build, optional: true}]', rules).replace('[make]', '[make, exit 0]');
    const text = writtenPipeline(pipeline, { post_task: [hook('smoke', { tasks: ['build'] })] });
    expect(text).toContain('needs: [{job: build, optional: true}, {job: hook-smoke-build, optional: true}]\n');
  });
});
