import { describe, expect, test } from 'vitest';
import { folderWith } from '../cli/run-dagweave.js';
import { runWarm } from '../cli/warm-dagweave.js';

const hook = { type: 'command', command: 'exit 0', onFailure: 'block' };
const open = { type: 'command', command: 'exit 0' };

function dispatch(hooks: unknown, event = 'PreToolUse', place = '.config/agent/settings.json') {
  const folder = folderWith({ [place]: JSON.stringify({ hooks }) });
  const ran = runWarm(['dispatch', event, '--no-log'], {
    cwd: folder,
    input: '{"tool_name": "Bash"}',
    env: { HOME: `${folder}/home` },
  });
  return { ...ran, answer: JSON.parse(ran.stdout) };
}

/** What is in the place of groups of PreToolUse, and where it cannot be read. */
const broken: readonly (readonly [what: string, groups: unknown, place: string])[] = [
  ['a matcher that is no expression', [{ matcher: '(?!x)', hooks: [hook] }], 'PreToolUse[0]'],
  ['a matcher that is a list', [{ matcher: ['Edit'], hooks: [hook] }], 'PreToolUse[0]'],
  ['hooks that are a map', [{ hooks: [open] }, { matcher: 'Bash', hooks: hook }], 'PreToolUse[1]'],
  ['a hook written flat in its group', [{ matcher: 'Bash', ...hook }], 'PreToolUse[0]'],
  ['hooks under a wrong key', [{ matcher: 'Bash', hook: [hook] }], 'PreToolUse[0]'],
  ['a group in a group', [{ hooks: [{ matcher: 'Bash', hooks: [hook] }] }], 'PreToolUse[0].hooks[0]'],
  ['a list in a group', [{ hooks: [[hook]] }], 'PreToolUse[0].hooks[0]'],
  ['a list in the place of a group', [[hook]], 'PreToolUse[0]'],
  ['a group in the place of the list', { matcher: 'Bash', hooks: [hook] }, 'PreToolUse'],
  ['onFailure beside the hooks', [{ matcher: 'Bash', onFailure: 'block', hooks: [open] }], 'PreToolUse[0]'],
  ['a misspelt onFailure', [{ hooks: [{ ...open, on_failure: 'block' }] }], 'PreToolUse[0].hooks[0]'],
  ['a misspelt block', [{ hooks: [{ ...open, onFailure: 'blok' }] }], 'PreToolUse[0].hooks[0]'],
  ['a misspelt type', [{ hooks: [{ ...hook, type: 'comand' }] }], 'PreToolUse[0].hooks[0]'],
];

describe('a gate that cannot be read is not one that is open', () => {
  test.each(broken)('%s', (_, groups, place) => {
    const { exit, answer, stderr } = dispatch({ PreToolUse: groups });
    const reason = `.config/agent/settings.json: ${place} is to block where it fails, and cannot be read`;
    expect([exit, answer.decision, answer.reason]).toEqual([2, 'block', reason]);
    expect(stderr).toMatch(/^error DW3/);
    // Without a gate in it, a mistake is reported and no more.
    const harmless = JSON.parse(
      JSON.stringify(groups).replace(/"on_?[fF]ailure":"blo[^"]*"/g, '"onFailure":"continue"'),
    );
    expect(dispatch({ PreToolUse: harmless }).answer.decision).toBe('approve');
  });

  test('an event that is misspelt blocks the one that was meant', () => {
    const { exit, answer, stderr } = dispatch({ PreToolUs: [{ hooks: [hook] }] });
    const reason = '.config/agent/settings.json: PreToolUs is to block where it fails, and cannot be read';
    expect([exit, answer.reason]).toEqual([2, reason]);
    expect(stderr).toContain('did you mean "PreToolUse"?');
    expect(dispatch({ PreToolUs: [{ hooks: [hook] }] }, 'PostToolUse').exit).toBe(1);
    expect(dispatch({ PreToolUs: [{ hooks: [open] }] }).exit).toBe(1);
    expect(dispatch({ SomethingElse: [{ hooks: [hook] }] }).exit).toBe(0);
  });

  test('a matcher that can be read still says which tools are blocked', () => {
    expect(dispatch({ PreToolUse: [{ matcher: 'Edit', hooks: hook }] }).exit).toBe(1);
  });

  test('what a fault must not stop is not blocked', () => {
    expect(dispatch({ Stop: [{ hooks: hook }] }, 'Stop')).toMatchObject({ exit: 1, answer: { decision: 'approve' } });
  });

  test('files of Claude Code go by the same', () => {
    const { exit, answer } = dispatch(
      { PreToolUse: [{ matcher: '(', hooks: [hook] }] },
      'PreToolUse',
      '.claude/settings.json',
    );
    expect([exit, answer.reason]).toEqual([2, expect.stringContaining('.claude/settings.json: PreToolUse[0]')]);
  });
});
