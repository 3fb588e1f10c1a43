import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { endsByDocuments } from '../../engine/gitlab-model.js';
import { pipelineInput, writtenPipeline } from './written-pipeline.js';

/** `ship` waits for a person, and need not run at all. */
const work = `stages: [build, test, deploy]
build: {stage: build, script: [make]}
test: {stage: test, script: [make test]}
ship: {stage: deploy, script: [./ship], when: manual}
`;
const job = (name: string, more = '') => `${name}: {stage: .post, script: [./${name}]${more}}\n`;

describe('behind a job of the last stage, a hook for a failure', () => {
  const text = work + job('notify', ', when: always');

  test('runs where an earlier job failed, although others are skipped', () => {
    const { written } = hooked(text, 'failure');
    const ends = endsByDocuments(written, { fails: { build: 1 } });
    expect([ends.get('test'), ends.get('hook-end')]).toEqual(['skipped', 'success']);
    expect(endsByDocuments(written, {}).get('hook-end')).toBe('skipped');
  });

  test('does not run where only that job failed, which a warning says', () => {
    const { written, warnings } = hooked(text, 'failure');
    expect(endsByDocuments(written, { fails: { notify: 1 } }).get('hook-end')).toBe('skipped');
    expect(warnings).toEqual([expect.stringContaining('does not run where nothing but `notify` fails')]);
    expect(hooked(text.replace('.post', 'deploy'), 'failure').warnings).toEqual([]);
  });
});

test.each([
  'success',
  'failure',
])('behind a stage with a job for a failure, a hook for a %s runs as elsewhere', (run) => {
  const { written, warnings } = hooked(`${work}undo: {stage: deploy, script: [./undo], when: on_failure}\n`, run);
  expect(endsByDocuments(written, { fails: { build: run === 'failure' ? 1 : 0 } }).get('hook-end')).toBe('success');
  expect(warnings).toEqual([]);
});

describe('behind a job of the last stage, a hook that always runs', () => {
  test.each([
    ['that job', job('notify'), ['notify']],
    ['one behind another', job('notify', ', when: always') + job('tidy', ', needs: [notify]'), ['notify', 'tidy']],
  ])('needs %s alone, so that nothing that is skipped starts it early', (_, last, needs) => {
    const { written, warnings } = hooked(work + last, 'always');
    expect(written).toContain(`  needs: [${needs.join(', ')}]\n  rules:\n    - when: always\n`);
    expect(warnings).toEqual([]);
  });

  test.each([
    ['one that does not wait for earlier stages', job('notify') + job('tidy', ', needs: [build]')],
    ['one in a pipeline that may hold others', `review: {rules: [{if: $X}], script: [./r]}\n${job('notify')}`],
    ['one that may be missing', job('notify', ', rules: [{if: $CI_COMMIT_TAG}]')],
  ])('waits for earlier stages alone beside %s, which a warning says', (_, last) => {
    const { written, warnings } = hooked(work + last, 'always');
    expect(written).toContain('hook-end:\n  stage: .post\n  rules:\n    - when: always\n');
    expect(warnings).toEqual([expect.stringMatching(/may start before `notify`(?:, `tidy` have| has) ended/)]);
  });

  test('waits for two side by side, and starts where one of them is skipped, which a warning says', () => {
    const { written, warnings } = hooked(work + job('notify', ', when: always') + job('tidy'), 'always');
    expect(written).toContain('  needs: [notify, tidy]\n');
    expect(warnings).toEqual([expect.stringContaining('may start before `notify`, `tidy` have ended')]);
  });
});

describe('behind a job of the last stage, a hook for a success', () => {
  test('runs although a job of an earlier stage need not run', () => {
    const { written, warnings } = hooked(work + job('notify'), 'success');
    expect(endsByDocuments(written, {}).get('hook-end')).toBe('success');
    expect(warnings).toEqual([]);
    for (const failing of ['build', 'test', 'notify'])
      expect(endsByDocuments(written, { fails: { [failing]: 1 } }).get('hook-end')).toBe('skipped');
  });

  test('needs all jobs that have to run where that one runs behind a failure, too', () => {
    const { written, warnings } = hooked(work + job('notify', ', when: always'), 'success');
    expect(endsByDocuments(written, { fails: { test: 1 } }).get('hook-end')).toBe('skipped');
    expect(endsByDocuments(written, {}).get('hook-end')).toBe('success');
    expect(warnings).toEqual([]);
  });

  test('needs one that a person starts by some of its rules alone as well, and a warning says what that means', () => {
    const byRules = work.replace('when: manual', 'rules: [{if: $X}, {when: manual, allow_failure: true}]');
    const { written, warnings } = hooked(byRules + job('notify', ', when: always'), 'success');
    expect(endsByDocuments(written, {}).get('hook-end')).toBe('skipped');
    expect(warnings).toEqual([expect.stringContaining('does not run where `ship` did not run')]);
  });
});

