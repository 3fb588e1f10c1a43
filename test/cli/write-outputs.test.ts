import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { draftBeside } from '../../src/cli/drafts.js';
import { writeOutputs } from '../../src/cli/write-outputs.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { commandLine } from './command-line.js';
import { folderWith, runDagweave } from './run-dagweave.js';

test('writes every file, and the folders they need', async () => {
  const folder = folderWith({ 'a.yaml': 'old' });
  const files = [
    { path: join(folder, 'a.yaml'), text: 'new a' },
    { path: join(folder, 'deep/er/b.yaml'), text: 'new b' },
  ];
  const { report, all } = createCollector();
  expect(await writeOutputs(files, report)).toBe(true);
  expect(all()).toEqual([]);
  expect(files.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['new a', 'new b']);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a.yaml', 'deep', 'deep/er', 'deep/er/b.yaml']);
});

test('keeps the mode of a file, and writes through a symbolic link', async () => {
  const folder = folderWith({ 'real.yaml': 'old' });
  chmodSync(join(folder, 'real.yaml'), 0o751);
  symlinkSync('real.yaml', join(folder, 'link.yaml'));
  await writeOutputs([{ path: join(folder, 'link.yaml'), text: 'new' }], createCollector().report);
  expect(readFileSync(join(folder, 'real.yaml'), 'utf8')).toBe('new');
  expect(statSync(join(folder, 'real.yaml')).mode & 0o777).toBe(0o751);
  expect(readdirSync(folder).sort()).toEqual(['link.yaml', 'real.yaml']);
});

test('leaves everything as it was when one target cannot be written at all', async () => {
  const folder = folderWith({ 'a.yaml': 'old', 'b/keep': '' });
  const { report, all } = createCollector();
  const files = ['a.yaml', 'new/c.yaml', 'b'].map((name) => ({ path: join(folder, name), text: 'new' }));
  expect(await writeOutputs(files, report)).toBe(false);
  expect(all().map((one) => one.code)).toEqual(['DW812']);
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'b']);
});

test('puts back what was renamed when a later rename fails', async () => {
  const folder = folderWith({ 'a.yaml': 'old a', 'fresh/keep': '' });
  const { report, all } = createCollector();
  const files = [
    { path: join(folder, 'a.yaml'), text: 'new a' },
    { path: join(folder, 'fresh/b.yaml'), text: 'new b' },
    {
      path: join(folder, 'c.yaml'),
      // The last text is read when the others wait beside their targets: only then does a folder come in the way of one.
      get text() {
        mkdirSync(join(folder, 'fresh/b.yaml/full'), { recursive: true });
        return 'new c';
      },
    },
  ];
  expect(await writeOutputs(files, report)).toBe(false);
  expect(all()[0]!.message).toContain('fresh/b.yaml');
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('old a');
  expect(readdirSync(join(folder, 'fresh')).sort()).toEqual(['b.yaml', 'keep']);
  expect(readdirSync(folder).sort()).toEqual(['a.yaml', 'fresh']);
});

test('writes to a device without replacing it', async () => {
  expect(await writeOutputs([{ path: '/dev/null', text: 'gone' }], createCollector().report)).toBe(true);
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
});

