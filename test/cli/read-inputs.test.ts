import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readInputs } from '../../src/cli/read-inputs.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { folderWith } from './run-dagweave.js';

const nothing = {};

test('finds every workflow file below a folder, sorted, and passes over the rest', async () => {
  const folder = folderWith({
    'b.yml': 'b',
    'a.yaml': 'a',
    'sub/c.json': '{}',
    'notes.md': 'no',
    '.dagweave/config.yaml': 'no',
    'node_modules/x/d.yaml': 'no',
    'hooks.yaml': 'rules',
    '.gitlab-ci.yml': 'pipeline',
  });
  symlinkSync(folder, join(folder, 'sub/loop'));
  symlinkSync('a.yaml', join(folder, 'same.yaml'));
  const { report, all } = createCollector();
  const files = await readInputs([folder], { leftOut: new Set([join(folder, 'hooks.yaml')]) }, report);
  expect(files.map((file) => file.below)).toEqual(['.gitlab-ci.yml', 'a.yaml', 'b.yml', 'sub/c.json']);
  expect(all()).toEqual([]);
});

test('a link in a folder to a workflow that is gone is an error, as the workflow itself is', async () => {
  const folder = folderWith({ 'a.yaml': 'a' });
  symlinkSync('gone.yaml', join(folder, 'b.yaml'));
  symlinkSync('c.yaml', join(folder, 'c.yaml'));
  symlinkSync('gone', join(folder, 'notes.md'));
  const { report, all } = createCollector();
  expect((await readInputs([folder], nothing, report)).map((file) => file.below)).toEqual(['a.yaml']);
  expect(all().map(({ message }) => message)).toEqual([
    `cannot read "${join(folder, 'b.yaml')}": it is a link to nothing`,
    `cannot read "${join(folder, 'c.yaml')}": its symbolic links run in a circle`,
  ]);
});

test('reads a file once, however often and in whatever spelling it is named', async () => {
  const folder = folderWith({ 'a.yaml': 'a' });
  const paths = [join(folder, 'a.yaml'), folder, `${folder}/./a.yaml`];
  expect(await readInputs(paths, nothing, createCollector().report)).toHaveLength(1);
});

test('says which byte is not UTF-8, also behind a real replacement character', async () => {
  const folder = folderWith({ 'a.yaml': Buffer.concat([Buffer.from('name: �é'), Buffer.from([0xff, 0x41])]) });
  const { report, all } = createCollector();
  expect(await readInputs([join(folder, 'a.yaml')], nothing, report)).toEqual([]);
  expect(all()[0]).toMatchObject({ code: 'DW803', message: expect.stringMatching(/byte 11 /) });
});

// A large file is read in another way than a small one.
test.each([
  ['bytes that are no UTF-8', Buffer.from([0xff]), []],
  ['a replacement character that is meant', Buffer.from('\ufffd'), ['\ufffd']],
  ['a byte order mark and an accent', Buffer.from('\ufeffé'), ['\ufeffé']],
])('of 17 MB and %s reads what is there, or says which byte is wrong', async (_, last, expected) => {
  const much = Buffer.alloc(17 * 1024 * 1024, '# as before\r\n');
  const folder = folderWith({ 'a.yaml': Buffer.concat([much, last]) });
  const { report, all } = createCollector();
  const texts = (await readInputs([folder], nothing, report)).map(({ text }) => text.slice(much.length));
  expect(texts).toEqual(expected);
  expect(all().map(({ code, message }) => `${code} ${/byte \d+/.exec(message)}`)).toEqual(
    expected.length === 0 ? [`DW803 byte ${much.length}`] : [],
  );
});

test('keeps a byte order mark and every line end', async () => {
  const folder = folderWith({ 'a.yaml': '\ufeffa\r\nb\rc' });
  const [file] = await readInputs([folder], nothing, createCollector().report);
  expect(file!.text).toBe('\ufeffa\r\nb\rc');
});

test('says what is missing or holds no workflow', async () => {
  const folder = folderWith({ 'notes.md': 'no' });
  const { report, all } = createCollector();
  await readInputs([join(folder, 'gone.yaml'), folder], nothing, report);
  expect(all().map((one) => one.message)).toEqual([
    `cannot read "${folder}/gone.yaml": no such file or folder`,
    `no workflow file below "${folder}"`,
  ]);
});
