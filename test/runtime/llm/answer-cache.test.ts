import { copyFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeRunners, newFolder, runType } from './run-type.js';

let folder: string;
let cache: string;
let fake: ReturnType<typeof fakeRunners>;

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  folder = newFolder();
  cache = join(newFolder(), 'answers');
  writeFileSync(join(folder, 'diff.txt'), 'one');
  fake = fakeRunners([
    { stdout: '{"score": 70, "summary": "First"}' },
    { stdout: '{"score": 71, "summary": "Second"}' },
    { stdout: '{"score": 72, "summary": "Third"}' },
  ]);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const evaluate = (...more: readonly string[]) =>
  runType('llm_eval', ['--working-dir', folder, '--cache-dir', cache, '--prompt', 'Review', ...more]);

test('is off unless asked for', async () => {
  expect((await evaluate()).result.summary).toBe('First');
  const { result } = await evaluate();
  expect(result.summary).toBe('Second');
  expect(result).not.toHaveProperty('cached');
});

test('the same question is answered without a call', async () => {
  expect((await evaluate('--cache')).result).toMatchObject({ summary: 'First', cached: false });
  expect((await evaluate('--cache')).result).toMatchObject({ summary: 'First', cached: true, success: true });
  expect(fake.calls()).toHaveLength(1);
});

test.each([
  ['the prompt', []],
  ['the model', ['--model', 'other']],
  ['the runner', ['--runner', 'codex']],
])('another answer is asked for when %s differs', async (what, more) => {
  await evaluate('--cache');
  const second =
    what === 'the prompt'
      ? await runType('llm_eval', [
          '--working-dir',
          folder,
          '--cache-dir',
          cache,
          '--cache',
          '--prompt',
          'Review again',
        ])
      : await evaluate('--cache', ...more);
  expect(second.result).toMatchObject({ summary: 'Second', cached: false });
});

test('another answer is asked for when a named file has changed, and the old one again when it is back', async () => {
  const named = ['--cache', '--cache-file', 'diff.txt'];
  await evaluate(...named);
  writeFileSync(join(folder, 'diff.txt'), 'two');
  expect((await evaluate(...named)).result.summary).toBe('Second');
  writeFileSync(join(folder, 'diff.txt'), 'one');
  expect((await evaluate(...named)).result).toMatchObject({ summary: 'First', cached: true });
});

test('a named file that cannot be read is a mistake', async () => {
  const { verdict, result } = await evaluate('--cache', '--cache-file', 'dif.txt');
  expect([verdict, result.error]).toEqual(['unable', 'the file dif.txt, named for the cache, cannot be read']);
});

test('the threshold is judged anew, since the answer is kept and not the verdict', async () => {
  await evaluate('--cache');
  const { verdict, result } = await evaluate('--cache', '--min-score', '90');
  expect([verdict, result.cached]).toEqual(['failure', true]);
});

test('an answer that was damaged on disk is asked for again', async () => {
  await evaluate('--cache');
  for (const name of readdirSync(cache)) truncateSync(join(cache, name), 80);
  expect((await evaluate('--cache')).result).toMatchObject({ summary: 'Second', cached: false });
});

test('an answer to another question is asked for again', async () => {
  const other = ['--working-dir', folder, '--cache-dir', cache, '--cache', '--prompt', 'Other'];
  await evaluate('--cache');
  await runType('llm_eval', other);
  const [one, two] = readdirSync(cache).map((name) => join(cache, name));
  copyFileSync(one!, two!);
  const answers = [await evaluate('--cache'), await runType('llm_eval', other)];
  expect(answers.filter(({ result }) => result.cached === true)).toHaveLength(1);
  expect(fake.calls()).toHaveLength(3);
});

test('an answer that does not say which question it answers is asked for again', async () => {
  await evaluate('--cache');
  for (const name of readdirSync(cache)) writeFileSync(join(cache, name), '{"score": 90, "summary": "x"}');
  expect((await evaluate('--cache')).result).toMatchObject({ summary: 'Second', cached: false });
});

test('an answer that cannot be read is not kept', async () => {
  fake = fakeRunners([{ stdout: 'no idea' }]);
  await evaluate('--cache');
  expect(() => readdirSync(cache)).toThrow('ENOENT');
});

test('a folder that cannot be written to is said, and the step goes on', async () => {
  writeFileSync(join(folder, 'file'), '');
  const argv = ['--cache', '--cache-dir', join(folder, 'file'), '--prompt', 'Review'];
  const { verdict } = await runType('llm_eval', argv);
  expect(verdict).toBe('success');
  expect(vi.mocked(process.stderr.write).mock.calls.join('')).toContain('could not be kept');
});