test.runIf(existsSync('/proc'))('writes to a pipe that the calling shell has opened', () => {
  const workflow = 'steps:\n  - {name: build, command: make}\n';
  const cwd = folderWith({ 'flow.yaml': workflow });
  const script = `${commandLine} strip -o /dev/stdout flow.yaml | cat`;
  expect(spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' }).stdout).toBe(workflow);
});

test.runIf(existsSync('/proc'))('ends where the file system takes no folder', async () => {
  const { report, all } = createCollector();
  expect(await writeOutputs([{ path: '/proc/nowhere/deep/x.yaml', text: '' }], report)).toBe(false);
  expect(all().map((one) => one.code)).toEqual(['DW812']);
});

test.each([
  ['changed', 'edited', 'it was changed since it was read'],
  ['removed', undefined, 'it was removed since it was read'],
])('leaves everything as it is when a file was %s since it was read', async (_, now, reason) => {
  const folder = folderWith({ 'a.yaml': 'old', ...(now && { 'b.yaml': now }) });
  const files = ['a.yaml', 'b.yaml'].map((name) => ({ path: join(folder, name), text: 'new', before: 'old' }));
  const { report, all } = createCollector();
  expect(await writeOutputs(files, report)).toBe(false);
  expect(all()).toMatchObject([{ code: 'DW812', message: `cannot write "${join(folder, 'b.yaml')}": ${reason}` }]);
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe('old');
  expect(readdirSync(folder).sort()).toEqual(now ? ['a.yaml', 'b.yaml'] : ['a.yaml']);
});

test('writes to a name of the greatest length', async () => {
  const name = `${'n'.repeat(250)}.yaml`;
  const folder = folderWith({ [name]: 'old' });
  expect(await writeOutputs([{ path: join(folder, name), text: 'new' }], createCollector().report)).toBe(true);
  expect(readFileSync(join(folder, name), 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual([name]);
});

test('removes what a run that was killed left, and nothing of a run that goes on or of another machine', async () => {
  const folder = folderWith({ 'a.yaml': 'old' });
  const own = draftBeside(join(folder, 'a.yaml'), 3);
  const at = (id: number, machine?: string) => {
    const path = own.replace(/-[0-9a-f]{6}-\d+-/, (part) => `-${machine ?? part.slice(1, 7)}-${id}-`);
    writeFileSync(path, 'draft');
    return path;
  };
  const ended = spawnSync('true').pid;
  at(process.pid);
  at(ended);
  const kept = [at(process.ppid), at(ended, 'abcdef')];
  const old = at(ended, '012345');
  utimesSync(old, 1, 1);
  await writeOutputs([{ path: join(folder, 'a.yaml'), text: 'new' }], createCollector().report);
  expect(readdirSync(folder).sort()).toEqual([...kept.map((path) => basename(path)), 'a.yaml'].sort());
});

test.runIf(process.platform === 'linux')('leaves everything as it was when a file grows over its limit', () => {
  const folder = folderWith({ 'a.yaml': 'steps: [{name: a, command: echo}]\n', '.dagweave/config.yaml': rules });
  const big = `steps:\n${'  - {name: a, command: echo}\n'.replace('a,', 'b,')}# ${'x'.repeat(9000)}\n`;
  writeFileSync(join(folder, 'b.yaml'), big);
  const command = `ulimit -f 8; exec ${commandLine} apply --in-place .`;
  const ran = spawnSync('bash', ['-c', command], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: join(folder, 'no-home') },
  });
  expect(ran.stderr).toContain('error DW812: cannot write "b.yaml": the file would be larger than the system allows');
  expect(ran.status).toBe(4);
  expect(readdirSync(folder).sort()).toEqual(['.dagweave', 'a.yaml', 'b.yaml']);
  expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).not.toContain('tidy');
  expect(readFileSync(join(folder, 'b.yaml'), 'utf8')).toBe(big);
});

const rules = 'hooks: {enabled: true, injections: {final: [{id: tidy, type: shell, command: echo tidy}]}}\n';

test('prints nothing where the manifest beside it cannot be written', () => {
  const cwd = folderWith({
    'hooks.yaml': 'hooks: {enabled: true, injections: {final: [{type: shell, command: ./tidy.sh}]}}\n',
    'flow.yaml': 'type: graph\nsteps:\n  - {name: build, command: make}\n',
    file: '',
  });
  const args = ['apply', '--config', 'hooks.yaml', '--manifest', 'file/m.json', 'flow.yaml'];
  const { exit, stdout, stderr } = runDagweave(args, { cwd });
  expect([exit, stdout]).toEqual([4, '']);
  expect(stderr).toContain('DW812');
});

test('what looks like a draft and cannot be removed stays, and keeps nobody from writing', async () => {
  const folder = folderWith({ 'a.yaml': 'old' });
  const left = draftBeside(join(folder, 'a.yaml'), 7);
  mkdirSync(left);
  const { report, all } = createCollector();
  expect(await writeOutputs([{ path: join(folder, 'a.yaml'), text: 'new' }], report)).toBe(true);
  expect(all()).toEqual([]);
  expect([readFileSync(join(folder, 'a.yaml'), 'utf8'), existsSync(left)]).toEqual(['new', true]);
});
