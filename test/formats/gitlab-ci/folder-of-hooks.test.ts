import { expect, test } from 'vitest';
import { writtenPipeline } from './written-pipeline.js';

const gate = { type: 'shell', id: 'scan', command: 'trivy fs .' };
const back = 'cd "$CI_PROJECT_DIR"';
const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const job = (...script: readonly string[]) => `a:\n  script:\n${script.map((line) => `    - ${line}\n`).join('')}`;
const written = (text: string, rule: object = gate) => writtenPipeline(text, { post_task: [rule] });

test.each([
  ['a command', job('cd docs', 'make')],
  ['a part of a command', job('npm ci && cd docs && make')],
  ['pushd', job('pushd docs', 'make')],
  ['its before_script', `${job('make')}  before_script: [cd docs]\n`],
  ['the before_script of all jobs', `default: {before_script: [cd docs]}\n${job('make')}`],
  ['what it extends', '.docs: {script: [cd docs, make]}\na:\n  extends: .docs\n'],
])('a hook starts in the folder of the repository where %s goes to another one', (_, text) => {
  expect(inOneLine(written(text))).toContain(`( ${back} trivy fs . )`);
});

test('so does one that may fail, and one with a folder of its own', () => {
  const text = job('cd docs', 'make');
  expect(inOneLine(written(text, { ...gate, on_failure: 'continue' }))).toContain(`( ${back} trivy fs . ) || true`);
  expect(inOneLine(written(text, { ...gate, working_dir: 'app' }))).toContain(`( ${back} cd app trivy fs . )`);
});

test('a hook before such a command starts there anyway', () => {
  expect(writtenPipeline(job('cd docs', 'make'), { pre_task: [gate] })).not.toContain(back);
});

test('where no command changes the folder, nothing is written for that', () => {
  for (const text of [job('make'), job('echo cd docs'), job('./abcd', 'mcd cd')])
    expect(written(text)).not.toContain(back);
  expect(written(job('make'), { ...gate, command: 'cd docs && make check' })).not.toContain(back);
});
