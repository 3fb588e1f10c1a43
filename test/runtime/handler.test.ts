import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandLine } from '../cli/command-line.js';
import { newFolder, readResult, runStep } from './step-process.js';

const handler = (...args: readonly string[]) => ['handler', '--event', 'PreToolUse', ...args];

describe('a handler of an event', () => {
  test('gets the context on standard input, with what the run of the DAG is called', async () => {
    const { exit, result } = await runStep(
      handler(
        ...['--context', '{"tool_name":"build","tool_args":{"a":""}}', '--context-value', '/tool_args/a=late'],
        ...['--timestamp', '2026-01-01T00:00:00Z', '--command', 'cat'],
      ),
      { env: { DAG_RUN_ID: 'run-7' } },
    );
    expect(exit).toBe(0);
    expect(JSON.parse(String(result.stdout))).toMatchObject({
      hook_event_name: 'PreToolUse',
      session_id: 'run-7',
      tool_name: 'build',
      tool_args: { a: 'late' },
      tool_input: { a: 'late' },
      timestamp: '2026-01-01T00:00:00Z',
    });
  });

  test('blocks with exit code 2, and the reason is what it printed on standard error', async () => {
    const { exit, result } = await runStep(handler('--command', 'echo "no writes" >&2; exit 2'));
    expect(exit).toBe(2);
    expect(result).toMatchObject({ success: false, decision: 'deny', reason: 'no writes', error: 'no writes' });
  });

  test('that fails is said to have failed, and the step succeeds', async () => {
    const { exit, result, stderr } = await runStep(handler('--command', 'echo broken >&2; exit 1'));
    expect(exit).toBe(0);
    expect(result).toMatchObject({ success: true, decision: 'none', failure: 'exit code 1: broken', exit_code: 1 });
    expect(stderr).toContain('the hook of PreToolUse failed: exit code 1: broken (it is no gate, so the run goes on)');
  });

  test('that fails as a gate blocks, and so does one that is late', async () => {
    const failing = await runStep(handler('--gate', '--command', 'exit 1'));
    expect([failing.exit, failing.result.reason]).toEqual([2, 'exit code 1']);
    const late = await runStep(handler('--gate', '--hook-timeout', '0.5', '--command', 'sleep 20'));
    expect([late.exit, late.result.reason]).toEqual([2, 'not done within 0.5 seconds']);
    const calm = await runStep(handler('--hook-timeout', '0.5', '--command', 'sleep 20'));
    expect([calm.exit, calm.result.failure]).toEqual([0, 'not done within 0.5 seconds']);
  });

  test('that wants a person to be asked is a no', async () => {
    const answer = '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?"}}';
    const { exit, result } = await runStep(handler('--command', `echo '${answer}'`));
    expect(exit).toBe(2);
    expect(result.error).toBe('a person must decide, but a DAG cannot ask one: sure?');
  });

  test('that ends the session ends the node', async () => {
    const { exit, result } = await runStep(handler('--command', `echo '{"continue":false,"stopReason":"enough"}'`));
    expect([exit, result.error]).toEqual([2, 'enough']);
  });

  test('of the registry blocks by its flag, and by any other error as a gate', async () => {
    const answer = (error: string) => JSON.stringify({ error, usage_recorded: true });
    const words = (event: string, error: string) =>
      ['--event', event, '--contract', 'registry', '--command', `echo '${answer(error)}'`] as const;
    const flagged = await runStep(['handler', ...words('PreAbilityCall', 'blocked_by_policy')]);
    expect([flagged.exit, flagged.result.error]).toEqual([2, 'blocked_by_policy']);
    const told = await runStep(['handler', ...words('SessionEnd', 'blocked_by_policy')]);
    expect([told.exit, told.result.data]).toEqual([0, { error: 'blocked_by_policy', usage_recorded: true }]);
    const failed = await runStep(['handler', ...words('PreAbilityCall', 'not found')]);
    expect([failed.exit, failed.result.failure]).toEqual([0, 'not found']);
    const gate = await runStep(['handler', '--gate', ...words('PreAbilityCall', 'not found')]);
    expect([gate.exit, gate.result.error]).toEqual([2, 'not found']);
  });

  test('reads references in its command from the context, as data', async () => {
    const value = `$(touch x)"';\`id\``;
    const context = JSON.stringify({ tool_name: value, tool_args: { command: value } });
    const cwd = newFolder();
    const command = `printf '%s|' {{tool_name}} "{{tool_name}}" '<{{tool_args.command}}>' {{tool_args.none}}`;
    const { result } = await runStep(handler('--context', context, '--command', command), { cwd });
    expect(result.stdout).toBe(`${value}|${value}|<${value}>||`);
    const inner = await runStep(handler('--context', context, '--command', `sh -c 'echo {{tool_name}}'`), { cwd });
    expect([inner.exit, inner.result.error]).toEqual([
      125,
      '{{tool_name}} cannot be passed safely: it is in what sh reads as code',
    ]);
  });

  test('written for Claude Code runs in bash, and double braces are its own', async () => {
    const command = `[[ a == a ]] && echo '{{tool_name}}'`;
    const { result } = await runStep(handler('--contract', 'claude', '--command', command));
    expect(result.stdout).toBe('{{tool_name}}\n');
  });

  test('starts a program without a shell where it has arguments', async () => {
    const { result } = await runStep(handler('--command', 'printf', '--arg', '%s|', '--arg', '$HOME'));
    expect(result.stdout).toBe('$HOME|');
  });

  test.each([
    [['handler'], 'no event: give --event NAME'],
    [handler(), 'give one of --command, --prompt, --agent and --url'],
    [handler('--command', 'a', '--url', 'b'), 'give one of --command, --prompt, --agent and --url'],
    [handler('--command', 'a', '--contract', 'c'), 'unknown contract "c": choose settings, claude or registry'],
    [handler('--command', 'a', '--hook-timeout', '0'), '--hook-timeout must be more than 0 and at most 2147483'],
    [handler('--command', 'a', '--context', '['), '--context must be a JSON object'],
    [handler('--command', 'a', '--context-value', '/a=b'), '--context-value: /a is not in the context'],
  ])('with %j is refused', async (args, error) => {
    const { exit, result } = await runStep(args);
    expect([exit, result.error]).toEqual([125, error]);
  });
});

