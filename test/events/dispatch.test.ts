import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runHooks } from '../../src/dispatch/run-hooks.js';
import { newFolder } from '../runtime/step-process.js';
import { commandHook, now, print, realHost, run } from './hooks.js';

describe('hooks of an event', () => {
  test('get the context as one line of JSON on standard input, values under both names', async () => {
    const folder = newFolder();
    await run(
      'PreToolUse',
      [commandHook('read -r line && printf "%s" "$line" > seen')],
      { tool_args: { a: 1 } },
      folder,
    );
    expect(JSON.parse(readFileSync(join(folder, 'seen'), 'utf8'))).toEqual({
      session_id: 'unknown',
      cwd: folder,
      timestamp: now,
      tool_args: { a: 1 },
      tool_input: { a: 1 },
      hook_event_name: 'PreToolUse',
      event_type: 'PreToolUse',
    });
  });

  test('run side by side, and the strictest decision counts with the reasons of all who came to it', async () => {
    const start = performance.now();
    const answer = await run('PreToolUse', [
      commandHook(`sleep 1; ${print({ decision: 'block', reason: 'first' })}`),
      commandHook('sleep 1; echo second >&2; exit 2'),
      commandHook(`sleep 1; ${print({ hookSpecificOutput: { permissionDecision: 'allow' } })}`),
    ]);
    expect(answer).toMatchObject({ decision: 'deny', reason: 'first\nsecond' });
    expect(performance.now() - start).toBeLessThan(2500);
  });

  test('do not run where they were missed', async () => {
    const folder = newFolder();
    const candidate = { hook: commandHook('touch ran'), missed: 'its matcher does not meet Bash' };
    const surroundings = { host: realHost(), directory: folder, env: new Map() };
    const answer = await runHooks('PreToolUse', {}, [candidate], surroundings);
    expect(answer).toMatchObject({ decision: 'none', runs: [] });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('change arguments one after another, whichever ends first', async () => {
    const answer = await run(
      'PreToolUse',
      [
        commandHook(`sleep 0.3; ${print({ decision: 'modify', modified_args: { a: 'one', b: 'one' } })}`),
        commandHook(print({ decision: 'modify', modified_args: { b: 'two' } })),
      ],
      { tool_input: { a: 'old', c: 'old' } },
    );
    expect(answer).toMatchObject({ decision: 'none', updatedArguments: { a: 'one', b: 'two', c: 'old' } });
  });

  test('that fail decide nothing, and a gate that fails denies', async () => {
    const failing = commandHook('echo broken >&2; exit 1');
    expect(await run('PreToolUse', [failing])).toMatchObject({ decision: 'none', reason: undefined });
    expect(await run('PreToolUse', [{ ...failing, onFailure: 'block' }])).toMatchObject({
      decision: 'deny',
      reason: 'exit code 1: broken',
    });
    const missing = commandHook('/no/such/program', { onFailure: 'block' });
    expect(await run('PreToolUse', [missing])).toMatchObject({ decision: 'deny' });
  });

  test('are ended at their timeout with all that they started', async () => {
    const folder = newFolder();
    const daemon = "( setsid sh -c 'echo $$ > daemon; exec sleep 30' >/dev/null 2>&1 & ) &";
    const late = commandHook(`sleep 30 & echo $! > id; setsid sleep 30 & ${daemon} sleep 30`, { timeout: 1 });
    const start = performance.now();
    const answer = await run('PreToolUse', [late, { ...late, onFailure: 'block' }], {}, folder);
    expect(performance.now() - start).toBeLessThan(8000);
    expect(answer).toMatchObject({ decision: 'deny', reason: 'not done within 1 seconds' });
    expect(answer.runs.map(({ answer: one }) => one.failure)).toEqual(Array(2).fill('not done within 1 seconds'));
    for (const name of ['id', 'daemon']) expect(runs(Number(readFileSync(join(folder, name), 'utf8')))).toBe(false);
  });

  test('that print without end fill no memory, and what they print is no answer', async () => {
    const answer = await run('PreToolUse', [commandHook('yes | head -c 50000000; echo "{}"')]);
    expect(answer.decision).toBe('none');
    expect(answer.runs[0]!.stdout.length).toBeLessThan(1_100_000);
  });

  test('of the registry join what they suggest, and object in earnest as gates, or by the flag for it', async () => {
    const objects = print({
      error: 'no_quota',
      messages_to_user: ['no writes'],
      logs: [{ level: 'info', message: 'a' }],
    });
    const suggests = print({
      suggested_abilities: [{ id: 'x', reason: 'y' }],
      logs: [{ level: 'warn', message: 'b' }],
    });
    const hooks = [objects, suggests].map((command) => commandHook(command, { contract: 'registry' }));
    const answer = await run('PreAbilityCall', hooks);
    expect(answer).toMatchObject({
      decision: 'none',
      result: {
        error: 'no_quota',
        messages_to_user: ['no writes'],
        logs: [
          { level: 'info', message: 'a' },
          { level: 'warn', message: 'b' },
        ],
        suggested_abilities: [{ id: 'x', reason: 'y' }],
      },
    });
    const flagged = commandHook(print({ error: 'blocked_by_policy' }), { contract: 'registry' });
    expect(await run('PreAbilityCall', [flagged])).toMatchObject({ decision: 'deny', reason: 'blocked_by_policy' });
    const gate = await run('PreAbilityCall', [{ ...hooks[0]!, onFailure: 'block' }]);
    expect(gate).toMatchObject({ decision: 'deny', reason: 'no_quota\nno writes' });
    const exit2 = await run('PreAbilityCall', [commandHook('exit 2', { contract: 'registry' })]);
    expect(exit2.decision).toBe('none');
  });

  test('cannot reach into objects by names such as __proto__', async () => {
    const hostile = `printf '%s' '{"hookSpecificOutput":{"__proto__":{"x":1}},"modified_args":{"__proto__":{"y":1}}}'`;
    const answer = await run('PreToolUse', [commandHook(hostile)], { tool_input: {} });
    expect(Object.getPrototypeOf(answer.specific)).toBe(Object.prototype);
    expect(Object.getPrototypeOf(answer.updatedArguments)).toBe(Object.prototype);
    expect((answer.specific as { x?: number }).x).toBeUndefined();
  });
});

/** One that has ended and that nobody waits for does not run. */
function runs(id: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${id}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
