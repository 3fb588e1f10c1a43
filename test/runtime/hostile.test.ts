import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandLine } from '../cli/command-line.js';
import { isAlive, newFolder, readResult, runStep, type StepEnd } from './step-process.js';

/** Each ends in time, with one result, in bounded memory. The figures are printed. */
describe('hostile steps', () => {
  test('a hundred megabytes of output', async () => {
    const command = 'head -c 100000000 /dev/zero | tr "\\0" x';
    const { exit, result, megabytes } = await measured('100 MB on standard output', ['shell', '--command', command]);
    expect(exit).toBe(0);
    expect(result.stdout).toContain('characters left out');
    expect(megabytes).toBeLessThan(200);
  });

  test('a hundred megabytes of one line, shown while they come', async () => {
    const command = 'head -c 100000000 /dev/zero | tr "\\0" x';
    const { exit, megabytes } = await measured('100 MB, --verbose', ['shell', '--verbose', '--command', command]);
    expect(exit).toBe(0);
    expect(megabytes).toBeLessThan(250);
  });

  test('a hundred megabytes in which a score is searched', async () => {
    const command = 'head -c 100000000 /dev/zero | tr "\\0" "{"; echo; echo \'{"score": 91}\'';
    const args = ['quality_check', '--score-path', '$.score', '--min-score', '90', '--command', command];
    const { exit, result, megabytes } = await measured('100 MB before a score', args);
    expect([exit, result.score]).toEqual([1, null]);
    expect(megabytes).toBeLessThan(700);
  });

  test('an expression made to hang', async () => {
    const command = 'head -c 5000000 /dev/zero | tr "\\0" a; echo b';
    const args = ['quality_check', '--timeout', '5', '--score-regex', '(a+)+$', '--command', command];
    const { exit, result, took } = await measured('regex (a+)+$ on 5 MB', args);
    expect(exit).toBe(1);
    expect(result.error).toContain('matches nothing');
    expect(took).toBeLessThan(15_000);
  });

  test('a path that looks at everything again and again', async () => {
    const command = 'node -e "console.log(JSON.stringify(Array(2000).fill(Array(300).fill([1,2,3]))))"';
    const args = [
      'quality_check',
      '--timeout',
      '3',
      '--score-path',
      '$..[?count(@..*..*..*) == 1]',
      '--command',
      command,
    ];
    const { exit, took } = await measured('path of nested descents', args);
    expect(exit).toBe(124);
    expect(took).toBeLessThan(15_000);
  });

  test('JSON of 10,000 levels', async () => {
    const command = `node -e "console.log('['.repeat(10000) + ']'.repeat(10000))"`;
    const { exit, result } = await measured('JSON, 10,000 deep', [
      'quality_check',
      '--score-path',
      '$..a',
      '--command',
      command,
    ]);
    expect(exit).toBe(1);
    expect(result.error).toContain('nested deeper than 500 levels');
  });

  test('a result with __proto__', async () => {
    const command = `echo '{"__proto__": {"score": 99}, "constructor": {"score": 98}}'`;
    const { exit, result } = await measured('__proto__', [
      'quality_check',
      '--score-path',
      '$.score',
      '--command',
      command,
    ]);
    expect(exit).toBe(1);
    expect(result.error).toContain('finds no value');
  });

  test('a child that ignores SIGTERM and forks', async () => {
    const { folder, command } = forker();
    const { exit, result } = await measured(
      'ignores SIGTERM, forks',
      ['shell', '--timeout', '1', '--command', command],
      folder,
    );
    expect(exit).toBe(124);
    expect(result.error).toBe('not done within 1 seconds');
    expect(result.duration_seconds).toBeLessThanOrEqual(1 + 2);
    expect(living(folder)).toEqual([]);
  });

  describe.runIf(existsSync('/proc'))('a child that left its parent ends with the step', () => {
    const note = "sh -c 'echo $$ >> ids; exec sleep 300'";
    test.each([
      ['in a session of its own', `( setsid ${note} & ) & sleep 300`],
      [
        'as a daemon',
        `( setsid sh -c '( setsid ${note.replaceAll("'", "'\\''")} </dev/null >/dev/null 2>&1 & )' & ) & sleep 300`,
      ],
      ['with nohup', `( nohup setsid ${note} >/dev/null 2>&1 & ) & sleep 300`],
      ['without its environment, in the group', `( env -i PATH="$PATH" ${note} & ) & sleep 300`],
      [
        'started by a step within the step',
        `"$NODE" "$DAGWEAVE" step shell --command '( setsid sh -c "echo \\$\\$ >> ids; exec sleep 300" >/dev/null 2>&1 & ) & sleep 300'`,
      ],
    ])('%s', async (_, command) => {
      const cwd = newFolder();
      const env = { NODE: process.execPath, DAGWEAVE: resolve('dist/cli/main.cjs') };
      const { exit } = await runStep(['shell', '--timeout', '1.5', '--command', command], { cwd, env });
      expect(exit).toBe(124);
      expect(startedIn(cwd).filter(isRunning)).toEqual([]);
    });

    test('where it holds the output, soon after the command itself has ended', async () => {
      const cwd = newFolder();
      const command = `( setsid ${note} & ) & while ! test -s ids; do sleep 0.01; done`;
      const { exit } = await runStep(['shell', '--timeout', '5', '--command', command], { cwd });
      expect(exit).toBe(0);
      expect(startedIn(cwd).filter(isRunning)).toEqual([]);
    });

    test('and one that was started by another step goes on', async () => {
      const cwd = newFolder();
      const sleeper = spawn('sleep', ['300'], {
        detached: true,
        env: { ...process.env, _DAGWEAVE_STARTED_BY: '1-abc;' },
      });
      await runStep(['shell', '--timeout', '1', '--command', 'setsid sleep 300'], { cwd });
      expect(isRunning(sleeper.pid!)).toBe(true);
      sleeper.kill('SIGKILL');
    });
  });

  test('a service whose output goes elsewhere stays when its step ends well', async () => {
    const cwd = newFolder();
    const command =
      "setsid sh -c 'echo $$ >> ids; exec sleep 300' >/dev/null 2>&1 & sleep 60 & while ! test -s ids; do sleep 0.01; done";
    const { exit } = await runStep(['shell', '--command', command], { cwd });
    const [service] = startedIn(cwd);
    const stays = isRunning(service!);
    process.kill(service!, 'SIGKILL');
    expect([exit, stays]).toEqual([0, true]);
  });

  test('what is asked to end has time to clean up', async () => {
    const cwd = newFolder();
    const command = "trap 'sleep 0.3; echo clean > done; exit' TERM; sleep 300 & wait";
    await runStep(['shell', '--timeout', '1', '--command', command], { cwd });
    expect(readFileSync(join(cwd, 'done'), 'utf8')).toBe('clean\n');
  });

  test('standard error that nobody closes', async () => {
    const { exit, took } = await measured('output held open', ['shell', '--command', 'sleep 300 & exit 0']);
    expect(exit).toBe(0);
    expect(took).toBeLessThan(10_000);
  });
});

