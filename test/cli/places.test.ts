import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine } from './command-line.js';
import { folderWith, program, runDagweave } from './run-dagweave.js';

const flow = 'type: graph\nsteps:\n  - {name: build, command: make}\n';
const rules = 'hooks: {enabled: true, injections: {final: [{id: tidy, type: shell, command: echo tidy}]}}\n';
const files = { '.dagweave/config.yaml': rules, 'a.yaml': flow, 'sub/b.yaml': flow };

describe('an output folder among the inputs', () => {
  test('is not read, however it is written, and a second run writes the same', () => {
    for (const [output, input] of [['out/', '.'], ['./out', './'], ['out', '..'] as const]) {
      const parent = folderWith(Object.fromEntries(Object.entries(files).map(([path, text]) => [`p/${path}`, text])));
      const cwd = join(parent, 'p');
      mkdirSync(join(cwd, 'out'));
      const once = () => runDagweave(['apply', '-v', '-o', output!, input!], { cwd });
      expect(once()).toMatchObject({ exit: 0 });
      const first = readdirSync(join(cwd, 'out'), { recursive: true }).sort();
      const second = once();
      expect(second).toMatchObject({ exit: 0, stderr: expect.stringContaining('DW863') });
      expect(readdirSync(join(cwd, 'out'), { recursive: true }).sort()).toEqual(first);
    }
  });

  test('is read where it is the input itself, which is writing in place', () => {
    const cwd = folderWith(files);
    expect(runDagweave(['apply', '-o', 'sub', 'sub'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'sub/b.yaml'), 'utf8')).toContain('echo tidy');
    expect(runDagweave(['apply', '-o', 'sub', 'sub', '--check'], { cwd }).exit).toBe(0);
  });

  test('makes no difference to --check, nor does a manifest that lies there', () => {
    const cwd = folderWith(files);
    for (const extra of [[], [], ['--check']]) {
      const ran = runDagweave(['apply', '-o', 'out/', '--manifest', 'manifest.json', ...extra, '.'], { cwd });
      expect(ran.exit, ran.stderr).toBe(0);
    }
  });
});

