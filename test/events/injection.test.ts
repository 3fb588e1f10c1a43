import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hookVariables, readHookCommand } from '../../src/settings/hook-command.js';
import { runDagweave } from '../cli/run-dagweave.js';
import { runWarm } from '../cli/warm-dagweave.js';
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

const asData = [
  `sh -c 'echo "$1"' sh {{message}}`,
  'bash script.sh {{message}}',
  'python3 check.py "{{message}}"',
  `awk -v text={{message}} '{print text}' file`,
  `awk '{print}' {{message}}`,
  'echo "sh -c {{message}}"',
  "slack-cli send '#ai-agents' '{{message}}'",
  'sh -c true; echo {{message}}',
  'curl -s https://example.org | sh; echo {{message}}',
  'echo {{message}} | jq -R . | tee log',
  'echo {{message}} | python3 -m json.tool',
  'echo {{message}} | python3 check.py',
  `echo {{message}} | sh -c 'cat > log'`,
  `echo {{message}} | xargs -n1 sh -c 'echo "$1"' sh`,
  `echo {{message}} | ssh host 'cat > log'`,
  `echo {{message}} | awk '{print}'`,
  'grep -e {{message}} file 2>&1',
  'cat <<< {{message}} > log',
  'diff <(echo {{message}}) file',
  `X={{message}} sh -c 'echo "$X"'`,
  'read -p {{message}} answer',
  'declare x={{message}}',
  'test {{message}} = x',
  'printf "%s" {{message}}',
  '# read this: sh -c\necho {{message}}',
];

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
    [`node -p '{{message}}'`, 'node'],
    [`perl -ne 'print "{{message}}"'`, 'perl'],
    [`perl -pe's/x/{{message}}/'`, 'perl'],
    ['perl -M{{message}} -e 1', 'perl'],
    [`php -r 'echo "{{message}}";'`, 'php'],
    [`python3 -m timeit '{{message}}'`, 'timeit'],
    [`osascript -e 'display notification "{{message}}"'`, 'osascript'],
    [`awk '{print "{{message}}"}' file`, 'awk'],
    [`awk -F , '{print "{{message}}"}'`, 'awk'],
    [`awk -v a=1 '{print "{{message}}"}'`, 'awk'],
    [`sed -n 's/x/{{message}}/p' file`, 'sed'],
    [`sed -s -l 5 's/x/{{message}}/' file`, 'sed'],
    [`sudo -u me bash -c "echo {{message}}"`, 'bash'],
    [`trap "echo {{message}}" EXIT`, 'trap'],
    [`alias x='{{message}}'`, 'alias'],
    [`rbash -c 'echo {{message}}'`, 'rbash'],
    [`"$SHELL" -c 'echo {{message}}'`, '$SHELL'],
    [`flock /tmp/x -c 'echo {{message}}'`, 'flock'],
    [`script -qc 'echo {{message}}' /dev/null`, 'script'],
    [`tmux new-session -d 'echo {{message}}'`, 'tmux'],
    [`# don't worry\nsh -c 'echo {{message}}'`, 'sh'],
    [`cat <<E\nit's "\nE\nsh -c 'echo {{message}}'`, 'sh'],
    [`echo $'it\\'s'; sh -c 'echo {{message}}'`, 'sh'],
    [`bash -c \\\n  "echo {{message}}"`, 'bash'],
    [`ba\\\nsh \\\n-e \\\n -c \\\n "echo {{message}}"`, 'bash'],
    [`sh -c 2>&1 'echo {{message}}'`, 'sh'],
    [`sh 2>&1 -c 'echo {{message}}'`, 'sh'],
    [`sh -c >/dev/null 'echo {{message}}'`, 'sh'],
    [`bash &>/dev/null -c 'echo {{message}}'`, 'bash'],
    [`bash <&- -c 'echo {{message}}'`, 'bash'],
    [`bash -c -- "echo {{message}}"`, 'bash'],
    [`true && { ! time sh -c 'echo {{message}}'; }`, 'sh'],
    [`eval "$(echo {{message}})"`, 'eval'],
    ['bash <<< {{message}}', 'bash'],
    ['sh < <(echo {{message}})', 'sh'],
    ['source <(echo {{message}})', 'source'],
    ['bash <(echo {{message}})', 'bash'],
    ['. /dev/stdin <<< {{message}}', '.'],
    ['make -f /dev/stdin <<< {{message}}', 'make'],
    ['psql db <<< {{message}}', 'psql'],
    ['at now <<< {{message}}', 'at'],
    ['{ sh; } <<< {{message}}', 'sh'],
    ['(cd /; sh) <<< {{message}}', 'sh'],
    [`bash >|/dev/null -c 'echo {{message}}'`, 'bash'],
    ['env -S "{{message}}"', 'env'],
    [`git -c alias.x='!{{message}}' x`, 'git'],
    ['tar --to-command={{message}} -xf a.tar', 'tar'],
    ['BASH_ENV={{message}} bash -c :', 'bash'],
    ['BASH_ENV={{message}}', 'the shell'],
    ['let "x={{message}}"', 'let'],
    ['declare "{{message}}"', 'declare'],
    ['declare -i x={{message}}', 'declare'],
    ['test -v {{message}}', 'test'],
    ['[ -v {{message}} ]', '['],
    ['printf -v "{{message}}" x', 'printf'],
    ['read {{message}}', 'read'],
    ['mapfile -C {{message}} -c 1', 'mapfile'],
  ])('%s', (text, reader) => {
    expect(readHookCommand(text).refused).toEqual([
      { written: '{{message}}', reason: `it is in what ${reader} reads as code` },
    ]);
  });

  test.each([
    ['echo {{message}} | sh', 'sh'],
    ['echo {{message}} |& bash -s', 'bash'],
    ['echo {{message}} |\n  bash', 'bash'],
    ['echo {{message}} | tee log | /bin/sh -', 'sh'],
    ['echo {{message}} | sudo -u me sh', 'sh'],
    ['echo {{message}} | python3', 'python3'],
    ['echo {{message}} | ssh host', 'ssh'],
    ['echo {{message}} | ssh -p 22 host', 'ssh'],
    ['echo {{message}} | sqlite3 file', 'sqlite3'],
    ['echo {{message}} | xargs ssh host', 'ssh'],
    [`echo {{message}} | xargs -I{} sh -c 'echo {}'`, 'sh'],
    ['echo {{message}} | xargs sh -c', 'sh'],
    ['{ echo {{message}}; } | sh', 'sh'],
    ['(echo {{message}}) | sh', 'sh'],
    ['for x in {{message}}; do echo $x; done | sh', 'sh'],
    ['echo {{message}} | { sh; }', 'sh'],
    ['echo {{message}} | (cd /; sh)', 'sh'],
    ['echo {{message}} | while true; do sh; done', 'sh'],
    ['echo {{message}} | tee >(sh)', 'sh'],
    ['x=$(echo {{message}} | sh)', 'sh'],
  ])('%s', (text, reader) => {
    expect(readHookCommand(text).refused).toEqual([
      { written: '{{message}}', reason: `it is before a pipe into ${reader}, which reads code` },
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

  test.each(asData)('and this is not: %s', (text) => {
    expect(readHookCommand(text).refused).toEqual([]);
  });

  test('nothing runs in what is not refused, as real shells read it', () => {
    const folder = newFolder();
    const commands = asData.filter((text) => !/curl|ssh|slack/.test(text));
    const hostile = [
      '$(touch PWN)',
      '; touch PWN;',
      `'; touch PWN; '`,
      '"; touch PWN; "',
      'a[$(touch PWN)]',
      '`touch PWN`',
    ];
    const script = commands.map((text) => `( ${readHookCommand(text).text(() => 'VALUE')}\n) < /dev/null`).join('\n');
    for (const message of hostile) {
      const { error } = spawnSync('bash', ['-c', script], {
        cwd: folder,
        env: { PATH: process.env.PATH, VALUE: message },
      });
      expect([error, message, existsSync(join(folder, 'PWN'))]).toEqual([undefined, message, false]);
    }
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
  return runWarm(['dispatch', event, '--no-log'], { cwd: folder, input: JSON.stringify(context) });
}
