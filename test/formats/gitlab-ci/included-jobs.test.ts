import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';

/** `ship` may end early, so that its hooks are jobs around it. */
const ship = 'ship:\n  stage: deploy\n  script: [./ship, exit 0]\n';
const pipeline = `include: other.yml\nstages: [build, deploy]\nbuild:\n  stage: build\n  script: [make]\n${ship}`;
const gate = { pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['ship'] }] };

describe('a job that waits for earlier stages gets artifacts of jobs in included files', () => {
  test('and a warning where a hook makes it list its needs', () => {
    expect(codesOf(pipeline, gate)).toEqual(['DW270', 'DW273', 'DW290']);
  });

  test.each([
    ['without included files', pipeline.replace('include: other.yml\n', '')],
    ['where it has needs', `${pipeline}  needs: [build, from-other]\n`],
    ['where it takes no artifacts', `${pipeline}  dependencies: []\n`],
    ['where it names those whose artifacts it takes', `${pipeline}  dependencies: [build, from-other]\n`],
    ['where it starts another pipeline', pipeline.replace('script: [./ship, exit 0]', 'trigger: acme/site')],
    ['where nothing can be before it', pipeline.replaceAll('stage: deploy', 'stage: .pre')],
  ])('but not %s', (_, text) => {
    expect(codesOf(text, gate)).not.toContain('DW290');
    expect(codesOf(text, gate)).not.toContain('DW478');
  });

  test('and needs those that it names, for GitLab refuses it without them', () => {
    const text = `${pipeline}  dependencies: [from-other]\n`;
    const written = compiled(text, gate).outputs[0]!.text;
    expect(written).toContain('  needs: [build, hook-scan-ship, from-other]\n');
    const again = inputOf(written, gate);
    expect(compile(again).outputs[0]!.text).toBe(written);
    expect(verify(again).ok).toBe(true);
    expect(strip(again).outputs[0]!.text).toBe(text);
  });

  test('and is not made to wait for a hook that does not wait for these jobs itself', () => {
    const text = `${pipeline}early:\n  stage: deploy\n  needs: []\n  script: [make early]\n`;
    const ready = { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] };
    expect(codesOf(text, ready)).toContain('DW478');
    expect(codesOf(text.replace('include: other.yml\n', ''), ready)).not.toContain('DW478');
  });
});

function codesOf(text: string, injections: object): readonly string[] {
  return compiled(text, injections).diagnostics.map(({ code }) => code);
}

function compiled(text: string, injections: object) {
  return compile(inputOf(text, injections));
}

function inputOf(text: string, injections: object): CompileInput {
  return {
    workflow: [{ path: '.gitlab-ci.yml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  };
}