describe('watching', () => {
  // They wait most of their time.
  test.concurrent.each([
    ['a file beside its input', ['-o', 'out.yaml', 'in.yaml'], ['in.yaml']],
    ['its own input under another name', ['-o', './in.yaml', 'in.yaml'], ['in.yaml']],
    ['its own input through a link', ['-o', 'link.yaml', 'in.yaml'], ['in.yaml']],
    ['a folder among its inputs', ['-o', 'out/', '.'], ['in.yaml']],
    ['a manifest beside its input', ['-i', '--manifest', 'manifest.json', 'in.yaml'], ['in.yaml']],
  ])(
    '%s comes to rest, and still follows an edit',
    async (_, args) => {
      const cwd = folderWith({ '.dagweave/config.yaml': rules, 'in.yaml': flow });
      symlinkSync('in.yaml', join(cwd, 'link.yaml'));
      const child = spawn(process.execPath, [program, 'apply', '--watch', '-v', ...args], {
        cwd,
        env: { PATH: process.env.PATH, HOME: join(cwd, 'no-home') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      const runs = () => said.split('read in.yaml').length - 1;
      const pause = (time: number) => new Promise((done) => setTimeout(done, time));
      for (let wait = 0; wait < 100 && runs() < 1; wait += 1) await pause(100);
      await pause(4000);
      const settled = runs();
      await pause(2500);
      expect([settled, runs()]).toEqual([expect.toSatisfy((count: number) => count >= 1 && count <= 3), settled]);
      writeFileSync(join(cwd, 'in.yaml'), flow.replace('make', 'make all'));
      for (let wait = 0; wait < 100 && runs() === settled; wait += 1) await pause(100);
      expect(runs()).toBeGreaterThan(settled);
      child.kill('SIGKILL');
    },
    60_000,
  );
});

describe.runIf(existsSync('/dev/zero'))('an input that is no file', () => {
  test('without end is refused at the limit', () => {
    const cwd = folderWith(files);
    const ran = runDagweave(['apply', '/dev/zero'], { cwd });
    expect(ran).toMatchObject({ exit: 1, stderr: expect.stringContaining('error DW804') });
  });

  test('is refused where it is a pipe that nobody writes to', () => {
    const cwd = folderWith(files);
    spawnSync('mkfifo', [join(cwd, 'pipe')]);
    const ran = runDagweave(['apply', 'pipe'], { cwd });
    expect(ran.exit).toBe(4);
    expect(ran.stderr).toContain(
      'error DW802: cannot read "pipe": it is a pipe, and nothing wrote to it for 10 seconds',
    );
  }, 30_000);

  test('is read from a pipe, also where the writer comes late and pauses', () => {
    const cwd = folderWith(files);
    const apply = `${commandLine} apply`;
    const line = `mkfifo pipe; (sleep 1; (head -c 20 a.yaml; sleep 1; tail -c +21 a.yaml) > pipe) & ${apply} pipe; ${apply} <(cat a.yaml)`;
    const env = { PATH: process.env.PATH, HOME: join(cwd, 'no-home') };
    const ran = spawnSync('bash', ['-c', line], { cwd, env, encoding: 'utf8' });
    expect(ran.stdout.split('echo tidy').length - 1, ran.stderr).toBe(2);
  });

  test('is not written back to', () => {
    const cwd = folderWith(files);
    const line = `mkfifo pipe; cat a.yaml > pipe & ${commandLine} apply -i pipe`;
    const env = { PATH: process.env.PATH, HOME: join(cwd, 'no-home') };
    const ran = spawnSync('bash', ['-c', line], { cwd, env, encoding: 'utf8', timeout: 30_000 });
    expect(ran).toMatchObject({ status: 4, stderr: expect.stringContaining('error DW812') });
  });

  test('is passed over in a folder', () => {
    const cwd = folderWith(files);
    spawnSync('mkfifo', [join(cwd, 'pipe.yaml')]);
    expect(runDagweave(['apply', '-o', 'out/', '.'], { cwd }).exit).toBe(0);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['a.yaml', 'sub']);
  });
});

describe('a link in the output folder', () => {
  test.each([
    ['to a file outside', (cwd: string) => symlinkSync('../precious.yaml', join(cwd, 'out/a.yaml')), 'DW862'],
    ['to a folder outside', (cwd: string) => symlinkSync('../elsewhere', join(cwd, 'out/sub')), 'DW862'],
    ['to nothing', (cwd: string) => symlinkSync('../nothing.yaml', join(cwd, 'out/a.yaml')), 'DW812'],
    ['in a circle', (cwd: string) => symlinkSync('a.yaml', join(cwd, 'out/a.yaml')), 'DW812'],
  ])('%s is refused, and nothing is written', (_, link, code) => {
    const cwd = folderWith({
      'p/a.yaml': flow,
      'p/sub/b.yaml': flow,
      'precious.yaml': 'mine\n',
      'elsewhere/b.yaml': 'mine\n',
      '.dagweave/config.yaml': rules,
      'out/keep': '',
    });
    link(cwd);
    const before = readdirSync(cwd, { recursive: true }).sort();
    const ran = runDagweave(['apply', '-o', 'out', 'p'], { cwd });
    expect(ran).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining(`error ${code}`),
    });
    expect(readdirSync(cwd, { recursive: true }).sort()).toEqual(before);
    for (const name of ['precious.yaml', 'elsewhere/b.yaml'])
      expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine\n');
  });

  test('within it is written through', () => {
    const cwd = folderWith({ 'p/a.yaml': flow, '.dagweave/config.yaml': rules, 'out/real.yaml': '' });
    symlinkSync('real.yaml', join(cwd, 'out/a.yaml'));
    expect(runDagweave(['apply', '-o', 'out', 'p'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'out/real.yaml'), 'utf8')).toContain('echo tidy');
  });
});

