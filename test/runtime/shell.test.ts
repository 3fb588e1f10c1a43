import { execFileSync, spawn } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { commandLine } from '../cli/command-line.js';
import { newFolder, readResult, runStep } from './step-process.js';

describe('a shell step', () => {
  test('gives what the command printed and its exit code', async () => {
    const { exit, result } = await runStep(['shell', '--task', 'T001', '--command', 'echo out; echo err >&2; exit 3']);
    expect(exit).toBe(1);
    expect(result).toMatchObject({
      type: 'shell',
      success: false,
      error: 'exit code 3',
      task_id: 'T001',
      exit_code: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
  });

  test('says of a long output how many characters are left out of the middle', async () => {
    const { result } = await runStep([
      'shell',
      '--command',
      'head -c 200000 /dev/zero | tr "\\0" x; echo; yes no | head -c 100000 >&2',
    ]);
    for (const [text, whole] of [
      [result.stdout as string, 200_001],
      [result.stderr as string, 100_000],
    ] as const) {
      const [, before, left, after] = /^([^[]*)\n\[… (\d+) characters left out …\]\n(.*)$/s.exec(text)!;
      expect(before!.length + Number(left) + after!.length).toBe(whole);
    }
  });

  test('runs a program after -- without a shell', async () => {
    const { exit, result } = await runStep(['shell', '--', 'printf', '%s|', '$HOME', 'a b', '--task', '`x`']);
    expect(exit).toBe(0);
    expect(result).toMatchObject({ success: true, error: null, stdout: '$HOME|a b|--task|`x`|' });
  });

  test('runs where and with what it is given', async () => {
    const cwd = newFolder();
    const { result } = await runStep(
      ['shell', '--working-dir', '/', '--env', 'A=b=c', '--command', 'pwd; echo "$A"', '--worktree', cwd],
      { cwd },
    );
    expect(result.stdout).toBe('/\nb=c\n');
  });

  test('shows the context to the command under both names', async () => {
    const { result } = await runStep([
      ...['shell', '--task', 'T001', '--spec', 'calc', '--branch', 'calc_T001', '--parent-branch', 'calc'],
      ...['--worktree', '.', '--arborist-home', '/h', '--timestamp', '2024-01-15T10:30:00Z'],
      ...['--command', 'env | grep -E "^(DAGWEAVE|ARBORIST)_" | sort'],
    ]);
    expect(String(result.stdout).trim().split('\n')).toEqual([
      'ARBORIST_BRANCH=calc_T001',
      'ARBORIST_HOME=/h',
      'ARBORIST_PARENT_BRANCH=calc',
      'ARBORIST_SPEC_ID=calc',
      'ARBORIST_TASK_ID=T001',
      'ARBORIST_WORKTREE=.',
      'DAGWEAVE_ARBORIST_HOME=/h',
      'DAGWEAVE_BRANCH_NAME=calc_T001',
      'DAGWEAVE_PARENT_BRANCH=calc',
      'DAGWEAVE_SPEC_ID=calc',
      'DAGWEAVE_TASK_ID=T001',
      'DAGWEAVE_TIMESTAMP=2024-01-15T10:30:00Z',
      'DAGWEAVE_WORKTREE_PATH=.',
    ]);
  });

  test('makes up a branch only for a run of Arborist', async () => {
    const line = ['shell', '--task', 'T001', '--spec', 'calc', '--command', 'env | grep BRANCH | sort'];
    const branches = async (env: Record<string, string>) => {
      const { result } = await runStep(line, { env });
      return String(result.stdout).trim();
    };
    expect(await branches({})).toBe('');
    expect((await branches({ ARBORIST_MANIFEST: 'calc.json' })).split('\n')).toEqual([
      'ARBORIST_BRANCH=calc_T001',
      'ARBORIST_PARENT_BRANCH=calc',
      'DAGWEAVE_BRANCH_NAME=calc_T001',
      'DAGWEAVE_PARENT_BRANCH=calc',
    ]);
  });

  test('says that a variable was given without a value, and makes none up', async () => {
    const line = ['shell', '--branch', '', '--command', 'env | grep BRANCH | wc -l'];
    const { exit, result, stderr } = await runStep(line, { env: {} });
    expect([exit, String(result.stdout).trim()]).toEqual([0, '0']);
    expect(stderr).toContain('branch_name was given to this step, but has no value in this run\n');
  });

  test('says the same of a value that a prompt file asks for', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'review.md'), 'Review {{branch_name}}{{vars.suffix}}.\n');
    const values = ['--var', 'branch_name=', '--var', 'vars.suffix='];
    const line = ['prompt', '--runner', 'claude', '--prompt-file', 'review.md', ...values];
    const { stderr } = await runStep(line, { cwd, env: { PATH: cwd } });
    expect(stderr).toMatch(/^branch_name was given to this step, but has no value in this run\n/);
    expect(stderr).not.toContain('suffix');
  });

  test('takes the context from the environment where no option gives it', async () => {
    const cwd = newFolder();
    const env = { ARBORIST_TASK_ID: 'T7', ARBORIST_WORKTREE: cwd };
    const { result } = await runStep(['shell', '--', 'pwd'], { env });
    expect(result).toMatchObject({ task_id: 'T7', stdout: `${cwd}\n` });
  });

  test('leaves terminal escapes out of the result', async () => {
    const { result } = await runStep(['shell', '--', 'printf', '\\033[1;31mred\\033[0m \\033]0;title\\007plain\\r\\n']);
    expect(result.stdout).toBe('red plain\r\n');
  });

  test('keeps beginning and end of a long output and marks the cut', async () => {
    const { result } = await runStep(['shell', '--max-output', '100', '--command', 'seq 1 1000']);
    const text = String(result.stdout);
    expect(text.startsWith('1\n2\n3\n')).toBe(true);
    expect(text.endsWith('\n999\n1000\n')).toBe(true);
    expect(text).toContain('[… 3793 bytes left out …]');
  });

  test('shows output while it comes, on standard error', async () => {
    const { stderr, result } = await runStep(['shell', '--verbose', '--command', 'echo one; echo two']);
    expect(stderr).toContain('one\ntwo\n');
    expect(result.stdout).toBe('one\ntwo\n');
  });

  test('shows a character that comes in two parts as it is', async () => {
    const command = "printf '\\303'; sleep 0.2; printf '\\244\\n'";
    expect((await runStep(['shell', '--verbose', '--command', command])).stderr.trim()).toBe('ä');
  });

  test('tries again as often as it may', async () => {
    const cwd = newFolder();
    const command = 'echo x >> tries; test "$(wc -l < tries)" -ge 3';
    const args = ['shell', '--retries', '5', '--retry-delay', '0.01', '--command', command];
    const { exit, result, stderr } = await runStep(args, { cwd });
    expect([exit, result.attempts]).toEqual([0, 3]);
    expect(readFileSync(join(cwd, 'tries'), 'utf8')).toBe('x\nx\nx\n');
    expect(stderr).toContain('attempt 1 of 6: exit code 1');
  });

  test('says what it would run and runs nothing', async () => {
    const { exit, result } = await runStep(['shell', '--dry-run', '--command', 'exit 3']);
    expect(exit).toBe(0);
    expect(result).toMatchObject({ success: true, skipped: true, command: 'exit 3' });
  });

  test('writes the result to a file too', async () => {
    const cwd = newFolder();
    const { stdout } = await runStep(['shell', '--result-file', 'result.json', '--', 'true'], { cwd });
    expect(readFileSync(join(cwd, 'result.json'), 'utf8')).toBe(stdout);
  });

  test('a result file keeps its mode, and a link to it stays a link', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'result.json'), 'old', { mode: 0o640 });
    symlinkSync('result.json', join(cwd, 'link'));
    const { stdout } = await runStep(['shell', '--result-file', 'link', '--', 'true'], { cwd });
    expect(readFileSync(join(cwd, 'result.json'), 'utf8')).toBe(stdout);
    expect(statSync(join(cwd, 'result.json')).mode & 0o777).toBe(0o640);
    expect(readdirSync(cwd)).toEqual(['link', 'result.json']);
    expect(lstatSync(join(cwd, 'link')).isSymbolicLink()).toBe(true);
  });

  test('a result goes into a pipe that somebody reads, and not in the place of one that nobody reads', async () => {
    const cwd = newFolder();
    execFileSync('mkfifo', ['nobody'], { cwd });
    const step = `${commandLine} step shell --command 'head -c 100000 /dev/zero | tr "\\0" x'`;
    const script = `${step} --result-file >(cat >read) >one; ${step} --result-file nobody >two 2>said; test -p nobody`;
    const child = spawn('bash', ['-c', script], { cwd, stdio: 'ignore' });
    expect(await new Promise((done) => child.once('close', done))).toBe(0);
    const text = (name: string) => readFileSync(join(cwd, name), 'utf8');
    await vi.waitFor(() => expect(text('read')).toBe(text('one')));
    expect(readResult(text('two')).success).toBe(true);
    expect(text('said')).toBe('dagweave: the result could not be written to nobody: nobody is at its other end\n');
  });

  test('a result file that cannot be written is said and changes nothing else', async () => {
    const { exit, result, stderr } = await runStep(['shell', '--result-file', '/nowhere/result.json', '--', 'true']);
    expect([exit, result.success]).toEqual([0, true]);
    expect(stderr).toContain('could not be written to /nowhere/result.json');
  });

  test('ends though something it left behind holds the output open', async () => {
    const { took, result } = await runStep(['shell', '--command', 'sleep 60 & echo done']);
    expect(result).toMatchObject({ success: true, stdout: 'done\n' });
    expect(took).toBeLessThan(10_000);
  });
});

