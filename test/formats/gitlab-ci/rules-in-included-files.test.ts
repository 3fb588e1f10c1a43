import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

/** `ship` gets its commands from a file that is not read, so that its hooks are jobs around it. */
const pipeline = (ship: string, more = '') => `include: {local: ci/base.yml}
stages: [build, deploy]
${more}build:
  stage: build
  script: [make]
ship:
  stage: deploy
${ship}`;
const gate = { pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['ship'] }] };
const smoke = { post_task: [{ id: 'smoke', type: 'shell', command: './smoke', tasks: ['ship'] }] };

describe('where a job may get its rules from a file that was not read, a warning says so', () => {
  test.each([
    ['what it extends', '  extends: .deploy\n', '', '`.deploy`'],
    ['what that extends', '  extends: .own\n', '.own: {extends: .deploy, tags: [x]}\n', '`.deploy`'],
    [
      'what wins over another one',
      '  extends: [.own, .deploy]\n',
      '.own: {rules: [{if: $X}], when: manual}\n',
      '`.deploy`',
    ],
    ['the job of that name', '  tags: [x]\n', '', 'the job of that name'],
  ])('by %s', (_, ship, more, from) => {
    const [warning, ...others] = warningsOf(pipeline(ship, more), smoke);
    expect(warning).toContain(`\`rules\`, \`when\` may come from ${from}`);
    expect(others).toEqual([]);
  });

  test('with its needs, where a hook before it writes some down', () => {
    expect(warningsOf(pipeline('  extends: .deploy\n'), gate)[0]).toContain('`rules`, `when`, `needs` may come');
  });

  test.each([
    ['where this file says them', '  extends: .deploy\n  rules: [{if: $X, when: on_success}]\n  needs: [build]\n', ''],
    [
      'where it says that it has none',
      '  extends: .deploy\n  only: [main]\n  when: on_success\n  needs: [build]\n',
      '',
    ],
    ['where what wins says them', '  extends: [.deploy, .own]\n', '.own: {rules: [{when: always}], needs: [build]}\n'],
    ['where all of it is in this file', '  script: [./ship, exit 0]\n', ''],
  ])('but not %s', (_, ship, more) => {
    expect(warningsOf(pipeline(ship, more), gate)).toEqual([]);
  });

  test('in a file that others include as well', () => {
    const text = 'ship:\n  extends: .deploy\n';
    expect(warningsOf(text, smoke)).toEqual([expect.stringContaining('may come from `.deploy`')]);
  });

  test('but not where no hook is around it', () => {
    expect(
      warningsOf(pipeline('  extends: .deploy\n'), { pre_root: [{ id: 'first', type: 'shell', command: 'x' }] }),
    ).toEqual([]);
  });
});

test('a job that rules of a file that was not read may leave out is no need that must be there', () => {
  const text = `${pipeline('  extends: .deploy\n')}last:
  stage: .post
  script: [./last, exit 0]
`;
  const hooked = writtenPipeline(text, {
    pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['last'] }],
  });
  expect(hooked).toContain('  needs: [build, {job: ship, optional: true}, hook-scan-last]\n');
});

test('a hook between stages goes by a job that this file has whole', () => {
  const text = `include: {local: ci/base.yml}
stages: [build, deploy]
sast: {stage: build}
build: {stage: build, script: [make], rules: [{if: $CI_COMMIT_BRANCH}]}
unit: {stage: build, script: [make test]}
ship: {stage: deploy, script: [./ship]}
`;
  expect(warningsOf(text, { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] })).toEqual([]);
});

function warningsOf(text: string, injections: object): readonly string[] {
  return compile(pipelineInput(text, injections)).diagnostics.flatMap(({ code, message }) =>
    code === 'DW292' ? message : [],
  );
}
