import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

const build = 'build:\n  stage: build\n  script: [make]\n';
const note = { id: 'note', type: 'shell', command: './note' };

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

function helpOf(text: string, injections: object): string | undefined {
  return compile(pipelineInput(text, injections)).diagnostics.find(({ code }) => code === 'DW479')?.help;
}