describe('a step that cannot run says so in its result, with exit code 125', () => {
  test.each([
    [['shell'], 'nothing to run'],
    [['shell', '--command', 'true', '--', 'true'], 'not both'],
    [['shell', '--tsak', 'T1'], 'Did you mean --task?'],
    [['shel', '--', 'true'], 'unknown type of step "shel"'],
    [['__proto__'], 'unknown type of step "__proto__"'],
    [['shell', '--timeout', '-1', '--', 'true'], '--timeout must be from 0'],
    [['shell', '--retries', '1.5', '--', 'true'], '--retries must be a whole number'],
    [['shell', '--working-dir', '/nowhere', '--', 'true'], 'the working folder /nowhere does not exist'],
    [['shell', '--worktree', '/nowhere', '--', 'true'], 'the workspace /nowhere does not exist'],
    [['shell', '--command', ' '], 'the command is empty'],
    [['quality_check'], 'nothing to run'],
    [['quality_check', '--command', '', '--min-score', '80'], 'the command is empty'],
    [['quality_check', '--command', 'no-such-program-here'], 'the command could not be run: sh: '],
    [['python'], 'give --class'],
    [['python', '--class', 'a.B', '--config', '[1]'], '--config must be a JSON object'],
    [['module', '--module', './m.mjs', '--config-value', '/a=1'], '/a is not in the configuration'],
  ])('%j', async (args, error) => {
    const { exit, result } = await runStep(args);
    expect(exit).toBe(125);
    expect(result).toMatchObject({ type: args[0], success: false, error: expect.stringContaining(error) });
  });
});

