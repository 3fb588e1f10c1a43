import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';

/** `ship` may end early, so that its hooks are jobs around it. */
function pipeline(rules: string, more = ''): string {
  return `stages: [build, deploy]
build:
  stage: build
  script: [make]
ship:
  stage: deploy
${more}  rules:
${rules}
  script:
    - ./ship
    - exit 0
`;
}

const gate = { pre_task: [hook('scan')] };

function hook(id: string, more: object = {}) {
  return { id, type: 'shell', command: `./${id}`, tasks: ['ship'], ...more };
}

describe('where a rule of a job lets it fail', () => {
  const onBranch = '    - if: $CI_COMMIT_BRANCH\n      allow_failure: true';
  const text = pipeline(onBranch);

  test('a gate before it may not', () => {
    const ends = endsByDocuments(written(text, gate), {
      holds: ['$CI_COMMIT_BRANCH'],
      fails: { 'hook-scan-ship': 1 },
    });
    expect([ends.get('hook-scan-ship'), ends.get('ship')]).toEqual(['failed', 'skipped']);
  });

  test('its hooks have the rest of the rules, and may fail where their own rule says so', () => {
    const rules = `    - if: $CI_COMMIT_TAG =~ /^v\\d/
      when: never
    - if: $CI_COMMIT_BRANCH
      changes: {paths: [src/*], compare_to: main}
      exists: [Dockerfile]
      variables: {LEVEL: full, DEPTH: 8}
      allow_failure: false`;
    const injections = { post_task: [hook('smoke', { on_failure: 'continue' })] };
    expect(written(pipeline(rules), injections)).toContain(`
  needs: [ship]
  rules:
    - if: "$CI_COMMIT_TAG =~ /^v\\\\d/"
      when: never
    - if: "$CI_COMMIT_BRANCH"
      changes:
        paths: [src/*]
        compare_to: main
      exists: [Dockerfile]
      variables:
        LEVEL: full
        DEPTH: "8"
      when: on_success
  allow_failure: true
`);
  });

  test.each([
    ['another job', `.base:\n  rules:\n${onBranch}\n`, '    - !reference [.base, rules]'],
    [
      'what that extends',
      `.root:\n  rules:\n${onBranch}\n.base: {extends: .root}\n`,
      '    - !reference [.base, rules]',
    ],
    ['an anchor', `.base: &base\n  allow_failure: true\n`, '    - <<: *base\n      if: $CI_COMMIT_BRANCH'],
  ])('by the rules of %s as well', (_, front, rules) => {
    const hooked = written(front + pipeline(rules), gate);
    expect(hooked).toContain(
      '  rules:\n    - if: "$CI_COMMIT_BRANCH"\n      when: on_success\n  script: |-\n    # hook-scan-ship',
    );
  });

  test('a reference within a rule cannot be written out', () => {
    const rules = '    - if: !reference [.shared, if]\n      allow_failure: true';
    expect(codesOf(pipeline(rules), gate)).toEqual(['DW629']);
  });

  test('a hook for its failure is refused, for GitLab counts that as a success', () => {
    expect(codesOf(text, { post_task: [hook('siren', { run: 'failure' })] })).toEqual(['DW479']);
  });
});

describe('rules that are in a file that was not read', () => {
  const text = `include: rules.yml\n${pipeline('    - !reference [.shared, rules]')}`;
  test('may let the job fail, so no hook has them', () => {
    expect(codesOf(text, gate)).toEqual(['DW629']);
  });
});

test('rules that say only where the job is are referred to', () => {
  const rules = '    - if: $CI_COMMIT_TAG\n      when: never\n    - when: on_success';
  expect(written(pipeline(rules), gate)).toContain('  rules: !reference [ship, rules]\n');
});

function codesOf(text: string, injections: object): readonly string[] {
  const { diagnostics } = compile(inputOf(text, injections));
  return diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
}

function written(text: string, injections: object): string {
  const input = inputOf(text, injections);
  const { ok, outputs, diagnostics } = compile(input);
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  const again = { ...input, workflow: outputs };
  expect(compile(again).outputs).toEqual(outputs);
  expect(verify(again).ok).toBe(true);
  expect(strip(again).outputs[0]!.text).toBe(text);
  return outputs[0]!.text;
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
