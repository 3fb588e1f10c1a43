import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startLlmServer } from '../servers/llm-server.js';
import { dispatched, folderWith, hooksOf } from './dispatch-process.js';

const says = (answer: object) => ({ type: 'command', command: `printf '%s' '${JSON.stringify(answer)}'` });

describe('of files that say different things about the same', () => {
  test('the more local one holds, whatever order they are read in', async () => {
    const update = (args: object) => says({ decision: 'modify', modified_args: args, metadata: args });
    const folder = folderWith({
      '.config/agent/settings.local.json': hooksOf('PreToolUse', update({ a: 'local' })),
      '.config/agent/settings.json': hooksOf('PreToolUse', update({ a: 'project', b: 'project' })),
      'home/.config/agent/settings.json': hooksOf('PreToolUse', update({ a: 'user', b: 'user', c: 'user' })),
    });
    const { answer } = await dispatched(folder, ['PreToolUse'], { tool_name: 't', tool_args: { d: 'kept' } });
    expect(answer.modified_args).toEqual({ a: 'local', b: 'project', c: 'user', d: 'kept' });
    expect(answer.metadata).toEqual({ a: 'local', b: 'project', c: 'user' });
  });

  test('the more local one holds where it replaces, and the later hook of one file', async () => {
    const replace = (args: object) => says({ hookSpecificOutput: { updatedInput: args } });
    const folder = folderWith({
      '.claude/settings.json': hooksOf('PreToolUse', replace({ a: 'first' }), replace({ a: 'second' })),
      'home/.claude/settings.json': hooksOf('PreToolUse', replace({ a: 'user', b: 'user' })),
    });
    const { answer } = await dispatched(folder, ['PreToolUse'], { tool_name: 't', tool_input: { d: 1 } });
    expect(answer.modified_args).toEqual({ a: 'second' });
  });

  test('the more local one holds for what only the event knows', async () => {
    const output = (text: string) => says({ hookSpecificOutput: { updatedToolOutput: text } });
    const folder = folderWith({
      '.claude/settings.local.json': hooksOf('PostToolUse', output('local')),
      'home/.claude/settings.json': hooksOf('PostToolUse', output('user')),
    });
    const { answer } = await dispatched(folder, ['PostToolUse'], { tool_name: 't' });
    expect(answer.hook_specific_output).toEqual({ updatedToolOutput: 'local' });
  });
});

test('metadata reaches the caller, with the hook that gave it and as one object, also beside a denial', async () => {
  const metadata = { risk_level: 'high', blocked_patterns: ['rm -rf', 'sudo'] };
  const folder = folderWith({
    '.config/agent/settings.json': hooksOf(
      'PreToolUse',
      says({ decision: 'block', reason: 'no', metadata }),
      says({ decision: 'approve', metadata: { hook_name: 'other' } }),
      says({ decision: 'approve', metadata: 'text' }),
      says({ decision: 'approve', metadata: null }),
    ),
  });
  const { exit, answer } = await dispatched(folder, ['PreToolUse'], { tool_name: 't' });
  expect(exit).toBe(2);
  expect(answer.metadata).toEqual({ ...metadata, hook_name: 'other' });
  expect(answer.hooks.map((hook: { metadata?: unknown }) => hook.metadata)).toEqual([
    metadata,
    { hook_name: 'other' },
    'text',
    undefined,
  ]);
});

