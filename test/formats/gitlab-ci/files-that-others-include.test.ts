import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { pipelineInput } from './written-pipeline.js';

const gate = { id: 'gate', type: 'shell', command: './gate' };
const part = `package:
  stage: package
  needs: [compile]
  script: make package
publish:
  stage: publish
  script: ./publish
`;

describe.each([
  '.gitlab/ci/package.yml',
  '.gitlab-ci/package.yml',
  'ci/package.gitlab-ci.yml',
  'C:\\repo\\.gitlab-ci.d\\package.yml',
])('%s is a part of a pipeline', (path) => {
  test('whose jobs may need others, in stages of another file', () => {
    const { ok, outputs, diagnostics } = compiled(path, part, { post_task: [gate] });
    expect(ok).toBe(true);
    expect(outputs[0]!.text.match(/# hook-gate/g)).toHaveLength(2);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['DW270', 'note']]);
  });
});

test.each(['.gitlab-ci.yml', 'pipeline.yml', 'gitlab/ci.yml'])('%s is a whole pipeline', (path) => {
  const { ok, diagnostics } = compiled(path, part, { post_task: [gate] });
  expect(ok).toBe(false);
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW271', 'DW271']);
});

test('stages whose order another file says are in the order of needs', () => {
  // By their first mention, `check` would be behind `build`, and would wait for it.
  const text = `ready:
  stage: check
  script: ./ready
build:
  stage: build
  needs: [ready]
  script: make
`;
  const { ok, diagnostics } = compiled('.gitlab/ci/build.yml', text, { post_task: [gate] });
  expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
  expect(ok).toBe(true);
});

test('a hook that would be a job between jobs whose order is not known is refused', () => {
  const text = `call:
  stage: call
  trigger: {include: other.yml}
after:
  stage: after
  script: make
`;
  const { ok, diagnostics } = compiled('.gitlab/ci/call.yml', text, {
    post_task: [{ ...gate, tasks: ['call'] }],
    pre_task: [{ id: 'ask', type: 'approval', prompt: 'Go on?', tasks: ['after'] }],
  });
  expect(ok).toBe(false);
  expect(diagnostics.map(({ message }) => message).join()).toContain(
    'the order of the stages is in a file that was not read',
  );
});

test('a file with nothing but what jobs of other files take over is left as it is', () => {
  const text = 'variables: {A: b}\n.rules:\n  rules: [{if: $A}]\n.list: &list [a, b]\n';
  const whole = { pre_root: [{ ...gate, optional: true }] };
  const { ok, outputs, diagnostics } = compiled('.gitlab/ci/rules.yml', text, whole);
  expect(ok).toBe(true);
  expect(outputs.map((file) => file.text)).toEqual([text]);
  expect(diagnostics.map(({ code }) => code)).toEqual(['DW270']);
});

describe('a hook for the whole run', () => {
  const ready = { id: 'ready', type: 'shell', command: './ready' };

  test('that waits for jobs of a part alone is a warning, since files have hooks of one name', () => {
    const { diagnostics } = compiled('.gitlab/ci/build.yml', 'build:\n  script: make\n', { post_roots: [ready] });
    expect(diagnostics.map(({ code, message }) => [code, message])).toContainEqual([
      'DW222',
      expect.stringContaining('`hook-ready` waits for the jobs of `build.yml` alone'),
    ]);
    expect(compiled('.gitlab-ci.yml', 'build:\n  script: make\n', { post_roots: [ready] }).diagnostics).toEqual([]);
  });

  test('that waits for nothing is the same in each part', () => {
    const { diagnostics } = compiled('.gitlab/ci/build.yml', 'build:\n  script: make\n', { pre_root: [ready] });
    expect(diagnostics.map(({ code }) => code)).toEqual(['DW270']);
  });
});

function compiled(path: string, text: string, injections: object) {
  const input = { ...pipelineInput(text, injections), workflow: [{ path, text }] };
  const result = compile(input);
  if (result.ok) {
    const again = { ...input, workflow: result.outputs };
    expect(compile(again).outputs).toEqual(result.outputs);
    expect(verify(again).ok).toBe(true);
    expect(strip(again).outputs[0]!.text).toBe(text);
  }
  return result;
}
