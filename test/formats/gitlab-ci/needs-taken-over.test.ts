import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const hook = (id: string, more: object) => ({ id, type: 'shell', command: `./${id}`, ...more });
const smoke = { post_task: [hook('smoke', { tasks: ['build'] })] };
const first = { pre_root: [hook('freeze', {})] };

/** `build` may end early, so that its hooks are jobs around it. */
const pipeline = (needs: string) => `stages: [build, deploy]
build:
  stage: build
  script: [make, exit 0]
docs:
  stage: build
  script: [make docs]
.deploy:
  stage: deploy
  needs: ${needs}
ship:
  extends: .deploy
  script: [./ship]
`;

/** What a second run makes of a pipeline with hooks that somebody edited. */
function again(text: string, injections: object, from: string, to: string): string {
  const edited = writtenPipeline(text, injections).replace(from, to);
  expect(edited).toContain(to);
  const { outputs, diagnostics } = compile(pipelineInput(edited, injections));
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return outputs[0]!.text;
}

describe('a job that takes over its needs', () => {
  test.each([
    ['nothing', '[]', first, '\n  script: [./ship]\n  needs: [hook-freeze]\n'],
    ['some job', '[build]', smoke, '\n  script: [./ship]\n  needs: [build, hook-smoke-build]\n'],
    [
      'some job, but not its files',
      '[{job: build, artifacts: false}, docs]',
      smoke,
      '\n  script: [./ship]\n  needs: [{job: build, artifacts: false}, docs, hook-smoke-build]\n',
    ],
    [
      'some job where it is there',
      '\n    - docs\n    - job: build\n      optional: true',
      smoke,
      '\n  script: [./ship]\n  needs: [docs, {job: build, optional: true}, {job: hook-smoke-build, optional: true}]\n',
    ],
    [
      'one job of a matrix',
      '[{job: docs, parallel: {matrix: [{OS: [linux, "on"], V: "1.0"}]}}, build]',
      smoke,
      '\n  needs: [{job: docs, parallel: {matrix: [{OS: [linux, "on"], V: "1.0"}]}}, build, hook-smoke-build]\n',
    ],
  ])('gets them back once hooks are gone: %s', (_, needs, injections, written) => {
    expect(writtenPipeline(pipeline(needs), injections)).toContain(written);
  });

  test('says of each what was said there, also where the job has rules', () => {
    const text = `${pipeline('[docs, {job: build, optional: true}]')}  rules: [{if: $CI}]\n`;
    expect(writtenPipeline(text, smoke)).toContain(
      '\n  needs: [docs, {job: build, optional: true}, {job: hook-smoke-build, optional: true}]\n',
    );
  });

  test.each([
    ['a job of another project', '[{job: x, project: a/b, ref: main}, build]'],
    [
      'two jobs of one matrix',
      '[build, {job: docs, parallel: {matrix: [{V: 1}]}}, {job: docs, parallel: {matrix: [{V: 2}]}}]',
    ],
    ['a reference', '[{job: build, artifacts: !reference [.x, y]}]'],
  ])('gets none where they are %s', (_, needs) => {
    const { diagnostics } = compile(pipelineInput(pipeline(needs), smoke));
    expect(diagnostics.map(({ code }) => code)).toContain('DW478');
  });

  test('waits for what is added to them later', () => {
    expect(again(pipeline('[build]'), smoke, '  needs: [build]\nship', '  needs: [build, docs]\nship')).toContain(
      '\n  needs: [build, docs, hook-smoke-build]\n',
    );
  });

  test('keeps what is added to the list that it got', () => {
    const [list, longer] = ['needs: [build, hook-smoke-build]', 'needs: [build, docs, hook-smoke-build]'];
    expect(again(pipeline('[build]'), smoke, list, longer)).toContain(`\n  ${longer}\n`);
  });
});

describe('a job that waits for its stage, and got a list', () => {
  const text = `include: other.yml\n${pipeline('[]')}late: {stage: deploy, script: [./late, exit 0]}\n`;
  const scan = { pre_task: [hook('scan', { tasks: ['late'] })] };
  const list = 'needs: [build, docs, hook-scan-late]';

  test.each([
    ['a job of an included file', 'needs: [build, docs, from-other, hook-scan-late]'],
    ['one of its stage', 'needs: [build, docs, ship, hook-scan-late]'],
  ])('keeps %s that is added to it', (_, longer) => {
    expect(again(text, scan, list, longer)).toContain(longer);
  });
});