describe('an agent that answers in words', () => {
  test.each([
    ['DENY: the notes say no', 2, 'the notes say no'],
    ['ALLOW, nothing is against it', 0, undefined],
  ])('%s', async (text, exit, reason) => {
    const server = await startLlmServer([{ kind: 'text', text }]);
    const hook = { type: 'agent', prompt: 'May it?', runner: 'openai', model: 'm', base_url: `${server.url}/v1` };
    const folder = folderWith({
      '.config/agent/settings.json': hooksOf('PreToolUse', { ...hook, onFailure: 'block' }),
    });
    const ran = await dispatched(folder, ['PreToolUse'], { tool_name: 't' }, { OPENAI_API_KEY: 'sk-words' });
    await server.close();
    expect([ran.exit, ran.answer.reason]).toEqual([exit, reason]);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the environment of a hook', () => {
  test('has nothing of the telemetry of the agent, unless the hook sets it', async () => {
    const folder = folderWith({
      '.claude/settings.json': JSON.stringify({
        env: { OTEL_SERVICE_NAME: 'of-settings', PLAIN: 'yes' },
        hooks: {
          Stop: [
            {
              hooks: [
                { type: 'command', command: 'env | grep -E "^(OTEL_|PLAIN)" > out' },
                { type: 'command', command: 'env | grep ^OTEL_ > own', env: { OTEL_SERVICE_NAME: 'hook' } },
              ],
            },
          ],
        },
      }),
    });
    const env = { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=secret', OTEL_METRICS_EXPORTER: 'otlp' };
    await dispatched(folder, ['Stop'], {}, env);
    expect(readFileSync(join(folder, 'out'), 'utf8')).toBe('PLAIN=yes\n');
    expect(readFileSync(join(folder, 'own'), 'utf8')).toBe('OTEL_SERVICE_NAME=hook\n');
  });
});

describe('the guard against hooks that dispatch their own event', () => {
  const folder = folderWith({
    '.claude/settings.json': hooksOf('PreToolUse', { type: 'command', command: 'exit 2' }),
  });

  test('approves of nothing with --fail-closed, no matter who set it', async () => {
    const env = { DAGWEAVE_DISPATCHING: 'Stop PreToolUse' };
    const closed = await dispatched(folder, ['PreToolUse', '--fail-closed'], { tool_name: 't' }, env);
    expect([closed.exit, closed.answer.decision]).toEqual([2, 'block']);
    expect(closed.answer.reason).toContain('DAGWEAVE_DISPATCHING');
    const claude = await dispatched(folder, ['PreToolUse', '--fail-closed', '--compat', 'claude'], {}, env);
    expect([claude.exit, claude.answer.hookSpecificOutput.permissionDecision]).toEqual([2, 'deny']);
    expect((await dispatched(folder, ['PreToolUse'], { tool_name: 't' }, env)).exit).toBe(0);
  });

  test('of another event stops nothing', async () => {
    const env = { DAGWEAVE_DISPATCHING: 'Stop' };
    const { exit, answer } = await dispatched(folder, ['PreToolUse', '--fail-closed'], { tool_name: 't' }, env);
    expect([exit, answer.hooks.length]).toEqual([2, 1]);
  });
});

describe('characters that a terminal acts on, or that nobody sees', () => {
  // Delete, two controls of the upper half, a change of direction, an invisible sign, a line separator.
  const odd = 'a\u007f\u009b31m\u0085\u202eb\u200bc\u2028d\u{e0041}';
  const reasons = { decision: 'block', reason: `${odd}\u001b]0;x\u0007`, systemMessage: odd, metadata: { [odd]: odd } };
  const folder = folderWith({
    // As a hook writes it that means it: what is there as itself is taken out of the output of a process.
    'answer.json': JSON.stringify(reasons).replace(
      /[^ -~]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    '.claude/settings.json': hooksOf('PreToolUse', { type: 'command', command: 'cat answer.json' }),
  });
  const raw = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

  test.each([
    ['our own words', []],
    ['the words of Claude Code', ['--compat', 'claude']],
  ])('are escaped in an answer in %s, and on standard error', async (_, more) => {
    const { exit, stdout, stderr, answer } = await dispatched(folder, ['PreToolUse', ...more], { tool_name: 't' });
    expect(exit).toBe(2);
    expect(stdout.replace(/\n$/, '')).not.toMatch(raw);
    expect(stderr.replaceAll('\n', '')).not.toMatch(raw);
    expect(answer.reason ?? answer.hookSpecificOutput.permissionDecisionReason).toBe(reasons.reason);
  });

  test('in the failure of a hook are shown as signs', async () => {
    const failing = folderWith({
      'said.txt': odd,
      '.claude/settings.json': hooksOf('PreToolUse', { type: 'command', command: 'cat said.txt >&2; exit 1' }),
    });
    const { stderr } = await dispatched(failing, ['PreToolUse']);
    expect(stderr).toContain('failed and decided nothing');
    expect(stderr.replaceAll('\n', '')).not.toMatch(raw);
  });

  test('in the path of a worktree make it no path', async () => {
    const answer = { hookSpecificOutput: { worktreePath: '/tmp/a\n/etc' } };
    const place = folderWith({ '.claude/settings.json': hooksOf('WorktreeCreate', says(answer)) });
    const { exit, stdout } = await dispatched(place, ['WorktreeCreate', '--compat', 'claude']);
    expect([exit, JSON.parse(stdout)]).toEqual([
      2,
      { decision: 'block', reason: 'its answer cannot be read: the path has control characters in it' },
    ]);
  });
});

test('a gate that nobody waits for is a mistake, and blocks', async () => {
  const gate = { type: 'command', command: 'true', async: true, onFailure: 'block' };
  const folder = folderWith({ '.claude/settings.json': hooksOf('PreToolUse', gate) });
  const { exit, answer, stderr } = await dispatched(folder, ['PreToolUse'], { tool_name: 't' });
  expect([exit, answer.decision]).toEqual([2, 'block']);
  expect(stderr).toContain('error DW373: nothing waits for a hook with `async`, so it cannot be a gate');
});