describe('a link in a folder that is changed in place', () => {
  const linked = (to: string) => {
    const cwd = folderWith({
      'p/a.yaml': flow,
      'elsewhere/b.yaml': flow,
      'p/sub/real.yml': flow,
      '.dagweave/config.yaml': rules,
    });
    symlinkSync(to, join(cwd, 'p/link.yaml'));
    return cwd;
  };

  test('is refused where it leads out of the folder, and nothing is written', () => {
    const cwd = linked('../elsewhere/b.yaml');
    const ran = runDagweave(['apply', '-i', 'p'], { cwd });
    expect(ran).toMatchObject({ exit: 4, stderr: expect.stringContaining('error DW862') });
    for (const name of ['p/a.yaml', 'elsewhere/b.yaml']) expect(readFileSync(join(cwd, name), 'utf8')).toBe(flow);
    expect(runDagweave(['apply', '--check', 'p'], { cwd }).exit).toBe(1);
  });

  test.each([
    ['names another file in the folder', 'sub/real.yml', ['p'], 'p/sub/real.yml'],
    ['is named itself', '../elsewhere/b.yaml', ['p/link.yaml'], 'elsewhere/b.yaml'],
  ])('is followed where it %s', (_, to, paths, changed) => {
    const cwd = linked(to);
    expect(runDagweave(['apply', '-i', ...paths], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, changed), 'utf8')).toContain('echo tidy');
  });
});

describe('names', () => {
  test('that are not UTF-8 are passed over with a warning, and the rest of the folder is read', () => {
    const cwd = folderWith(files);
    const bytes = (text: string) =>
      Buffer.concat([Buffer.from(join(cwd, text)), Buffer.from([0xff]), Buffer.from('.yaml')]);
    writeSync(openSync(bytes('bad'), 'w'), flow);
    mkdirSync(bytes('folder'));
    const ran = runDagweave(['apply', '-o', 'out/', '.'], { cwd });
    expect(ran.exit, ran.stderr).toBe(0);
    expect(ran.stderr.match(/warning DW864/g)).toHaveLength(2);
    expect(readdirSync(join(cwd, 'out')).sort()).toEqual(['a.yaml', 'sub']);
  });

  test('with line breaks, quotes and stars are names like others', () => {
    const name = 'a\n"*? $(x) é.yaml';
    const cwd = folderWith({ '.dagweave/config.yaml': rules, [`p/${name}`]: flow });
    expect(runDagweave(['apply', '-o', 'out/', 'p'], { cwd }).exit).toBe(0);
    expect(readFileSync(join(cwd, 'out', name), 'utf8')).toContain('echo tidy');
    expect(runDagweave(['verify', 'out'], { cwd }).exit).toBe(0);
  });
});

test('what cannot be written is said, and nothing is left half done', () => {
  const cwd = folderWith({ ...files, out: 'a file\n' });
  expect(runDagweave(['apply', '-o', 'out/', '.'], { cwd })).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining('error DW812'),
  });
  expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('a file\n');
});

test('one file under two names is written once where the names lead to the same place', () => {
  const cwd = folderWith(files);
  symlinkSync('a.yaml', join(cwd, 'same.yaml'));
  linkSync(join(cwd, 'a.yaml'), join(cwd, 'hard.yaml'));
  expect(runDagweave(['apply', '-i', 'a.yaml', './a.yaml', 'same.yaml', 'hard.yaml'], { cwd }).exit).toBe(0);
  for (const name of ['a.yaml', 'same.yaml', 'hard.yaml']) {
    expect(readFileSync(join(cwd, name), 'utf8').split('echo tidy')).toHaveLength(2);
  }
  expect(runDagweave(['apply', '--check', 'a.yaml', 'same.yaml', 'hard.yaml'], { cwd }).exit).toBe(0);
});
