import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { referencesAsText } from './references-as-text.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

type Jobs = Record<string, Record<string, unknown>>;

const hook = { type: 'shell', command: './check' };
const [before, behind, around] = [
  { pre_root: [{ ...hook, id: 'gate' }] },
  { final: [{ ...hook, id: 'bye' }] },
  { pre_task: [{ ...hook, id: 'scan', tasks: ['ship'] }] },
];

function written(text: string, injections: object): Jobs {
  return load(writtenPipeline(text, injections), { schema: referencesAsText }) as Jobs;
}

describe('where each job has tags', () => {
  const text = `
a:
  tags: [linux, big]
  script: [make]
b:
  tags: [linux]
  script: [make]
child:
  trigger: {include: child.yml}
`;

  test.each([
    ['a hook about none of them has those of the first one', text, 'a tags'],
    ['no job behind it changes that', `${text}c:\n  script: [make]\n`, 'a tags'],
    ['where the first one has none, hooks have none', `c:\n  script: [make]\n${text}`, undefined],
    ['one that starts a pipeline is on no runner', `up:\n  trigger: {include: up.yml}\n${text}`, 'a tags'],
    [
      'and so where they are taken over',
      `.linux:\n  tags: [linux]\na:\n  extends: .linux\n  script: [make]\n`,
      'a tags',
    ],
    ['those of all jobs are those of hooks as well', `default:\n  tags: [linux]\n${text}`, undefined],
    [
      'a variable of the job means nothing in others',
      `${text.replace('tags: [linux, big]', 'variables: {R: arm}\n  tags: [$R]')}`,
      'b tags',
    ],
    [
      'nor one of its matrix',
      'a:\n  parallel:\n    matrix:\n      - R: [arm, x86]\n  tags: [$R]\n  script: [make]\n',
      undefined,
    ],
    [
      'others have their own',
      `c:\n  parallel:\n    matrix:\n      - R: [arm, x86]\n  tags: [$R]\n  script: [make]\n${text}`,
      'a tags',
    ],
  ])('%s', (_, pipeline, tags) => {
    expect(written(pipeline, before)['hook-gate']!.tags).toEqual(tags);
    expect(written(pipeline, behind)['hook-bye']!.tags).toEqual(tags);
  });
});

test('a hook behind a job that starts a pipeline has tags of others', () => {
  const text = 'a:\n  tags: [linux]\n  script: [make]\nchild:\n  trigger: {include: child.yml}\n';
  const { 'hook-gate-child': gate } = written(text, { post_task: [{ ...hook, id: 'gate', tasks: ['child'] }] });
  expect(gate!.tags).toBe('a tags');
});

describe('a hook around a job', () => {
  const rest = '  script:\n    - ./ship\n    - exit 0\n';

  test('runs where that job runs', () => {
    const fields = 'image: helm\n  services: [docker:dind]\n  tags: [prod]\n  variables: {CLUSTER: eu}\n';
    const { 'hook-scan-ship': scan } = written(
      `ship:\n  ${fields}  before_script: [helm init]\n  interruptible: true\n${rest}`,
      around,
    );
    expect(scan).toMatchObject({
      image: 'ship image',
      services: 'ship services',
      tags: 'ship tags',
      variables: 'ship variables',
      before_script: 'ship before_script',
      interruptible: true,
    });
  });

  test('has of it no more than the runner where a policy demands the hook', () => {
    const fields = 'image: evil\n  tags: [prod]\n  variables: {PATH: ./evil}\n  before_script: [./evil]\n';
    const input = pipelineInput(`ship:\n  ${fields}${rest}`, around);
    const { outputs } = compile({ ...input, configuration: [{ ...input.configuration[0]!, layer: 'policy' }] });
    const { 'hook-scan-ship': scan } = load(outputs[0]!.text, { schema: referencesAsText }) as Jobs;
    expect(Object.keys(scan!)).toEqual(['stage', 'tags', 'script']);
  });

  test.each([
    ['ends it', '    - test -f chart || exit 0\n'],
    ['lets it go on', '    - set +e\n'],
  ])('does not run what %s before it', (_, command) => {
    const own = `ship:\n  before_script:\n${command}${rest}`;
    expect(written(`default:\n  before_script: [make]\n${own}`, around)['hook-scan-ship']!.before_script).toEqual([]);
    expect(written(own, around)['hook-scan-ship']!.before_script).toBeUndefined();
    const usual = `default:\n  before_script:\n${command}ship:\n${rest}`;
    expect(written(usual, around)['hook-scan-ship']!.before_script).toEqual([]);
    expect(written(usual, before)['hook-gate']!.before_script).toEqual([]);
  });
});

describe('a hook before jobs', () => {
  const jobs = 'stages: [build, deploy]\nbuild:\n  stage: build\n  interruptible: true\n  script: [make]\n';

  test.each([
    ['may be stopped where a newer pipeline may stop them', 'deploy', true],
    ['may not where it may not stop one of the first', 'build', undefined],
  ])('%s', (_, stage, interruptible) => {
    const text = `${jobs}ship:\n  stage: ${stage}\n  script: [./ship]\n`;
    expect(written(text, before)['hook-gate']!.interruptible).toBe(interruptible);
  });
});

test('a list that closes further left than its key stays readable beside the references of hooks', () => {
  const text = 'ship:\n  tags: [\n    linux\n]\n  script: [./ship.sh]\n';
  const hooks = { pre_task: [{ id: 'ask', type: 'approval', prompt: 'Ship it?' }] };
  expect(writtenPipeline(text, hooks)).toContain('tags: !reference [ship, tags]');
});

test.each([
  ['a program', '[/bin/true]', true],
  ['a shell that only reads', '[sh, -n]', true],
  ['a text', '/bin/true', true],
  ['a reference', '!reference [.x, all]', true],
  ['none', '[""]', false],
  ['a shell', '[/bin/sh, -c]', false],
])('an image decides what runs the hooks of a policy by its entrypoint: %s', (_, entrypoint, isTold) => {
  const codes = (text: string, more: object = {}) => {
    const input = pipelineInput(`.x: {all: [/bin/true]}\n${text}`, {});
    const hooks = { injections: { pre_root: [{ ...hook, id: 'gate' }] }, ...more };
    const configuration = [{ path: 'policy.json', layer: 'policy' as const, text: JSON.stringify({ hooks }) }];
    return compile({ ...input, configuration }).diagnostics.map(({ code }) => code);
  };
  const image = `image: {name: x, entrypoint: ${entrypoint}}`;
  const expected = isTold ? ['DW471'] : [];
  expect(codes(`default: {${image}}\na:\n  script: [make]\n`)).toEqual(expected);
  expect(codes(`${image}\na:\n  script: [make]\n`)).toEqual(expected);
  expect(codes(`default: {${image}}\na:\n  script: [make]\n`, { gitlab_ci: { image: 'own' } })).toEqual([]);
  expect(codes(`a:\n  ${image}\n  script: [make]\n`)).toEqual([]);
  const inJob = { injections: { pre_task: [{ ...hook, id: 'gate' }] } };
  expect(codes(`a:\n  ${image}\n  script: [make]\n`, inJob)).toEqual(expected);
});
