import { describe, expect, test } from 'vitest';
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

  test('is none where text is long: a gate that talks much and does not object is open', async () => {
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
