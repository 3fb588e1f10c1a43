import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { gitlabCiLocal } from './engines.js';
import { readingProblems, runPipeline } from './gitlab.js';
import { endsByDocuments } from './gitlab-model.js';

const pipeline = `stages: [build, deploy]
build:
  stage: build
  script:
    - echo build >> "$TRACE"
deploy:
  stage: deploy
  script:
    - echo deploy >> "$TRACE"
notify:
  stage: .post
  script:
    - echo notify >> "$TRACE"
`;
const child = `child:
  script:
    - echo "child $LEVEL" >> trace.log
`;

const approval = { id: 'ask', type: 'approval', prompt: 'Deploy?', tasks: ['deploy'] };
const spawn = { id: 'scan', type: 'spawn', pipeline: 'child.yml', external: true, inputs: { LEVEL: 'high' } };
const waiting = augmented({ pre_task: [approval] });
const starting = augmented({ pre_task: [{ ...spawn, tasks: ['deploy'] }] });

describe.skipIf(gitlabCiLocal.missing !== undefined)(`in ${gitlabCiLocal.title}`, () => {
  test('what waits for a person runs where somebody says yes', () => {
    const { ok, trace, log } = runPipeline(waiting, {}, ['hook-ask-deploy']);
    expect(ok, log).toBe(true);
    expect(trace, log).toEqual(['build', 'deploy', 'notify']);
  });

  test('it does not run where nobody does', () => {
    const { trace, log } = runPipeline(waiting);
    expect(trace, log).not.toContain('deploy');
    expect(log).toContain('hook-ask-deploy');
  });

  test('another pipeline starts with its inputs, before what waits for it', () => {
    const { ok, trace, log } = runPipeline(starting, {}, [], { 'child.yml': child });
    expect(ok, log).toBe(true);
    expect(trace, log).toEqual(['build', 'child high', 'deploy', 'notify']);
  });
});

describe('by the documents of GitLab', () => {
  test('what waits for a person goes on where somebody says yes, and waits where nobody does', () => {
    const yes = endsByDocuments(waiting, { started: ['hook-ask-deploy'] });
    expect(Object.fromEntries(yes)).toEqual({
      build: 'success',
      'hook-ask-deploy': 'success',
      deploy: 'success',
      notify: 'success',
    });
    const no = endsByDocuments(waiting, {});
    expect([no.get('build'), no.get('deploy'), no.get('notify')]).toEqual(['success', 'waiting', 'waiting']);
  });

  test('all of a pipeline waits for the approval before it', () => {
    const first = augmented({ pre_root: [{ ...approval, tasks: undefined }] });
    expect(readingProblems(first)).toBe('');
    const no = endsByDocuments(first, {});
    expect(['build', 'deploy', 'notify'].map((name) => no.get(name))).toEqual(['waiting', 'waiting', 'waiting']);
    expect(endsByDocuments(first, { started: ['hook-ask'] }).get('notify')).toBe('success');
  });

  test('a pipeline that fails holds up what waits for it', () => {
    const ends = endsByDocuments(starting, { fails: { 'hook-scan-deploy': 1 } });
    expect([ends.get('build'), ends.get('deploy')]).toEqual(['success', 'skipped']);
  });

  test('a hook that is a job is tried again by GitLab twice at most, and by its shell where it waits in between', () => {
    const check = { id: 'check', type: 'shell', command: './check', retry_delay: 0 };
    const tried = augmented({ pre_root: [{ ...check, retries: 2 }] });
    expect(readingProblems(tried)).toBe('');
    expect(tried).toContain('  retry: 2\n');
    expect(endsByDocuments(tried, { fails: { 'hook-check': 2 } }).get('build')).toBe('success');
    expect(endsByDocuments(tried, { fails: { 'hook-check': 3 } }).get('build')).toBe('skipped');
    for (const other of [{ retries: 3 }, { retries: 2, retry_delay: 1 }]) {
      const text = augmented({ pre_root: [{ ...check, ...other }] });
      expect(text).not.toContain('  retry:');
      expect(text).toContain('for retry in 1 2');
    }
  });
});

function augmented(injections: object): string {
  const { ok, outputs, diagnostics } = compile({
    workflow: [{ path: '.gitlab-ci.yml', text: pipeline }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
  });
  if (!ok) throw new Error(diagnostics.map(({ message }) => message).join('; '));
  return outputs[0]!.text;
}
