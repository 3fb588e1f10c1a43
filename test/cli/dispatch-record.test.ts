import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSecretName } from '../../src/lang/secret-names.js';
import { createMasking } from '../../src/runtime/masking.js';
import { dispatched, folderWith, hooksOf } from './dispatch-process.js';
import { program } from './run-dagweave.js';

describe('the log', () => {
  const hook = { type: 'command', command: 'exit 2' };

  test('is written when the answer is out', async () => {
    const folder = folderWith({ '.claude/settings.json': hooksOf('PreToolUse', hook) });
    // A disk that takes two seconds to open a file for writing.
    const slow = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
      const real = fs.openSync;
      fs.openSync = (path, ...rest) => { if (String(path).endsWith('log')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000); return real(path, ...rest); };
      syncBuiltinESMExports();`;
    const child = spawn(process.execPath, [program, 'dispatch', 'PreToolUse', '--log', 'log'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(slow)}`,
      },
    });
    child.stdin.end('{}');
    const answered = new Promise<number>((done) => child.stdout.once('data', () => done(performance.now())));
    const ended = new Promise<number>((done) => child.once('close', () => done(performance.now())));
    expect((await ended) - (await answered)).toBeGreaterThan(1500);
    expect(child.exitCode).toBe(2);
    expect(JSON.parse(readFileSync(join(folder, 'log'), 'utf8'))).toMatchObject({ decision: 'deny' });
  });

  test.each([
    ['a pipe that nobody reads', 'mkfifo log'],
    ['a folder', 'mkdir log'],
    ['a full disk', 'ln -s /dev/full log'],
    ['below a file', 'touch below; ln -s below/log log'],
  ])('that cannot be written because it is %s is told and changes nothing', async (_, make) => {
    const folder = folderWith({ '.claude/settings.json': hooksOf('PreToolUse', hook) });
    execFileSync('sh', ['-c', make], { cwd: folder });
    const start = performance.now();
    const { exit, answer, stderr } = await dispatched(folder, ['PreToolUse', '--log', 'log']);
    expect([exit, answer.decision]).toEqual([2, 'block']);
    expect(stderr).toMatch(/^warning DW857: the log .* cannot be written: /m);
    expect(performance.now() - start).toBeLessThan(8000);
  });

  test('hides secrets of the environment, of settings and of hooks, and passwords in addresses', async () => {
    const all = 'p4ssw0rd-env tok-of-settings pat-of-hook pw-in-url plain-value https://bot:unknown@example.org/x';
    const folder = folderWith({
      '.claude/settings.json': JSON.stringify({
        env: { DEPLOY_TOKEN: 'tok-of-settings', PLAIN: 'plain-value', DATABASE_URL: 'postgres://me:pw-in-url@db/x' },
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { type: 'command', command: `echo '${all}' >&2; exit 1`, env: { GH_PAT: 'pat-of-hook' } },
                { type: 'command', command: `echo '${all}' >&2; exit 2` },
              ],
            },
          ],
        },
      }),
    });
    const env = { MY_PASSWD: 'p4ssw0rd-env' };
    const { stderr, answer } = await dispatched(folder, ['PreToolUse', '--log', 'log'], {}, env);
    const masked = '*** *** *** *** plain-value https://bot:***@example.org/x';
    const line = JSON.parse(readFileSync(join(folder, 'log'), 'utf8'));
    expect(line.reason).toBe(masked);
    expect(line.hooks[0].failure).toBe(`exit code 1: ${masked}`);
    expect(stderr).toContain(masked);
    // An answer comes through as it is.
    expect(answer.reason).toBe(all);
  });
});

test('a line of the log has no characters as themselves that a terminal acts on', async () => {
  const folder = folderWith({ '.claude/settings.json': hooksOf('PreToolUse', { type: 'command', command: 'exit 2' }) });
  await dispatched(folder, ['PreToolUse', '--log', 'log'], { tool_name: 'a\u009b31m\u202eb' });
  const line = readFileSync(join(folder, 'log'), 'utf8');
  expect(line.trimEnd()).toMatch(/^[ -~]*$/);
  expect(JSON.parse(line).tool_name).toBe('a\u009b31m\u202eb');
});

describe('what is hidden', () => {
  test.each([
    [
      'TOKEN',
      'GITHUB_TOKEN',
      'githubToken',
      'GH_PAT',
      'PAT',
      'PASSWD',
      'DB_PASSWD',
      'MYSQL_PWD',
      'SMTP_PASS',
      'DB_PASSWORD',
    ],
    ['API_KEY', 'APIKEY', 'OPENAI_APIKEY', 'AWS_SECRET_ACCESS_KEY', 'CLIENT_SECRET', 'SECRET_KEY_BASE', 'SECRET'],
    ['GPG_PASSPHRASE', 'SLACK_WEBHOOK', 'SLACK_WEBHOOK_URL', 'GOOGLE_CREDENTIALS', 'SESSION_COOKIE', 'SSH_PRIVATE_KEY'],
  ])('has a name such as %s', (...names) => {
    expect(names.filter((name) => !isSecretName(name))).toEqual([]);
  });

  test('has no name such as PATH', () => {
    const names = ['PATH', 'PWD', 'OLDPWD', 'HOME', 'KEYBOARD', 'MONKEY', 'MAX_OUTPUT_TOKENS', 'COMPASS', 'PATTERN'];
    expect(names.filter(isSecretName)).toEqual([]);
  });

  test('is a password in an address, as written and as meant, and nothing around it', () => {
    const { mask } = createMasking({ DATABASE_URL: 'postgres://app:p%40ss%2Fword@db:5432/x?a=b' }, []);
    expect(mask('cannot log in with p@ss/word')).toBe('cannot log in with ***');
    expect(mask('postgres://app:p%40ss%2Fword@db:5432/x')).toBe('postgres://app:***@db:5432/x');
    expect(mask('redis://:s3cret@cache')).toBe('redis://:***@cache');
    const harmless = 'https://example.org:8080/@a ssh://git@example.org a:b@c "http://x:" y@z';
    expect(mask(harmless)).toBe(harmless);
  });

  test('is found in time that grows with the text', () => {
    const { mask } = createMasking({}, []);
    const start = performance.now();
    for (const text of ['a'.repeat(1e6), '://a:'.repeat(2e5), `://a:${'b'.repeat(1e6)}`, '://'.repeat(3e5)]) mask(text);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
