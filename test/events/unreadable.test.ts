import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { EventHook } from '../../src/model/event.js';
import { folderWith, runDagweave } from '../cli/run-dagweave.js';
import { commandHook, print, run } from './hooks.js';

/** A shell command whose answer nests so deep; `%s` is where the nest goes. */
const nest = (answer: string, levels = 20_000) =>
  `"${process.execPath}" -e 'process.stdout.write(${JSON.stringify(answer)}.replace("%s", "[".repeat(${levels}) + "]".repeat(${levels})))'`;

describe('an answer that cannot be read', () => {
  test.each([
    [
      'nests too deep below hookSpecificOutput',
      nest('{"hookSpecificOutput":{"x":%s}}'),
      'it nests deeper than 1000 levels',
    ],
    ['nests too deep below modified_args', nest('{"modified_args":{"x":%s}}'), 'it nests deeper than 1000 levels'],
    [
      'is longer than what is kept of it',
      'printf \'{"reason":"\'; yes | head -c 2000000; printf \'"}\'',
      'it has more than 1048576 bytes',
    ],
  ])('because it %s, is a failure of that hook, and the others count', async (_, command, reason) => {
    const failing = commandHook(command);
    const answer = await run('PreToolUse', [failing, commandHook(print({ decision: 'block', reason: 'no' }))]);
    expect(answer).toMatchObject({ decision: 'deny', reason: 'no' });
    expect(answer.runs[0]!.answer.failure).toBe(`its answer cannot be read: ${reason}`);
    const gate = await run('PreToolUse', [{ ...failing, onFailure: 'block' }]);
    expect(gate).toMatchObject({ decision: 'deny', reason: `its answer cannot be read: ${reason}` });
    const ofRegistry = await run('PreAbilityCall', [{ ...failing, onFailure: 'block', contract: 'registry' }]);
    expect(ofRegistry.decision).toBe('deny');
  });

  test('is not one where text is long: a gate that talks much and does not object is open', async () => {
    const answer = await run('PreToolUse', [commandHook('yes | head -c 2000000', { onFailure: 'block' })]);
    expect(answer).toMatchObject({ decision: 'none', runs: [{ answer: { failure: undefined } }] });
  });

  test('leaves the answer of dispatch whole', () => {
    const hooks = [nest('{"hookSpecificOutput":{"x":%s}}'), 'echo no >&2; exit 2'];
    const entries = hooks.map((command) => ({ type: 'command', command }));
    const folder = folderWith({ 'hooks.json': JSON.stringify({ hooks: { PreToolUse: [{ hooks: entries }] } }) });
    const { exit, stdout } = runDagweave(['dispatch', 'PreToolUse', '--config', 'hooks.json', '--no-log'], {
      cwd: folder,
      input: '{}',
    });
    expect([exit, JSON.parse(stdout).reason]).toEqual([2, 'no']);
  });
});

describe('what a service answers', () => {
  const told = 'its answer cannot be read: it is no JSON object';

  test.each([
    ['<html>Log in first</html>', 'deny', told],
    ['ok', 'deny', told],
    ['["block"]', 'deny', told],
    ['', 'none', undefined],
    ['{}', 'none', undefined],
  ])('%j means %s to a gate', async (body, decision, failure) => {
    const server = createServer((_, response) => response.end(body));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const handler = { kind: 'http', url, headers: new Map(), allowedVariables: [] } as const;
    const gate: EventHook = { ...commandHook(''), handler, onFailure: 'block' };
    const answer = await run('PreToolUse', [gate]);
    const context = await run('UserPromptSubmit', [{ ...gate, onFailure: 'continue' }]);
    server.close();
    expect([answer.decision, answer.runs[0]!.answer.failure]).toEqual([decision, failure]);
    expect(context).toMatchObject({ decision: 'none', additionalContext: [], runs: [{ answer: { failure } }] });
  });
});
