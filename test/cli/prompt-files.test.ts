import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPromptLibrary } from '../../src/cli/prompt-files.js';

let root: string;
let prompts: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'dagweave-prompts-')));
  prompts = join(root, 'prompts');
  mkdirSync(join(prompts, 'templates'), { recursive: true });
  writeFileSync(join(prompts, 'review.md'), '\uFEFFReview {{task_id}}.\r\n');
  writeFileSync(join(prompts, 'templates/base.md'), 'Base.');
  writeFileSync(join(root, 'secret.md'), 'secret');
});
afterEach(() => rmSync(root, { recursive: true }));

const read = (name: string, directory = prompts) => createPromptLibrary().read(directory, name);

test('a file is read as it is, without a byte order mark', () => {
  expect(read('review.md')).toEqual({
    kind: 'text',
    path: join(prompts, 'review.md'),
    text: 'Review {{task_id}}.\r\n',
  });
  expect(read('templates/../templates/base.md')).toMatchObject({ kind: 'text', text: 'Base.' });
});

test('a missing file comes with the names of those that exist', () => {
  expect(read('reveiw.md')).toMatchObject({ kind: 'missing', known: ['review.md', 'templates/base.md'] });
  expect(read('review.md/deeper.md')).toMatchObject({ kind: 'missing' });
});

test('a missing directory has no files', () => {
  expect(read('review.md', join(root, 'nowhere'))).toMatchObject({ kind: 'missing', known: [] });
});

test.each(['../secret.md', '/etc/passwd', 'templates/../../secret.md', '..', '.', ''])('%j lies outside', (name) => {
  expect(read(name).kind).toBe('outside');
});

test('what lies outside is not distinguished from what does not exist there', () => {
  expect(read('../nothing.md').kind).toBe('outside');
});

test('a symbolic link may not lead outside', () => {
  symlinkSync(join(root, 'secret.md'), join(prompts, 'linked.md'));
  symlinkSync(root, join(prompts, 'linked'));
  expect(read('linked.md').kind).toBe('outside');
  expect(read('linked/secret.md').kind).toBe('outside');
});

test('the directory may be a link within the project, and none out of it', () => {
  const project = join(root, 'project');
  mkdirSync(join(project, '.dagweave'), { recursive: true });
  mkdirSync(join(project, 'texts'));
  writeFileSync(join(project, 'texts/review.md'), 'Review.');
  symlinkSync('../texts', join(project, '.dagweave/prompts'));
  expect(read('review.md', join(project, '.dagweave/prompts')).kind).toBe('text');
  symlinkSync('../../prompts', join(project, '.dagweave/outside'));
  expect(read('review.md', join(project, '.dagweave/outside')).kind).toBe('outside');
  symlinkSync('../prompts', join(project, 'prompts'));
  expect(read('review.md', join(project, 'prompts')).kind).toBe('outside');
});

test('a project that is itself reached by a link is no link out of it', () => {
  symlinkSync(root, join(root, 'again'));
  expect(read('review.md', join(root, 'again/prompts')).kind).toBe('text');
});

test('a symbolic link may lead to another prompt, and the directory itself may be one', () => {
  symlinkSync(join(prompts, 'review.md'), join(prompts, 'other.md'));
  symlinkSync(prompts, join(root, 'linked'));
  expect(read('other.md').kind).toBe('text');
  expect(read('review.md', join(root, 'linked')).kind).toBe('text');
});

test('a directory whose name begins like the prompts directory is another one', () => {
  mkdirSync(join(root, 'prompts-old'));
  writeFileSync(join(root, 'prompts-old/a.md'), 'old');
  expect(read('../prompts-old/a.md').kind).toBe('outside');
});

test('what is no readable text says why', () => {
  writeFileSync(join(prompts, 'latin1.md'), Buffer.from([0xe9]));
  writeFileSync(join(prompts, 'huge.md'), Buffer.alloc(1024 * 1024 + 1, 'x'));
  symlinkSync('circle.md', join(prompts, 'circle.md'));
  execFileSync('mkfifo', [join(prompts, 'pipe.md')]);
  expect(read('latin1.md')).toMatchObject({ kind: 'unreadable', reason: 'it is not UTF-8 text' });
  expect(read('huge.md')).toMatchObject({
    kind: 'unreadable',
    reason: 'it has 1048577 bytes, and at most 1048576 are read',
  });
  expect(read('circle.md')).toMatchObject({ kind: 'unreadable', reason: 'its symbolic links run in a circle' });
  expect(read('pipe.md')).toMatchObject({ kind: 'unreadable', reason: 'it is not a file' });
  expect(read('templates')).toMatchObject({ kind: 'unreadable', reason: 'it is not a file' });
  expect(read('a\0b.md').kind).toBe('unreadable');
});