describe.skipIf(process.platform === 'win32')('a pipe in place of a file is not waited for, and that is said', () => {
  const models = { PATH: `${resolve('test/fixtures/runners/bin')}:${process.env.PATH}`, FAKE_RUNNER_LOG: 'calls' };
  const answer = { ...models, FAKE_RUNNER_SCRIPT: JSON.stringify([{ stdout: '{"ok": true, "reason": ""}' }]) };
  const inPlaceOf = (path: string, ...args: readonly string[]) => {
    const cwd = newFolder();
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    execFileSync('mkfifo', [join(cwd, path)]);
    return measured(`a pipe at ${path}`, args, cwd, answer);
  };

  test('of a prompt', async () => {
    const { exit, result } = await inPlaceOf('p', 'prompt', '--dry-run', '--timeout', '5', '--prompt-file', 'p');
    expect(exit).toBe(125);
    expect(result.error).toMatch(/^the prompt file \/.*\/p is not read: it is a pipe, and only files are read$/);
  });

  test('of secrets', async () => {
    const webhook = ['webhook', '--dry-run', '--timeout', '5', '--url', 'https://example.org/${NAME}'];
    const { exit, stderr } = await inPlaceOf('.config/dagweave/secrets.env', ...webhook);
    expect(exit).toBe(125);
    expect(stderr).toMatch(/secrets\.env is not read: it is a pipe, and only files are read$/m);
  });

  test('of a score', async () => {
    const score = [
      'quality_check',
      '--timeout',
      '5',
      '--score-path',
      '$.a',
      '--score-file',
      'report',
      '--command',
      'true',
    ];
    const { exit, result } = await inPlaceOf('report', ...score);
    expect(exit).toBe(1);
    expect(result.error).toBe('no score: the file report is not read: it is a pipe, and only files are read');
  });

  test('of what a cached answer depends on', async () => {
    const prompt = ['prompt', '--timeout', '5', '--cache', '--cache-file', 'diff', '--prompt', 'Fine?'];
    const { exit, result } = await inPlaceOf('diff', ...prompt);
    expect(exit).toBe(125);
    expect(result.error).toBe('the file diff, named for the cache, cannot be read');
  });

  test('of a prompt that a shell or standard input would give', async () => {
    const cwd = newFolder();
    const step = `${commandLine} step prompt --dry-run --prompt-file`;
    const script = `${step} <(echo hello) >one; echo hello | ${step} /dev/stdin >two; ${step} /dev/null >three`;
    await new Promise((done) => spawn('bash', ['-c', script], { cwd }).once('close', done));
    expect(['one', 'two', 'three'].map((name) => readResult(readFileSync(join(cwd, name), 'utf8')).error)).toEqual([
      expect.stringMatching(/^the prompt file \/dev\/fd\/\d+ is not read: it is a pipe, and only files are read$/),
      'the prompt file /dev/stdin is not read: it is a pipe, and only files are read',
      'the prompt file /dev/null is not read: it is a special file, and only files are read',
    ]);
  });
});

