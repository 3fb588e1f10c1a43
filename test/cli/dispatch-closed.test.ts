import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { folderWith, program } from './run-dagweave.js';
import { runWarm } from './warm-dagweave.js';

const command = (text: string) => ({ type: 'command', command: text });
const settings = (event: string, ...hooks: readonly object[]) => JSON.stringify({ hooks: { [event]: [{ hooks }] } });

function dispatch(cwd: string, args: readonly string[], input = '{}', env: Record<string, string> = {}) {
  const ran = runWarm(['dispatch', ...args], { cwd, input, env: { HOME: join(cwd, 'home'), ...env } });
  return { ...ran, answer: ran.stdout === '' ? undefined : JSON.parse(ran.stdout) };
}

describe('with --fail-closed the answer blocks, with the reason, in the words of the caller', () => {
  const allow = command(`echo '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"a":1}}}'`);
  const mistaken = { '.claude/settings.json': settings('PreToolUse', allow, { type: 'comand' }) };
  const mistake = '.claude/settings.json:1: hooks.PreToolUse[0].hooks[1].type: "comand" is not an allowed value';

  test('where settings have a mistake', () => {
    const folder = folderWith(mistaken);
    const { exit, answer } = dispatch(folder, ['PreToolUse', '--fail-closed', '--log', 'log']);
    expect(exit).toBe(2);
    expect(answer).toMatchObject({ event: 'PreToolUse', continue: false, decision: 'block', reason: mistake });
    expect(answer.modified_args).toBeUndefined();
    expect(answer.hooks).toMatchObject([{ decision: 'allow' }]);
    expect(JSON.parse(readFileSync(join(folder, 'log'), 'utf8'))).toMatchObject({ decision: 'deny', reason: mistake });
    const claude = dispatch(folder, ['PreToolUse', '--fail-closed', '--compat', 'claude']);
    expect(claude.exit).toBe(2);
    expect(claude.answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: mistake,
      },
    });
    expect(dispatch(folder, ['PreToolUse'])).toMatchObject({ exit: 1, answer: { decision: 'modify' } });
  });

  test.each([
    ['a broken context', ['PreToolUse'], '{', 'the context in <stdin> cannot be read as JSON'],
    ['an event that does not exist', ['PreToolUs'], '{}', 'there is no event "PreToolUs"'],
    ['no event', [], '{}', 'no event to dispatch'],
    ['options that do not exist', ['PreToolUse', '--bogus'], '{}', "unknown option '--bogus'"],
  ])('where there is %s', (_, args, input, reason) => {
    const folder = folderWith({});
    const { exit, answer } = dispatch(folder, [...args, '--fail-closed'], input);
    expect(exit).toBe(2);
    expect(answer).toMatchObject({
      ...(args.length > 0 && { event: args[0] }),
      continue: false,
      decision: 'block',
      reason: expect.stringContaining(reason),
      hooks: [],
    });
    const claude = dispatch(folder, [...args, '--fail-closed', '--compat', 'claude'], input);
    expect(claude.exit).toBe(2);
    expect(JSON.stringify(claude.answer)).toContain(JSON.stringify(reason).slice(1, -1));
    expect(claude.answer.decision ?? claude.answer.hookSpecificOutput.permissionDecision).toMatch(/block|deny/);
    expect(dispatch(folder, args, input)).toMatchObject({ exit: 1, stdout: '' });
  });

  test('where dispatch itself breaks, wherever that happens', () => {
    const folder = folderWith({ '.claude/settings.json': settings('PreToolUse', command('sleep 20')) });
    const fault = 'setTimeout(() => { throw new Error("broken inside") }, 500)';
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` };
    const start = performance.now();
    const { exit, answer, stderr } = dispatch(folder, ['PreToolUse', '--fail-closed'], '{}', env);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('internal fault: broken inside')]);
    expect(answer).toMatchObject({ decision: 'block', reason: 'internal fault of dagweave: broken inside' });
    expect(dispatch(folder, ['PreToolUse'], '{}', env)).toMatchObject({ exit: 3, stdout: '' });
    // Its hooks are ended: nobody would hear them.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

describe('a dispatch that is asked to stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('by %s before its caller has said all ends at once', async (signal) => {
    const child = spawn(process.execPath, [program, 'dispatch', 'PreToolUse', '--no-log'], { cwd: folderWith({}) });
    child.stdin.write('{');
    await setTimeout(1000);
    child.kill(signal);
    const end = new Promise((done) => child.on('exit', (_, by) => done(by)));
    const first = await Promise.race([end, setTimeout(3000, 'nothing')]);
    child.kill('SIGKILL');
    expect(first).toBe(signal);
  });

  test.each([
    ['approves of nothing', {}, ''],
    ['still says what is blocked', { onFailure: 'block' }, 'stopped before it ended'],
  ])('%s', async (_, more, reason) => {
    const hook = { ...command('echo $$ > id; sleep 60'), ...more };
    const folder = folderWith({ '.claude/settings.json': settings('PreToolUse', hook) });
    const child = spawn(process.execPath, [program, 'dispatch', 'PreToolUse', '--no-log'], { cwd: folder });
    child.stdin.end('{}');
    let stdout = '';
    child.stdout.on('data', (text) => {
      stdout += text;
    });
    await vi.waitFor(() => expect(readFileSync(join(folder, 'id'), 'utf8')).not.toBe(''), { timeout: 20_000 });
    child.kill('SIGTERM');
    expect(await new Promise((done) => child.on('close', done))).toBe(143);
    if (reason === '') expect(stdout).toBe('');
    else expect(JSON.parse(stdout)).toMatchObject({ decision: 'block', reason });
  });
});
