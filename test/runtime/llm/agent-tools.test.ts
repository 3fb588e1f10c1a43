import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { agentTools } from '../../../src/runtime/llm/agent-tools.js';
import { openWorkspace } from '../../../src/runtime/llm/agent-workspace.js';
import type { ToolName } from '../../../src/runtime/llm/cli-runners.js';
import { newFolder } from './run-type.js';

let folder: string;

beforeEach(() => {
  folder = newFolder();
  for (const inner of ['src/deep/er', '.git', 'node_modules/x']) mkdirSync(join(folder, inner), { recursive: true });
  writeFileSync(join(folder, 'README.md'), '# Title\nsecond line\n');
  writeFileSync(join(folder, 'src/a.ts'), 'export const a = 1;\n');
  writeFileSync(join(folder, 'src/deep/er/b.ts'), 'export const b = 2;\n');
  writeFileSync(join(folder, '.git/config'), 'token = abc\n');
  writeFileSync(join(folder, 'node_modules/x/index.ts'), 'export {};\n');
});

async function call(tool: ToolName, input: Readonly<Record<string, unknown>>): Promise<string> {
  return agentTools[tool].call(await openWorkspace(folder), input, new AbortController().signal);
}

test('read numbers the lines, and gives a part of a file', async () => {
  expect(await call('read', { path: 'README.md' })).toBe('1\t# Title\n2\tsecond line\n3\t');
  expect(await call('read', { path: './README.md', from: 2, lines: 1 })).toBe('2\tsecond line');
});

test('read says what is wrong instead of failing', async () => {
  expect(await call('read', {})).toBe('error: `path` is missing');
  expect(await call('read', { path: 'nothing' })).toBe('error: there is no file nothing in the workspace');
  expect(await call('read', { path: 'src' })).toBe('error: src is a folder');
  expect(await call('read', { path: 'a\0b' })).toContain('error: there is no file');
  writeFileSync(join(folder, 'image.png'), Buffer.from([137, 80, 0, 1]));
  expect(await call('read', { path: 'image.png' })).toBe('error: image.png is not a text file');
});

test('the history of the repository is not shown', async () => {
  expect(await call('read', { path: '.git/config' })).toContain('error: there is no file');
  expect(await call('grep', { pattern: 'token' })).toBe('no line matches');
  expect(await call('grep', { pattern: 'token', path: '.git' })).toBe('no line matches');
});

test('a named pipe does not keep a reader waiting', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(await call('read', { path: 'pipe' })).toBe('error: pipe is not a plain file');
});

test('a large file is read up to a limit, and that is said', async () => {
  writeFileSync(join(folder, 'large.txt'), 'x'.repeat(3_000_000));
  const text = await call('read', { path: 'large.txt' });
  expect(text.length).toBeLessThan(50_000);
  expect(text).toContain('longer than what can be read');
});

test('glob lists by pattern, in order, without installed packages', async () => {
  expect(await call('glob', { pattern: '**/*.ts' })).toBe('src/a.ts\nsrc/deep/er/b.ts');
  expect(await call('glob', { pattern: 'src/**/*.ts' })).toBe('src/a.ts\nsrc/deep/er/b.ts');
  expect(await call('glob', { pattern: './README.*' })).toBe('README.md');
  expect(await call('glob', { pattern: '*.py' })).toBe('no file matches');
  expect(await call('glob', {})).toContain('error: the glob is wrong');
});

test('grep searches line by line, below a folder and by a glob of files', async () => {
  expect(await call('grep', { pattern: 'const \\w =' })).toBe(
    'src/a.ts:1:export const a = 1;\nsrc/deep/er/b.ts:1:export const b = 2;',
  );
  expect(await call('grep', { pattern: 'const', path: 'src/deep' })).toBe('src/deep/er/b.ts:1:export const b = 2;');
  expect(await call('grep', { pattern: 'i', glob: '*.md' })).toBe('README.md:1:# Title\nREADME.md:2:second line');
  expect(await call('grep', { pattern: '(' })).toContain('error: the pattern');
  expect(await call('grep', { pattern: 'x', path: '../..' })).toBe('no line matches');
});

test('a link to a folder is not walked into, so a circle does no harm', async () => {
  symlinkSync(folder, join(folder, 'src/round'));
  expect(await call('glob', { pattern: '*.ts' })).toBe('src/a.ts\nsrc/deep/er/b.ts');
});

test('an expression made to hang answers in time', async () => {
  writeFileSync(join(folder, 'evil.txt'), `${'a'.repeat(900)}!\n`.repeat(500));
  const start = performance.now();
  const answer = await call('grep', { pattern: '(a+)+$' });
  const took = performance.now() - start;
  console.info(`grep for (a+)+$ in 450 kB of "a": ${took.toFixed(0)} ms`);
  expect(answer).toBe('no line matches');
  expect(took).toBeLessThan(10_000);
});

test('ten thousand files are searched and listed within the limits of an answer', async () => {
  mkdirSync(join(folder, 'many'));
  for (let index = 0; index < 10_000; index += 1) writeFileSync(join(folder, `many/file-${index}.txt`), 'needle\n');
  const start = performance.now();
  const lines = (await call('grep', { pattern: 'needle' })).split('\n');
  const listed = (await call('glob', { pattern: 'many/*' })).split('\n');
  console.info(`grep and glob over 10,000 files: ${(performance.now() - start).toFixed(0)} ms`);
  expect([lines.length <= 1001, listed.length <= 1001]).toEqual([true, true]);
});