describe('secrets', () => {
  const env = {
    API_KEY: 'sk-secret-1',
    DEPLOY_TOKEN: 'tok-secret-2',
    CLIENT_SECRET: 'secret-3',
    DB_PASSWORD_MAIN: 'pass-4444',
    short_key: 'abc',
    PLAIN: 'visible',
  };

  test('in the environment are hidden wherever they would show', async () => {
    const command =
      'echo "$API_KEY $DEPLOY_TOKEN $CLIENT_SECRET $DB_PASSWORD_MAIN $PLAIN"; echo "$API_KEY" >&2; : sk-secret-1';
    const { stdout, stderr, result } = await runStep(['shell', '--verbose', '--command', command], { env });
    expect(result).toMatchObject({ stdout: '*** *** *** *** visible\n', stderr: '***\n' });
    expect(`${stdout}${stderr}`).not.toMatch(/secret-\d|pass-4444/);
  });

  test('are not shown in halves where the output is cut', async () => {
    const args = [
      'shell',
      '--max-output',
      '40',
      '--command',
      'i=0; while [ $i -lt 50 ]; do echo "$API_KEY"; i=$((i+1)); done',
    ];
    const { result } = await runStep(args, { env });
    expect(String(result.stdout)).not.toMatch(/sk-s|ret-1|secre/);
  });

  test('of several lines are hidden line by line too', async () => {
    const key = { API_KEY: '-- begin key --\nMIIEvgIBADAN\nBgkqhkiG9w0B\nend' };
    const command =
      'echo "$API_KEY" | while read -r line; do echo "$line"; sleep 0.1; done; echo "$API_KEY" | head -n 2';
    const { result, stderr } = await runStep(['shell', '--verbose', '--command', command], { env: key });
    expect(stderr.trim()).toBe('***\n***\n***\nend\n***\n***');
    expect(result.stdout).toBe('***\n***\n***\n');
  });

  test('are not shown in halves where a long line is shown while it comes', async () => {
    const command = 'head -c 65536 /dev/zero | tr "\\0" x; printf sk-sec; sleep 0.2; echo ret-1';
    const { stderr } = await runStep(['shell', '--verbose', '--command', command], { env });
    expect(stderr.trim()).toBe(`${'x'.repeat(65536)}***`);
  });

  test('are what --env gives to names like theirs, in the result and in what is shown', async () => {
    const args = ['shell', '--verbose', '--env', 'API_TOKEN=t0k-123', '--command', 'echo "$API_TOKEN"'];
    const { result, stderr } = await runStep(args);
    expect([result.stdout, stderr.trim()]).toEqual(['***\n', '***']);
  });

  test('are the values of a variable that --mask names, whatever gives them', async () => {
    const args = [
      'shell',
      '--mask',
      'MYKEY',
      '--env',
      'MYKEY=of option',
      '--command',
      'echo "MYKEY=$MYKEY, of caller"',
    ];
    const { result } = await runStep(args, { env: { MYKEY: 'of caller' } });
    expect(result.stdout).toBe('MYKEY=***, ***\n');
  });

  test('are what --mask names: a variable, or a text', async () => {
    const args = ['shell', '--mask', 'PLAIN', '--mask', 'other text', '--', 'printf', '%s', 'visible, other text'];
    const { result } = await runStep(args, { env });
    expect(result.stdout).toBe('***, ***');
  });

  test('in a file that is not valid text do not break the result', async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, 'bytes'), Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x41]));
    const { result } = await runStep(['shell', '--', 'cat', 'bytes'], { cwd, env });
    expect(result.stdout).toContain('A');
  });
});
