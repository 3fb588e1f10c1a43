import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runWarm } from '../cli/warm-dagweave.js';
import { newFolder } from '../runtime/step-process.js';

/** Programs that the examples call; each writes down how it was called. */
const stubs = ['notify-send', 'logger', 'black', 'git', 'osascript', 'slack-cli'];

describe('the examples of agent settings, unchanged', () => {
  test('all events', () => {
    const run = example('example-all-events');
    expect(run('PreToolUse', { tool_name: 'bash_execute' }).answer.hooks).toMatchObject([{ exit_code: 0 }]);
    run('PostToolUse', { tool_name: `it's $(id)` });
    run('Notification', { message: 'disk full' });
    run('Stop', {});
    expect(run.calls()).toEqual([`notify-send|Tool completed: it's $(id)`, 'logger|CLI-Agent: disk full']);
    expect(run.read('.cli-agent-log')).toBe('Response complete\n');
  });

  test('development workflow', () => {
    const run = example('example-development-workflow');
    const { answer } = run('PostToolUse', { tool_name: 'write_file', tool_args: { file_path: 'a b;c.py' } });
    expect(answer.hooks).toHaveLength(2);
    expect(run.calls().sort()).toEqual(['black|a b;c.py', 'git|add|a b;c.py']);
  });

  test('security and audit logging', () => {
    const run = example('example-audit-log');
    run('PreToolUse', { tool_name: 'bash_execute', tool_args: { command: `echo 'x' "y" $(touch PWN)` } });
    run('PostToolUse', { tool_name: 'read_file', result: 'x'.repeat(300_000) });
    const [first, second] = run.read('.cli-agent-audit.log').split('\n') as [string, string];
    expect(first).toBe(`[$(date)] BASH: echo 'x' "y" $(touch PWN)`);
    expect(second).toBe(`[$(date)] TOOL: read_file - ${'x'.repeat(300)}`.slice(0, 200));
    expect(existsSync(join(run.folder, 'PWN'))).toBe(false);
  });

  test('notification integration', () => {
    const run = example('example-notification');
    run('Stop', {});
    run('Notification', { message: `"quoted" 'text'` });
    expect(run.calls()).toEqual([
      'osascript|-e|display notification "CLI-Agent finished" with title "Task Complete"',
      `slack-cli|send|#ai-agents|"quoted" 'text'`,
    ]);
  });

  test('advanced control: the check answers as the example says, and the call is blocked', () => {
    const answer = {
      continue: false,
      decision: 'block',
      reason: 'Command contains potentially dangerous operations',
      metadata: { risk_level: 'high', blocked_patterns: ['rm -rf', 'sudo'] },
    };
    const check = `#!/bin/sh\nprintf '%s' "$1" > checked\ncat <<'E'\n${JSON.stringify(answer)}\nE\n`;
    const run = example('example-security-check', (text, folder) => {
      writeFileSync(join(folder, 'security-check'), check, { mode: 0o755 });
      return text.replace('/usr/local/bin/security-check', join(folder, 'security-check'));
    });
    const ran = run('PreToolUse', { tool_name: 'bash_execute', tool_args: { command: `sudo rm -rf '/'` } });
    expect([ran.exit, ran.answer.decision, ran.answer.reason]).toEqual([2, 'block', answer.reason]);
    expect(run.read('checked')).toBe(`sudo rm -rf '/'`);
  });
});

function example(name: string, change = (text: string, _folder: string) => text) {
  const folder = newFolder();
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  for (const stub of stubs) {
    const path = join(bin, stub);
    // In one write, because hooks of one event run side by side.
    const script = `line=${stub}; for word in "$@"; do line="$line|$word"; done; printf '%s\\n' "$line" >> calls`;
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
  }
  mkdirSync(join(folder, '.config/agent'), { recursive: true });
  const settings = join(folder, '.config/agent/settings.json');
  cpSync(resolve('test/fixtures/frontends/settings', name, 'settings.json'), settings);
  writeFileSync(settings, change(readFileSync(settings, 'utf8'), folder));
  const run = (event: string, context: object) => {
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: folder };
    const ran = runWarm(['dispatch', event, '--no-log'], { cwd: folder, input: JSON.stringify(context), env });
    expect(ran.stderr).toBe('');
    return { exit: ran.exit, answer: JSON.parse(ran.stdout) };
  };
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const calls = () => read('calls').trim().split('\n');
  return Object.assign(run, { folder, read, calls });
}
