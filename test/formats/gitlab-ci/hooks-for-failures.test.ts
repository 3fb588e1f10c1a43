import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const build = 'build:\n  stage: build\n  script: [make]\n';
const note = { id: 'note', type: 'shell', command: './note' };

describe('a pipeline that is cancelled where a job fails', () => {
  const cancel = 'auto_cancel: {on_job_failure: all}';
  const all = `workflow: {${cancel}}\n${build}`;

  test.each([
    ['at its end', all, { final: [{ ...note, run: 'failure' }] }],
    ['for every end', all, { final: [{ ...note, run: 'always' }] }],
    ['behind a job', all, { post_task: [{ ...note, run: 'failure', tasks: ['build'] }] }],
    ['by a rule', `workflow: {rules: [{if: $X, ${cancel}}]}\n${build}`, { final: [{ ...note, run: 'failure' }] }],
  ])('starts no hook for failures, which a warning says: %s', (_, text, injections) => {
    expect(codesOf(text, injections)).toContain('DW488');
  });

  test.each([
    ['a hook for a success', all, { final: [note] }],
    ['one in the job that fails', all, { post_task: [{ ...note, run: 'failure', on_failure: 'continue' }] }],
    ['another setting', all.replace('all', 'none'), { final: [{ ...note, run: 'failure' }] }],
  ])('there is no warning for %s', (_, text, injections) => {
    expect(codesOf(text, injections)).not.toContain('DW488');
  });
});

describe('a job that starts a pipeline and does not wait for it', () => {
  const ship = (trigger: string) => `${build}ship: {stage: deploy, trigger: ${trigger}}\n`;
  const injections = { post_task: [{ ...note, tasks: ['ship'] }] };

  test.each([
    'acme/ship',
    '{project: acme/ship}',
    '{include: ship.yml}',
  ])('lets a hook behind it start early: %s', (trigger) => {
    expect(codesOf(ship(trigger), injections)).toEqual(['DW489']);
  });

  test('lets it wait where it has a strategy', () => {
    expect(codesOf(ship('{project: acme/ship, strategy: depend}'), injections)).toEqual([]);
    expect(codesOf(ship('{include: ship.yml, strategy: mirror}'), injections)).toEqual([]);
  });

  test('says nothing of a hook before it', () => {
    expect(codesOf(ship('acme/ship'), { pre_task: injections.post_task })).toEqual([]);
  });
});

describe('a hook for the failure of a job that may fail', () => {
  const text = build.replace('stage: build', 'allow_failure: true');
  const rule = { ...note, run: 'failure', tasks: ['build'] };

  test('is refused with a way out, which works', () => {
    expect(helpOf(text, { post_task: [rule] })).toContain('Write `on_failure: continue` in the rule');
    expect(writtenPipeline(text, { post_task: [{ ...rule, on_failure: 'continue' }] })).toContain('after_script:');
  });

  test('is refused with another way out where the job has no commands', () => {
    const trigger = text.replace('script: [make]', 'trigger: {project: acme/build, strategy: depend}');
    expect(helpOf(trigger, { post_task: [rule] })).toContain('Remove `allow_failure` from `build`');
  });
});

function codesOf(text: string, injections: object): readonly string[] {
  return compile(pipelineInput(text, injections)).diagnostics.map(({ code }) => code);
}

function helpOf(text: string, injections: object): string | undefined {
  return compile(pipelineInput(text, injections)).diagnostics.find(({ code }) => code === 'DW479')?.help;
}