describe('a step that is asked to stop', () => {
  test.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
  ] as const)('by %s ends what it started, writes its result and exits with %i', async (signal, code) => {
    const { folder, command } = forker();
    const { exit, result, stdout } = await runStep(['shell', '--result-file', 'result.json', '--command', command], {
      cwd: folder,
      meanwhile: (id) => whenStarted(folder, () => process.kill(id, signal)),
    });
    expect(exit).toBe(code);
    expect(result).toMatchObject({ success: false, error: `stopped by ${signal}` });
    expect(readFileSync(join(folder, 'result.json'), 'utf8')).toBe(stdout);
    expect(living(folder)).toEqual([]);
  });

  test('while it waits for its next attempt does not try again', async () => {
    const cwd = newFolder();
    const args = ['shell', '--retries', '3', '--retry-delay', '60', '--command', 'echo $$ >> ids; exit 1'];
    const { exit, took } = await runStep(args, {
      cwd,
      meanwhile: (id) => whenStarted(cwd, () => setTimeout(() => process.kill(id, 'SIGTERM'), 300)),
    });
    expect(exit).toBe(143);
    expect(took).toBeLessThan(10_000);
    expect(readFileSync(join(cwd, 'ids'), 'utf8').trim().split('\n')).toHaveLength(1);
  });
});

describe('a reader that has gone changes nothing about the step', () => {
  test.each([
    ['standard output', '--command "seq 100000"', '2>said', 0],
    ['standard error', '--verbose --command "seq 100000; exit 3"', '2>&1 >/dev/null', 1],
  ])('%s', async (_, options, redirect, code) => {
    const folder = newFolder();
    const step = `${commandLine} step shell ${options}`;
    const child = spawn('/bin/sh', ['-c', `{ ${step}; echo $? >exit; } ${redirect} | true`], { cwd: folder });
    await new Promise((settle) => child.once('close', settle));
    expect(readFileSync(join(folder, 'exit'), 'utf8')).toBe(`${code}\n`);
  });
});

const figures: string[] = [];
afterAll(() => console.log(['hostile steps: time, peak memory', ...figures].join('\n')));

async function measured(
  name: string,
  args: readonly string[],
  cwd = newFolder(),
  env = {},
): Promise<StepEnd & { megabytes: number }> {
  let peak = 0;
  let timer: NodeJS.Timeout | undefined;
  const meanwhile = (id: number) => {
    timer = setInterval(() => {
      peak = Math.max(peak, peakKilobytes(id));
    }, 10);
  };
  const end = await runStep(args, { cwd, env, meanwhile });
  clearInterval(timer);
  figures.push(`  ${name.padEnd(28)} ${(end.took / 1000).toFixed(2)} s  ${Math.round(peak / 1024)} MB`);
  return { ...end, megabytes: peak / 1024 };
}

/** Where there is no /proc, nothing is measured. */
function peakKilobytes(id: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Processes that ignore SIGTERM: in the foreground, in the background, in a group and in a session of their own. */
function forker(): { folder: string; command: string } {
  const sleeper = 'sh -c \'trap "" TERM INT HUP; echo $$ >> ids; sleep 300; sleep 300\'';
  const lines = [
    'trap "" TERM INT HUP',
    `${sleeper} &`,
    'set -m',
    `${sleeper} &`,
    'set +m',
    `setsid ${sleeper} &`,
    sleeper,
    sleeper,
  ];
  return { folder: newFolder(), command: lines.join('\n') };
}

function startedIn(folder: string): number[] {
  return readFileSync(join(folder, 'ids'), 'utf8').trim().split('\n').map(Number);
}

function living(folder: string): number[] {
  const ids = startedIn(folder);
  expect(ids.length).toBe(4);
  return ids.filter(isRunning);
}

/** A zombie that nobody has waited for is not running. */
function isRunning(id: number): boolean {
  if (!isAlive(id)) return false;
  const path = `/proc/${id}/stat`;
  return !existsSync(path) || !/\) [ZX] /.test(readFileSync(path, 'latin1'));
}

function whenStarted(folder: string, then: () => void): void {
  const started = () => existsSync(join(folder, 'ids')) && readFileSync(join(folder, 'ids'), 'utf8').trim() !== '';
  const timer = setInterval(() => {
    if (!started()) return;
    clearInterval(timer);
    setTimeout(then, 300);
  }, 20);
}
