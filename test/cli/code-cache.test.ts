import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readKept } from '../../src/cli/code-cache.js';
import { inSources } from '../../src/cli/trace.js';

describe('compiled code that an earlier run kept', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dagweave-code-'));
  cpSync('dist', join(folder, 'dist'), { recursive: true, filter: (path) => !path.endsWith('.cache') });
  cpSync('package.json', join(folder, 'package.json'));
  cpSync('prompts', join(folder, 'prompts'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const cache = join(folder, 'dist/cli/.cache');
  const main = join(folder, 'dist/cli/main.cjs');
  const list = () =>
    execFileSync(process.execPath, [join(folder, 'dist/cli/main.cjs'), 'list'], { cwd: folder, encoding: 'utf8' });
  const first = list();

  const own = `^run-verbs-(?:run-verbs|shared-\\w+)\\.cjs-[0-9a-f]{16}-${process.version}-${process.arch}-[123]$`;

  test('is beside the programs, for its owner alone to write, one for each file and version', () => {
    expect(readdirSync(cache).filter((name) => !new RegExp(own).test(name))).toEqual([]);
    expect(readdirSync(cache)[0]).toMatch(/^run-verbs-run-verbs\.cjs-/);
    expect(readdirSync(cache).map((name) => statSync(join(cache, name)).mode & 0o022)).toEqual(
      readdirSync(cache).map(() => 0),
    );
  });

  test('gives what a run without it gives, and stays as it is after three runs', () => {
    const names = () => readdirSync(cache).map((name) => name.slice(-1));
    expect(new Set(names())).toEqual(new Set(['1']));
    expect([list(), list()]).toEqual([first, first]);
    expect(new Set(names())).toEqual(new Set(['3']));
    const kept = readFileSync(join(cache, readdirSync(cache)[0]!));
    expect(list()).toBe(first);
    expect(readFileSync(join(cache, readdirSync(cache)[0]!)).equals(kept)).toBe(true);
  });

  test('has what later runs call, where the first one ended with an error', () => {
    rmSync(cache, { recursive: true });
    const project = mkdtempSync(join(tmpdir(), 'dagweave-project-'));
    writeFileSync(join(project, 'flow.yaml'), 'steps:\n  - {name: s1, command: make}\n');
    const sizes = [() => writeFileSync(join(project, 'hooks.yaml'), 'hooks: {enabled: maybe}\n'), writeRules].map(
      (write) => {
        write(project);
        spawnSync(process.execPath, [main, 'apply', '--config', 'hooks.yaml', 'flow.yaml'], { cwd: project });
        return readdirSync(cache).reduce((sum, name) => sum + statSync(join(cache, name)).size, 0);
      },
    );
    expect(sizes[1]).toBeGreaterThan(sizes[0]! * 1.2);
    rmSync(cache, { recursive: true });
    list();
  });

  test('is kept without a warning where a run loads much', () => {
    rmSync(join(folder, 'dist/cli/.cache'), { recursive: true, force: true });
    const project = mkdtempSync(join(tmpdir(), 'dagweave-project-'));
    writeFileSync(join(project, 'flow.yaml'), 'type: graph\nsteps:\n  - {name: build, command: make}\n');
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'dist/cli/main.cjs'), 'init'], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('Warning')]);
    expect(stderr).toContain('+  - name: hook-announce-build');
    rmSync(join(folder, 'dist/cli/.cache'), { recursive: true });
    list();
  });

  test('is kept by a run with a large file as well, whose functions V8 optimizes later', () => {
    rmSync(cache, { recursive: true });
    const project = mkdtempSync(join(tmpdir(), 'dagweave-project-'));
    const steps = Array.from({ length: 10_000 }, (_, at) => `  - {name: s${at}, command: echo ${at}}\n`);
    writeFileSync(join(project, 'flow.yaml'), `steps:\n${steps.join('')}`);
    const { status } = spawnSync(process.execPath, [main, 'strip', 'flow.yaml'], { cwd: project });
    expect([status, readdirSync(cache).length > 0]).toEqual([0, true]);
    // Other functions than those that a small file takes, whose runs would be slower with these.
    expect(readdirSync(cache).filter((name) => !name.startsWith('strip-large-'))).toEqual([]);
    writeFileSync(join(project, 'flow.yaml'), 'steps:\n  - {name: s1, command: make}\n');
    expect(spawnSync(process.execPath, [main, 'strip', 'flow.yaml'], { cwd: project }).status).toBe(0);
    expect(readdirSync(cache).some((name) => name.startsWith('strip-run-verbs'))).toBe(true);
    rmSync(cache, { recursive: true });
    list();
  });

  test('is kept for libraries that a run with a large file loads, which come when V8 optimizes later', () => {
    const libraries = join(folder, 'dist/libraries/.cache');
    rmSync(libraries, { recursive: true, force: true });
    const project = mkdtempSync(join(tmpdir(), 'dagweave-project-'));
    const steps = Array.from({ length: 2000 }, (_, at) => `  - {name: s${at}, command: echo ${at}}\n`);
    writeFileSync(join(project, 'flow.yaml'), `steps:\n${steps.join('')}`);
    writeFileSync(
      join(project, 'hooks.yaml'),
      'hooks: {enabled: true, step_definitions: {check: {type: shell, command: "true"}}, ' +
        'injections: {post_task: [{step: check, tasks: ["/^(s1|s2)$/"]}]}}\n',
    );
    const apply = () =>
      spawnSync(process.execPath, [main, 'apply', '--config', 'hooks.yaml', 'flow.yaml'], { cwd: project }).stdout;
    const written = apply();
    const kept = () => readdirSync(libraries).filter((name) => name.startsWith('apply-large-re2js.cjs'));
    expect(kept()).toEqual([expect.stringMatching(/-1$/)]);
    expect(apply().equals(written)).toBe(true);
    expect(kept()).toEqual([expect.stringMatching(/-2$/)]);
  });

  test('is kept again where V8 refuses it, because it runs under other flags', () => {
    for (let run = 0; run < 2; run += 1) list();
    const bytes = () => readdirSync(cache).map((name) => readFileSync(join(cache, name)).toString('latin1'));
    const under = (flags: string) => {
      const env = { ...process.env, NODE_OPTIONS: flags };
      expect(execFileSync(process.execPath, [main, 'list'], { cwd: folder, encoding: 'utf8', env })).toBe(first);
      return bytes();
    };
    const usual = bytes();
    const other = under('--interpreted-frames-native-stack');
    expect(other).not.toEqual(usual);
    for (let run = 0; run < 2; run += 1) under('--interpreted-frames-native-stack');
    const settled = bytes();
    expect(under('--interpreted-frames-native-stack')).toEqual(settled);
    expect(under('')).not.toEqual(settled);
  });

  test('is not taken where others may write it', () => {
    const { uid } = statSync(join(folder, 'dist/cli/run-verbs.cjs'));
    const code = join(cache, readdirSync(cache)[0]!);
    expect(readKept(code, uid)).toBeDefined();
    expect(readKept(code, uid + 1)).toBe(undefined);
    chmodSync(code, 0o666);
    expect(readKept(code, uid)).toBe(undefined);
    chmodSync(code, 0o644);
  });

  test.skipIf(process.platform === 'win32')('is not waited for where it is a pipe', () => {
    for (const name of readdirSync(cache)) {
      rmSync(join(cache, name));
      execFileSync('mkfifo', [join(cache, name)]);
    }
    const { status, stdout } = spawnSync(process.execPath, [main, 'list'], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
    });
    rmSync(cache, { recursive: true });
    expect([status, stdout]).toEqual([0, first]);
    list();
  });

  test.runIf(process.platform === 'linux')(
    'is not kept where files may not be so large, in no part, and the run ends as it does',
    () => {
      rmSync(cache, { recursive: true });
      const command = `ulimit -f 8; exec ${process.execPath} ${join(folder, 'dist/cli/main.cjs')} list`;
      const { status, stdout } = spawnSync('bash', ['-c', command], { cwd: folder, encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, first]);
      expect(readdirSync(cache).filter((name) => statSync(join(cache, name)).size >= 8 * 1024)).toEqual([]);
      expect(readdirSync(cache).filter((name) => !new RegExp(own).test(name))).toEqual([]);
      expect(list()).toBe(first);
    },
  );

  test('is written beside what a process with the same id in another container writes', () => {
    const [name] = readdirSync(cache);
    const draft = join(cache, `${name!.slice(0, -1)}1.7`);
    rmSync(cache, { recursive: true });
    mkdirSync(cache);
    writeFileSync(draft, 'half');
    const other = 'Object.defineProperty(process, "pid", { value: 7 })';
    const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(other)}` };
    expect(execFileSync(process.execPath, [main, 'list'], { cwd: folder, encoding: 'utf8', env })).toBe(first);
    expect(readFileSync(draft, 'utf8')).toBe('half');
    rmSync(draft);
    expect(readdirSync(cache)).toContain(`${name!.slice(0, -1)}1`);
  });

  test('is left alone where it is no code', () => {
    writeFileSync(join(cache, readdirSync(cache)[0]!), 'no code');
    expect(list()).toBe(first);
  });
});

function writeRules(project: string): void {
  const rule = '{id: gate, type: shell, command: ./gate.sh, tasks: ["*"]}';
  writeFileSync(join(project, 'hooks.yaml'), `hooks: {enabled: true, injections: {pre_task: [${rule}]}}\n`);
}

test('the trace of a fault names lines of the sources', () => {
  const bundled = readFileSync('dist/cli/run-dispatch.cjs', 'utf8').split('\n');
  const line = bundled.findIndex((text) => text.includes('fail-closed'));
  const place = `${resolve('dist/cli/run-dispatch.cjs')}:${line + 1}:${bundled[line]!.indexOf('fail-closed') + 1}`;
  expect(inSources(`Error: lost\n    at ab (${place})\n    at node:internal/x:1:1`)).toMatch(
    /^Error: lost\n {4}at ab \(src\/[\w/-]+\.ts:\d+\)\n {4}at node:internal\/x:1:1$/,
  );
});
