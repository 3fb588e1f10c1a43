import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { mergedPairs } from '../../../src/formats/gitlab-ci/merged.js';
import { parseYaml } from '../../../src/text/yaml.js';
import { asMap, textOf } from '../../../src/text/yaml-access.js';
import { inputOf } from '../../compile/one-text.js';
import { writtenPipeline } from './written-pipeline.js';

/** GitLab's parser of YAML, that of Ruby, takes one pair after the other: https://github.com/ruby/psych, `revive_hash`. */
describe('of pairs and merge keys', () => {
  test.each([
    ['the later one counts', 'a: 1\n<<: {a: 2}\n', '2'],
    ['an own one behind counts', '<<: {a: 2}\na: 1\n', '1'],
    ['the first of a list counts', 'a: 1\n<<: [{a: 2}, {a: 3}]\n', '2'],
    ['of two merge keys the later one counts', '<<: {a: 2}\n<<: {a: 3}\n', '3'],
    ['those inside of a merged map go by the same rule', '<<: {a: 2, <<: {a: 3}}\n', '3'],
  ])('%s', (_, text, expected) => {
    const root = asMap(parseYaml(text)[0]!.root)!;
    expect(mergedPairs(root).map(({ value }) => textOf(value))).toEqual([expected]);
  });
});

const pipeline = (job: string) => `.danger: &danger
  script: [terraform destroy]
  needs: []
stages: [build, deploy]
build:
  stage: build
  script: [make]
deploy:
  stage: deploy
${job}`;

describe('a job whose commands a merge key below them takes the place of', () => {
  const text = pipeline('  script: [./deploy.sh]\n  <<: *danger\n');

  test('runs what rules forbid', () => {
    const deny = [{ match: { runs: 'terraform destroy' }, message: 'not here' }];
    expect(errorsOf(text, { deny })).toEqual(['DW450']);
    expect(errorsOf(pipeline('  <<: *danger\n  script: [./deploy.sh]\n'), { deny })).toEqual([]);
  });

  test('has its hooks in jobs around it', () => {
    const injections = { post_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['deploy'] }] };
    const { outputs, diagnostics } = compiled(text, { injections });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(outputs[0]!.text).toContain('\nhook-scan-deploy:\n  stage: deploy\n  needs: [deploy]\n');
    expect(outputs[0]!.text).toContain('  script: [./deploy.sh]\n  <<: *danger\n');
  });
});

test('needs that a merge key below them takes the place of are not written', () => {
  const injections = { pre_task: [{ id: 'scan', type: 'shell', command: './scan', tasks: ['deploy'] }] };
  const text = pipeline('  script: [./deploy.sh]\n  needs: [build]\n  <<: *danger\n');
  expect(errorsOf(text, { injections })).toContain('DW633');
});

test('a job with commands of its own below a merge key leaves hooks to those of the job that it merges', () => {
  const text = 'unit: &unit\n  stage: test\n  script: [make]\nrace:\n  <<: *unit\n  script:\n    - make race\n';
  const gate = { id: 'scan', type: 'shell', command: './scan' };
  const log = { ...gate, id: 'log', run: 'always', on_failure: 'continue' };
  expect(writtenPipeline(text, { pre_task: [gate], post_task: [log] })).toMatch(/hook-scan.*make\]/);
  const below = text.replace('  <<: *unit\n  script:\n    - make race\n', '  script: [make race]\n  <<: *unit\n');
  expect(errorsOf(below, { injections: { pre_task: [{ ...gate, tasks: ['race'] }] } })).toEqual([]);
});

function compiled(text: string, hooks: object) {
  const input = inputOf(text, { enabled: true, ...hooks });
  return compile({ ...input, options: { ...input.options, format: 'gitlab-ci' } });
}

function errorsOf(text: string, hooks: object): readonly string[] {
  return compiled(text, hooks).diagnostics.flatMap(({ severity, code }) => (severity === 'error' ? [code] : []));
}

describe('where a job merges several mappings', () => {
  const gate = { id: 'scan', type: 'shell', command: './scan' };
  const [keys, list] = ['  <<: *arm\n  <<: *unit\n', '  <<: [*arm, *unit]\n'];
  const text = (name: string, merges: string) =>
    `.arm: &arm\n  tags: [arm]\n${name}: &unit\n  stage: test\n  script: [make]\nrace:\n${merges}`;

  test.each([
    ['by two merge keys', keys],
    ['by a list', list],
  ])('it takes over the commands of one of them %s', (_, merges) => {
    expect(writtenPipeline(text('.unit', merges), { pre_task: [gate] })).toContain(
      '    # hook-scan\n    ( ./scan )\n  - !reference [.unit, script]\n',
    );
    const around = writtenPipeline(text('unit', merges), { post_task: [{ ...gate, tasks: ['unit'] }] });
    expect(around).toContain('\nhook-scan-unit:\n');
  });
});
