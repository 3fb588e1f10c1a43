import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../../src/compile.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

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
    const ends = endsByDocuments(writtenPipeline(text, gate), {
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
    expect(writtenPipeline(pipeline(rules), injections)).toContain(`
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
    const hooked = writtenPipeline(front + pipeline(rules), gate);
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

describe('where a rule of a job says how it starts', () => {
  const holds = ['$CI_COMMIT_BRANCH'];
  const rule = (more: string) => pipeline(`    - if: $CI_COMMIT_BRANCH\n      ${more}`);

  test('a gate before it asks no person', () => {
    const ends = endsByDocuments(writtenPipeline(rule('when: manual'), gate), { holds });
    expect([ends.get('hook-scan-ship'), ends.get('ship')]).toEqual(['success', 'waiting']);
  });

  test('a hook behind it does not run where it failed', () => {
    const hooked = writtenPipeline(rule('when: always'), { post_task: [hook('smoke')] });
    const ends = endsByDocuments(hooked, { holds, fails: { ship: 1 } });
    expect([ends.get('ship'), ends.get('hook-smoke-ship')]).toEqual(['failed', 'skipped']);
  });

  test('its hooks wait for nothing but for their turn', () => {
    const hooked = writtenPipeline(rule('when: delayed\n      start_in: 1 day'), gate);
    expect(hooked.match(/start_in/g)).toHaveLength(1);
    expect(hooked).toContain('  rules:\n    - if: "$CI_COMMIT_BRANCH"\n      when: on_success\n');
  });

  test('a person is asked before it all the same', () => {
    const ask = { pre_task: [{ id: 'ask', type: 'approval', prompt: 'Ship?', tasks: ['ship'] }] };
    const hooked = writtenPipeline(rule('when: delayed\n      start_in: 1 day'), ask);
    const ends = endsByDocuments(hooked, { holds });
    expect([ends.get('hook-ask-ship'), ends.get('ship')]).toEqual(['waiting', 'waiting']);
    expect(endsByDocuments(hooked, { holds, started: ['hook-ask-ship'] }).get('ship')).toBe('success');
  });

  test('what runs at every end of it does', () => {
    const hooked = writtenPipeline(rule('when: always'), { post_task: [hook('logs', { run: 'always' })] });
    const ends = endsByDocuments(hooked, { holds, fails: { ship: 1 } });
    expect([ends.get('ship'), ends.get('hook-logs-ship')]).toEqual(['failed', 'success']);
  });

  test.each([
    ['its rule', rule('when: on_failure')],
    ['the job itself', pipeline('    - if: $CI_COMMIT_BRANCH', '  when: on_failure\n')],
  ])('no gate goes before one that starts behind a failure by %s, for it would never start', (_, text) => {
    expect(codesOf(text, gate)).toEqual(['DW478']);
    const help = helpOf(text, gate);
    expect(help).toContain('`tasks_exclude`');
    expect(help).not.toContain('Write its needs');
  });
});

describe('where a rule of a job has needs of its own, which take the place of those of the job', () => {
  const rule = (needs: string, more = '') => pipeline(`    - if: $CI_COMMIT_BRANCH\n      needs: ${needs}`, more);
  const early = 'early:\n  stage: build\n  script: [exit 0]\n';
  const first = { pre_root: [{ id: 'freeze', type: 'shell', command: './freeze' }] };

  test('no gate goes before it', () => {
    const text = rule('[build]', '  needs: [build]\n');
    expect(codesOf(text, gate)).toEqual(['DW478']);
    expect(helpOf(text, gate)).toContain('Take `needs` out of its rules');
  });

  test('a hook behind it does not have them', () => {
    const hooked = writtenPipeline(rule('[build]'), { post_task: [hook('smoke')] });
    const ends = endsByDocuments(hooked, { holds: ['$CI_COMMIT_BRANCH'], fails: { ship: 1 } });
    expect(ends.get('hook-smoke-ship')).toBe('skipped');
  });

  test.each([
    ['the gate of a run, where it needs nothing', rule('[]'), first],
    ['the same, where what it needs may be missing', rule('[{job: build, optional: true}]'), first],
    ['the same, where it needs a job of another project', rule('[{project: a/b, job: x, ref: main}]'), first],
    ['a gate between stages', rule('[build]'), { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] }],
    ['a gate behind what it needs', early + rule('[early]'), { post_task: [hook('check', { tasks: ['early'] })] }],
  ])('it may not pass %s', (_, text, injections) => {
    expect(codesOf(text, injections)).toEqual(['DW478']);
  });

  test.each([
    ['behind that of a run', rule('[build]'), first],
    ['behind the commands of what it needs', rule('[build]'), { post_task: [hook('check', { tasks: ['build'] })] }],
    ['and nothing waits for the hook', early + rule('[build]'), { post_task: [hook('check', { tasks: ['early'] })] }],
  ])('and may have them %s', (_, text, injections) => {
    expect(codesOf(text, injections)).toEqual([]);
  });
});

describe('a job whose needs may all be missing', () => {
  const first = { pre_root: [{ id: 'freeze', type: 'shell', command: './freeze' }] };
  const optional = (needs: string) => `stages: [build, deploy]
build:
  stage: build
  script: [make]
docs:
  stage: build
  rules: [{if: $DOCS}]
  script: [make docs]
ship:
  stage: deploy
  needs: ${needs}
  script: [./ship]
`;

  test.each([
    ['where they are', ['$DOCS']],
    ['where they are missing', []],
  ])('waits for the gate of a run %s', (_, holds) => {
    const hooked = writtenPipeline(optional('[{job: docs, optional: true}]'), first);
    expect(endsByDocuments(hooked, { holds, fails: { 'hook-freeze': 1 } }).get('ship')).toBe('skipped');
    expect(endsByDocuments(hooked, { holds }).get('ship')).toBe('success');
  });

  test('keeps its needs where one of them is there in any case', () => {
    const needs = '  needs: [{job: docs, optional: true}, build]\n';
    expect(writtenPipeline(optional('[{job: docs, optional: true}, build]'), first)).toContain(needs);
  });
});

describe('rules that are in a file that was not read', () => {
  const text = `include: rules.yml\n${pipeline('    - !reference [.shared, rules]')}`;
  test('may let the job fail, so no hook has them', () => {
    expect(codesOf(text, gate)).toEqual(['DW629']);
  });
});

describe('rules that ask for a variable of the job', () => {
  const rules = '    - if: $LEVEL == "full"';
  const own = pipeline(rules, '  variables: {LEVEL: full}\n');
  const matrix = pipeline(rules, '  parallel:\n    matrix:\n      - LEVEL: [full, half]\n');
  const ofPolicy: Layer = { layer: 'policy' };
  const spawn = { id: 'scan', type: 'spawn', pipeline: 'child.yml', external: true, tasks: ['ship'] };

  test('are those of a hook that has the variable as well', () => {
    expect(codesOf(own, gate)).toEqual([]);
  });

  test.each([
    [
      'is between stages',
      own
        .replace('stages: [build, deploy]', 'stages: [deploy, late]\nlast: {stage: late, script: [make]}')
        .replace('build:\n  stage: build\n  script: [make]\n', ''),
      { post_roots: [{ id: 'ready', type: 'shell', command: './ready' }] },
    ],
    [
      'is no part of a job of PowerShell',
      own.replace('{LEVEL: full}', '{LEVEL: full, DEPTH: 8}').replace('./ship', 'Write-Host shipping'),
      { post_task: [hook('smoke')] },
    ],
  ])('are those of a hook that %s, with the variable alone that they ask for', (_, text, injections) => {
    const written = writtenPipeline(text, injections);
    expect(written).toContain('  variables:\n    LEVEL: !reference [ship, variables, LEVEL]\n');
    expect(written).toContain('  rules: !reference [ship, rules]\n');
    expect(written).not.toContain('DEPTH]');
  });

  test.each([
    ['one of a policy has no variables of the job', own, gate, ofPolicy],
    ['one that starts a pipeline has none', own, { pre_task: [spawn] }],
    ['each job of a matrix has another value', matrix, gate],
  ])('would leave out others: %s', (_, text, injections, layer = {}) => {
    expect(codesOf(text, injections, layer)).toEqual(['DW629']);
    expect(helpOf(text, injections, layer)).toMatch(/^(Set|Ask for) /);
  });

  const asking = (more: string, front = '') => front + pipeline('    - if: $KIND == "full"', more);
  const levels = '  parallel: {matrix: [{LEVEL: [full, half]}]}\n';
  const base = '.base: &levels {LEVEL: [full, half]}\n';
  test.each([
    ['which a variable of the pipeline names', asking(levels, 'variables: {KIND: $LEVEL}\n')],
    ['which one of the job names by another', asking(`${levels}  variables: {KIND: "\${A}", A: $LEVEL}\n`)],
    [
      'which a merge key brings into it',
      base + matrix.replace('    matrix:\n      - LEVEL: [full, half]', '    matrix: [{<<: *levels, OS: a}]'),
    ],
    ['which is the same for all its jobs', matrix.replace('LEVEL: [full, half]', '{LEVEL: full, OS: [a, b]}')],
  ])('cannot be those of a hook where they ask for a variable of a matrix %s', (_, text) => {
    expect(codesOf(text, gate)).toEqual(['DW629']);
    expect(helpOf(text, gate)).toMatch(/^Ask for it in the commands of `ship`/);
    expect(codesOf(text.replace(/\$(?:KIND|LEVEL) ==/, '$CI_COMMIT_BRANCH =='), gate)).toEqual([]);
  });

  test('and what rules set is not for a hook of a policy', () => {
    const text = pipeline('    - if: $CI_COMMIT_BRANCH\n      variables: {PATH: ./evil}');
    const { outputs } = compile(inputOf(text, gate, ofPolicy));
    expect(outputs[0]!.text.match(/evil/g)).toHaveLength(1);
    expect(writtenPipeline(text, gate)).toContain('  rules: !reference [ship, rules]\n');
  });
});

test('rules that say only where the job is are referred to', () => {
  const rules = '    - if: $CI_COMMIT_TAG\n      when: never\n    - when: on_success';
  expect(writtenPipeline(pipeline(rules), gate)).toContain('  rules: !reference [ship, rules]\n');
});

type Layer = Partial<CompileInput['configuration'][number]>;

function codesOf(text: string, injections: object, layer: Layer = {}): readonly string[] {
  const { diagnostics } = compile(inputOf(text, injections, layer));
  return diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
}

function helpOf(text: string, injections: object, layer: Layer = {}): string | undefined {
  const { diagnostics } = compile(inputOf(text, injections, layer));
  return diagnostics.find(({ severity }) => severity === 'error')?.help;
}

function inputOf(text: string, injections: object, layer: Layer): CompileInput {
  const input = pipelineInput(text, injections);
  return { ...input, configuration: [{ ...input.configuration[0]!, ...layer }] };
}
