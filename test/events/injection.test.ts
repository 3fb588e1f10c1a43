import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hookVariables, readHookCommand } from '../../src/lang/hook-command.js';
import { runDagweave } from '../cli/run-dagweave.js';
import { hostileTexts } from '../lang/hostile-texts.js';
import { newFolder } from '../runtime/step-process.js';

/** Each reference at each kind of place; the hook writes down what it got, each value ended by NUL, which none can hold. */
const references = [
  'tool_name',
  'tool_args.text',
  'tool_args.a-b.c',
  'result',
  'error',
  'message',
  'session_id',
  'user_input',
];
const command = `cat > stdin; printf '%s\\0' ${references
  .flatMap((name) => [`{{${name}}}`, `"{{ ${name} }}"`, `'{{${name}}}'`, `"$(printf %s. {{${name}}})"`])
  .join(' ')} > arguments`;

const values = hostileTexts.filter((value) => value.isWellFormed());

function contextOf(value: string) {
  return {
    tool_name: value,
    tool_args: { text: value, 'a-b': { c: value } },
    result: value,
    error: value,
    message: value,
    timestamp: value,
    session_id: value,
    user_input: value,
  };
}

describe('a value of the context', () => {
  test('there are at least 40 of them, and each variable is among the references', () => {
    expect(values.length).toBeGreaterThanOrEqual(40);
    expect(references.map((name) => name.split('.')[0])).toEqual(
      expect.arrayContaining(hookVariables.filter((name) => name !== 'timestamp')),
    );
  });

  test.each(values.map((value) => [value]))('%j reaches the hook as it is, and nothing in it runs', (value) => {
    const folder = project({ PostToolUse: [{ hooks: [{ type: 'command', command }] }] });
    const ran = dispatch(folder, 'PostToolUse', contextOf(value));
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    const got = readFileSync(join(folder, 'arguments'), 'utf8').split('\0').slice(0, -1);
    expect(got).toEqual(references.flatMap(() => [value, value, value, `${value}.`]));
    const seen = JSON.parse(readFileSync(join(folder, 'stdin'), 'utf8'));
    expect(seen).toMatchObject(contextOf(value));
    expect(['PWN', 'x'].filter((name) => existsSync(join(folder, name)))).toEqual([]);
  });

  test('of megabytes reaches the hook whole, line breaks at its end included', () => {
    const value = `${'a "b" $(touch PWN)\n'.repeat(100_000)}\n\n`;
    const text = 'printf %s {{result}} | cksum > sum; printf %s "{{tool_args}}" | wc -c >> sum';
    const folder = project({ PostToolUse: [{ hooks: [{ type: 'command', command: text }] }] });
    const ran = dispatch(folder, 'PostToolUse', { result: value, tool_args: { value } });
    expect([ran.exit, ran.stderr]).toEqual([0, '']);
    writeFileSync(join(folder, 'value'), value);
    const sums = readFileSync(join(folder, 'sum'), 'utf8').trim().split('\n');
    expect(sums[0]!.split(' ')[1]).toBe(String(Buffer.byteLength(value)));
    expect(Number(sums[1])).toBe(Buffer.byteLength(JSON.stringify({ value })));
    expect(existsSync(join(folder, 'PWN'))).toBe(false);
  });

  test('that nests too deep to be written again is refused before any hook runs', () => {
    const folder = project({ Notification: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] });
    const deep = `{"message": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const ran = runDagweave(['dispatch', 'Notification', '--no-log'], { cwd: folder, input: deep });
    expect([ran.exit, ran.stderr.split('\n')[0]]).toEqual([
      1,
      'error DW850: the context in <stdin> cannot be read as JSON: it nests too deep to be handed on',
    ]);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test('with a NUL character cannot be handed over, and the hook says so', () => {
    const folder = project({ Notification: [{ hooks: [{ type: 'command', command: 'echo {{message}} > out' }] }] });
    const { exit, stdout } = dispatch(folder, 'Notification', { message: 'a\0b' });
    expect([exit, JSON.parse(stdout).hooks[0].failure]).toEqual([
      0,
      'the value of HOOK_MESSAGE holds a NUL character, which no environment variable can',
    ]);
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe('a reference in what another program reads as code is refused', () => {
  test.each([
    [`sh -c 'echo {{message}}'`, 'sh'],
    [`bash -lc "echo {{message}}"`, 'bash'],
    ['eval echo {{message}}', 'eval'],
    ['env A=b /bin/bash -c "{{message}}"', 'bash'],
    [`x="$(sh -c 'echo {{message}}')"`, 'sh'],
    [`find . -exec sh -c 'echo {{message}}' \\;`, 'sh'],
    ['ssh host echo {{message}}', 'ssh'],
    [`python3 -c 'print("{{message}}")'`, 'python3'],
    [`node -e 'log("{{message}}")'`, 'node'],
    [`node --eval='log("{{message}}")'`, 'node'],
    [`perl -ne 'print "{{message}}"'`, 'perl'],
    [`osascript -e 'display notification "{{message}}"'`, 'osascript'],
    [`awk '{print "{{message}}"}' file`, 'awk'],
    [`sed -n 's/x/{{message}}/p' file`, 'sed'],
    [`sudo -u me bash -c "echo {{message}}"`, 'bash'],
    [`trap "echo {{message}}" EXIT`, 'trap'],
  ])('%s', (text, reader) => {
    expect(readHookCommand(text).refused).toEqual([
      { written: '{{message}}', reason: `it stands in what ${reader} reads as code` },
    ]);
  });

  test.each([
    'echo `echo {{message}}`',
    'cat <<E\n{{message}}\nE',
    'echo $(( {{message}} ))',
    '# {{message}}',
  ])('%s', (text) => {
    expect(readHookCommand(text).refused).toHaveLength(1);
  });

  test.each([
    `sh -c 'echo "$1"' sh {{message}}`,
    'bash script.sh {{message}}',
    'python3 check.py "{{message}}"',
    `awk -v text={{message}} '{print text}' file`,
    `awk '{print}' {{message}}`,
    'echo "sh -c {{message}}"',
    "slack-cli send '#ai-agents' '{{message}}'",
    'sh -c true; echo {{message}}',
  ])('and this is not: %s', (text) => {
    expect(readHookCommand(text).refused).toEqual([]);
  });

  test('however deep the commands nest', () => {
    const nested = (command: string) => `${'$('.repeat(50_000)}${command}${')'.repeat(50_000)}`;
    expect(readHookCommand(nested("sh -c '{{message}}'")).refused).toHaveLength(1);
    expect(readHookCommand(nested('echo {{message}}')).refused).toEqual([]);
  });

  test('a gate with one blocks', () => {
    const hook = { type: 'command', command: `sh -c 'echo {{tool_name}}'`, onFailure: 'block' };
    const folder = project({ PreToolUse: [{ hooks: [hook] }] });
    const { exit, stdout } = dispatch(folder, 'PreToolUse', { tool_name: 'x' });
    expect([exit, JSON.parse(stdout).decision]).toEqual([2, 'block']);
  });
});

function project(hooks: object): string {
  const folder = newFolder();
  mkdirSync(join(folder, '.config/agent'), { recursive: true });
  writeFileSync(join(folder, '.config/agent/settings.json'), JSON.stringify({ hooks }));
  return folder;
}

function dispatch(folder: string, event: string, context: object) {
  return runDagweave(['dispatch', event, '--no-log'], { cwd: folder, input: JSON.stringify(context) });
}