test('a second hook at the end runs although a job need not run', () => {
  const { written, warnings } = hooked(work, 'success', [
    { id: 'second', type: 'shell', command: './second', order: 1 },
  ]);
  expect(written).toContain('  needs: [hook-end]\n');
  expect(endsByDocuments(written, {}).get('hook-second')).toBe('success');
  expect(endsByDocuments(written, { fails: { test: 1 } }).get('hook-second')).toBe('skipped');
  expect(warnings).toEqual([]);
});

test('the same behind a hook that always runs', () => {
  const more = [
    { id: 'tidy', type: 'shell', command: './tidy', order: 1, run: 'always' },
    { id: 'last', type: 'shell', command: './last', order: 2 },
  ];
  const { written } = hooked(work, 'success', more);
  expect(written).toContain('  needs: [hook-tidy, hook-end]\n');
  expect(endsByDocuments(written, {}).get('hook-last')).toBe('success');
  expect(endsByDocuments(written, { fails: { test: 1 } }).get('hook-last')).toBe('skipped');
});

function hooked(text: string, run: string, more: readonly object[] = []) {
  const injections = { final: [{ id: 'end', type: 'shell', command: './end', run }, ...more] };
  const { diagnostics } = compile(pipelineInput(text, injections));
  const warnings = diagnostics.flatMap(({ code, message }) => (['DW291', 'DW420'].includes(code) ? message : []));
  return { written: writtenPipeline(text, injections), warnings };
}

describe('a final hook that cannot name all that it waits for', () => {
  const many = Array.from({ length: 51 }, (_, at) => `job-${at}: {stage: deploy, script: [make]}\n`).join('');
  const last = job('notify', ', needs: []');
  const rules = { final: [{ id: 'end', type: 'shell', command: './end' }] };

  test('is refused with a way out, which works', () => {
    const { diagnostics } = compile(pipelineInput(`${work}${many}${last}`, rules));
    const refusal = diagnostics.find(({ code }) => code === 'DW631');
    expect(refusal?.help).toContain('Put the jobs of your last stage into one before it');
    const moved = writtenPipeline(`${work}${many}${last.replace('.post', 'deploy')}`, rules);
    expect(moved).toContain('hook-end:\n  stage: .post\n');
  });
});

describe('a hook for a success behind one that always runs', () => {
  const rules = {
    final: [
      { id: 'tidy', type: 'shell', command: './tidy', run: 'always' },
      { id: 'announce', type: 'shell', command: './announce' },
    ],
  };
  const undo = 'undo: {stage: deploy, script: [./undo], when: on_failure}\n';
  const check = 'check: {stage: deploy, needs: [ship], script: [./check]}\n';

  test('does not wait for what only a failure or a person starts, nor for what needs that', () => {
    const written = writtenPipeline(`${work}${undo}${check}`, rules);
    expect(written).toContain('hook-announce:\n  stage: .post\n  needs: [build, test, hook-tidy]\n');
    expect(endsByDocuments(written, {}).get('hook-announce')).toBe('success');
    for (const failing of ['build', 'test'])
      expect(endsByDocuments(written, { fails: { [failing]: 1 } }).get('hook-announce')).toBe('skipped');
    const { diagnostics } = compile(pipelineInput(`${work}${undo}`, rules));
    expect(diagnostics.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  test('nor for hooks around that', () => {
    const around = { ...rules, post_task: [{ id: 'seen', type: 'shell', command: './seen', each: 'task' }] };
    const written = writtenPipeline(`${work}mirror: {stage: deploy, trigger: {project: a/b}, when: manual}\n`, around);
    expect(written).toContain('hook-seen-mirror:\n');
    expect(endsByDocuments(written, {}).get('hook-announce')).toBe('success');
  });

  test('gets the advice to come first where it has to wait for a job that need not run', () => {
    const rule = 'rules: [{if: $X}, {when: manual, allow_failure: true}]';
    const { diagnostics } = compile(pipelineInput(`${work}mirror: {stage: deploy, script: [m], ${rule}}\n`, rules));
    expect(diagnostics.find(({ code }) => code === 'DW291')?.help).toBe(
      'Give the rule a lower `order`, so that its hook comes before `hook-tidy`.',
    );
  });
});
