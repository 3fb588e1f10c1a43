import { expect, test } from 'vitest';
import { compile } from '../../../src/compile.js';
import { pipelineInput } from './written-pipeline.js';

const scan = { type: 'shell', id: 'scan', command: './scan.sh' };
const none = 'variables: {GIT_STRATEGY: none}';
const found = (text: string, injections: object = { pre_task: [scan] }) =>
  compile(pipelineInput(text, injections)).diagnostics.flatMap(({ code, message }) =>
    code === 'DW646' ? message : [],
  );

const job = (...lines: readonly string[]) => `deploy:\n${lines.map((line) => `  ${line}\n`).join('')}`;
const kubectl = 'script: [kubectl apply -f -]';

test.each([
  ['the job says so', job(none, kubectl)],
  ['what it extends says so', `.none: {${none}}\n${job('extends: .none', kubectl)}`],
  ['the pipeline says so', `${none}\n${job(kubectl)}`],
  ['the folder is empty', job('variables: {GIT_STRATEGY: empty}', kubectl)],
])('a hook that reads a file is named where %s', (_, text) => {
  expect(found(text)).toEqual([expect.stringContaining('`./scan.sh`')]);
});

test('so is one that looks through a folder, and one at the end of a job or of the pipeline', () => {
  const text = job(none, kubectl);
  expect(found(text, { pre_task: [{ ...scan, command: 'trivy fs --exit-code 1 .' }] })[0]).toContain('reads `.`');
  const always = { ...scan, run: 'always', on_failure: 'continue' };
  expect(found(text, { post_task: [always] })[0]).toContain('`deploy` has `GIT_STRATEGY: none`');
  expect(found(`${none}\n${job(kubectl)}`, { final: [scan] })[0]).toContain('all jobs have `GIT_STRATEGY: none`');
});

test.each([
  ['the job gets files', job('variables: {GIT_STRATEGY: fetch}', kubectl)],
  ['the job overrides the pipeline', `${none}\n${job('variables: {GIT_STRATEGY: clone}', kubectl)}`],
  ['the job clones by itself', job(none, 'before_script: [git clone $CI_REPOSITORY_URL .]', kubectl)],
])('nothing is said where %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

test('nothing is said of a hook that reads no file', () => {
  expect(found(job(none, kubectl), { pre_task: [{ ...scan, command: 'curl -f https://example.org' }] })).toEqual([]);
});
