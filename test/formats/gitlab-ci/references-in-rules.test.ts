import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const approval = { pre_task: [{ id: 'ok', type: 'approval', prompt: 'Go?', tasks: ['ship'] }] };

function pipeline(ship: string, more = ''): string {
  return `stages: [build, deploy]
.of: {when: manual, files: [src/*, go.mod], variables: {LEVEL: full}, matrix: [{REGION: [eu, us]}], stage: deploy}
.is_main: $CI_COMMIT_BRANCH == "main"
build:
  stage: build
  script: [make]
ship:
  stage: deploy
${ship}  script: [./ship]
${more}`;
}

describe('references in the rules of a job', () => {
  test('are followed where a hook has these rules without what they say of the job', () => {
    const text = pipeline(`  rules:
    - if: !reference [.is_main]
      changes: !reference [.of, files]
      variables: !reference [.of, variables]
      when: manual
      allow_failure: true
`);
    expect(writtenPipeline(text, approval)).toContain(`
  rules:
    - if: "$CI_COMMIT_BRANCH == \\"main\\""
      changes: [src/*, go.mod]
      variables:
        LEVEL: full
      when: manual
      allow_failure: false
`);
  });

  test('decide how the job starts, which its gate does not take over', () => {
    const gate = { pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['ship'], before: 'ship' }] };
    const text = pipeline('  rules:\n    - if: $X\n      when: !reference [.of, when]\n').replace(
      '[./ship]',
      '[./ship, exit 0]',
    );
    const { pre_task } = gate;
    const rule = { pre_task: pre_task.map(({ before: _, ...one }) => one) };
    expect(writtenPipeline(text, rule)).toContain('\n  rules:\n    - if: "$X"\n      when: on_success\n');
  });

  test.each([
    [
      'a `when` in a file that was not read',
      '    - {if: $X, when: !reference [.gone, when]}',
      'reference to what was not read',
    ],
    ['a variable of a matrix', '    - if: !reference [.asks]', 'ask for `$REGION`'],
  ])('are refused with %s', (_, rules, why) => {
    const more = '.asks: $REGION == "eu"\ninclude: other.yml\n';
    const text = pipeline(`  parallel: {matrix: !reference [.of, matrix]}\n  rules:\n${rules}\n`, more);
    const { ok, diagnostics } = compile(pipelineInput(text, approval));
    expect([ok, diagnostics.map(({ message }) => message)]).toEqual([
      false,
      expect.arrayContaining([expect.stringContaining(why)]),
    ]);
  });

  test.each([
    '[.of, stage]',
    '[.more, stage]',
    '[.more, under, name]',
    '[.more, again]',
    '[.stage]',
    '[.again]',
    '[variables, STAGE]',
  ])('give the job its stage: %s', (path) => {
    const more = '.more: {stage: !reference [.of, stage], under: {name: deploy}, again: !reference [.more, stage]}\n';
    const ofRoot = '.stage: deploy\n.again: !reference [.stage]\nvariables: {STAGE: deploy}\n';
    const text = pipeline('', more + ofRoot).replace('ship:\n  stage: deploy', `ship:\n  stage: !reference ${path}`);
    const injections = { post_task: [{ id: 'smoke', type: 'approval', prompt: 'Fine?', tasks: ['build'] }] };
    expect(writtenPipeline(text, injections)).toContain('hook-smoke-build:\n  stage: build\n');
  });
});
