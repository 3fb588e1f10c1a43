import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';

const build = 'stages: [build, deploy]\nbuild: {stage: build, script: [make]}\n';
/** It may end early, so that its hooks are jobs around it. */
const lint = 'lint: {stage: build, rules: [{if: $LINT}], script: [./lint, exit 0]}\n';
const ship = 'ship: {stage: deploy, script: [./ship]}\n';
const hook = (id: string, more: object = {}) => ({ id, type: 'shell', command: `./${id}`, ...more });

describe('a hook that waits for the hook of a job that rules may leave out', () => {
  const text = written(build + lint + ship, {
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
    const two = written(build + lint + ship, {
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
    const text = written(build + review, { pre_task: [hook('scan', { tasks: ['review'] })] });
    expect(text).toContain('  needs: [{job: build, optional: true}, hook-scan-review]\n');
  });

  test('nor does a hook at the end of all pipelines', () => {
    const notify = 'notify: {stage: .post, when: always, script: [./notify]}\n';
    const text = written(build + review + notify, { final: [hook('end')] });
    expect(text).toContain('    - job: build\n      optional: true\n');
  });

  test('and a job without rules demands it', () => {
    const text = written(`${build}next:\n  stage: deploy\n  script: [./next, exit 0]\n`, {
      pre_task: [hook('scan', { tasks: ['next'] })],
    });
    expect(text).toContain('  needs: [build, hook-scan-next]\n');
  });
});

function written(text: string, injections: object): string {
  const input: CompileInput = {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
  const { ok, outputs, diagnostics } = compile(input);
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const again = { ...input, workflow: outputs };
  expect(compile(again).outputs).toEqual(outputs);
  expect(verify(again).ok).toBe(true);
  expect(strip(again).outputs[0]!.text).toBe(text);
  return outputs[0]!.text;
}