describe('a context on standard input', () => {
  const args = ['step', 'handler', '--event', 'PreToolUse', '--dry-run', '--command', 'true', '--context', '-'];
  const step = `${commandLine} ${args.join(' ')}`;
  const ended = async (child: ChildProcess) => {
    let stdout = '';
    child.stdout!.on('data', (text) => {
      stdout += text;
    });
    const exit = await new Promise((done) => child.once('close', done));
    return { exit, result: readResult(stdout) };
  };
  const inShell = (script: string) => ended(spawn('bash', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] }));

  test('comes whole through a pipe that another program has set not to wait', async () => {
    const setNotToWait = 'python3 -c "import os; os.set_blocking(0, False)"';
    const script = `{ sleep 2; echo '{"tool_name": "late"}'; } | { ${setNotToWait}; ${step}; }`;
    const { result } = await inShell(script);
    expect(result).toMatchObject({ success: true, context: { tool_name: 'late' } });
  });

  test('that does not end does not keep a step that is asked to stop', async () => {
    const child = spawn(process.execPath, [resolve('dist/cli/main.cjs'), ...args], { stdio: 'pipe' });
    child.stdin.write('{');
    setTimeout(() => child.kill('SIGTERM'), 3000);
    setTimeout(() => child.stdin.end(), 20_000).unref();
    const start = performance.now();
    expect(await ended(child)).toMatchObject({ exit: 143, result: { error: 'stopped by SIGTERM' } });
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test('is not read without end', async () => {
    const { result } = await inShell(`yes | ${step}`);
    expect(result.error).toBe('standard input has more than 67108864 bytes');
  });
});
