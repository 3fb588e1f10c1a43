import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchesAddress } from '../../src/settings/http-policy.js';
import { dispatched, folderWith, hooksOf } from './dispatch-process.js';
import { runWarm } from './warm-dagweave.js';

const asked: { readonly url: string; readonly authorization: string | undefined }[] = [];
const service = createServer((request, response) => {
  asked.push({ url: request.url!, authorization: request.headers.authorization });
  response.end('{}');
});
let origin = '';
beforeAll(async () => {
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => service.close());

const text = (hooks: Record<string, unknown>, more: object = {}) => JSON.stringify({ ...more, hooks });
const group = (...hooks: readonly object[]) => [{ hooks }];

/** The folder `system` in the one it runs in means that of the administrator. */
const managed = {
  NODE_OPTIONS: `--import=${pathToFileURL(resolve('test/fixtures/diagnostics/DW835/managed.mjs')).href}`,
};

describe('where hooks may be sent', () => {
  test('says the list of all files together, and a hook that may not is not sent', async () => {
    const folder = folderWith({
      '.claude/settings.json': text(
        { Stop: group({ type: 'http', url: `${origin}/here` }, { type: 'http', url: `${origin}/there` }) },
        { allowedHttpHookUrls: [`${origin}/here`] },
      ),
      'home/.claude/settings.json': text(
        { Stop: group({ type: 'http', url: `${origin}/user/a` }) },
        {
          allowedHttpHookUrls: [`${origin}/user/*`],
        },
      ),
    });
    asked.length = 0;
    const { exit, answer, stderr } = await dispatched(folder, ['Stop']);
    expect(exit).toBe(0);
    expect(asked.map(({ url }) => url).sort()).toEqual(['/here', '/user/a']);
    expect(answer.hooks[1].failure).toContain(`allowedHttpHookUrls does not have the address ${origin}/there`);
    expect(stderr).toContain('failed and decided nothing');
  });

  test('an empty list, and one that cannot be read, allow nothing, and a gate then blocks', async () => {
    for (const allowedHttpHookUrls of [[], 'https://a/*', [7]]) {
      const hook = { type: 'http', url: `${origin}/x`, onFailure: 'block' };
      const folder = folderWith({
        '.claude/settings.json': text({ PreToolUse: group(hook) }, { allowedHttpHookUrls }),
      });
      asked.length = 0;
      const { exit, answer } = await dispatched(folder, ['PreToolUse'], { tool_name: 't' });
      expect([exit, answer.decision, asked]).toEqual([2, 'block', []]);
    }
  });

  test('without a list is nobody kept away, and with --fail-closed blocks what may not be sent', async () => {
    const hook = { type: 'http', url: `${origin}/x` };
    const open = folderWith({ '.claude/settings.json': text({ PreToolUse: group(hook) }) });
    asked.length = 0;
    expect((await dispatched(open, ['PreToolUse', '--fail-closed'])).exit).toBe(0);
    expect(asked).toHaveLength(1);
    const closed = folderWith({
      '.claude/settings.json': text({ PreToolUse: group(hook) }, { allowedHttpHookUrls: ['https://elsewhere/*'] }),
    });
    expect((await dispatched(closed, ['PreToolUse', '--fail-closed'])).exit).toBe(2);
    expect((await dispatched(closed, ['PreToolUse'])).exit).toBe(0);
  });

  test('variables in headers are those that hook and list both allow', async () => {
    const hook = {
      type: 'http',
      url: origin,
      headers: { Authorization: '${A}-${B}-${C}-' },
      allowedEnvVars: ['A', 'B'],
    };
    const folder = folderWith({
      '.claude/settings.json': text({ Stop: group(hook) }, { httpHookAllowedEnvVars: ['A', 'C'] }),
    });
    asked.length = 0;
    await dispatched(folder, ['Stop'], {}, { A: 'a', B: 'b', C: 'c' });
    expect(asked.map(({ authorization }) => authorization)).toEqual(['a---']);
  });

  test.each([
    ['https://hooks.example.com/*', 'https://hooks.example.com/a?b=c', true],
    ['https://hooks.example.com/*', 'https://HOOKS.example.com:443/a', true],
    ['https://hooks.example.com/*', 'http://hooks.example.com/a', false],
    ['https://hooks.example.com/*', 'https://hooks.example.com.evil.org/a', false],
    ['https://hooks.example.com/*', 'https://evil.org/https://hooks.example.com/a', false],
    ['https://hooks.example.com/*', 'https://hooks.example.com\\@evil.org/', true],
    ['https://hooks.example.com/a/*', 'https://hooks.example.com/a/../b', false],
    ['https://*.example.com/*', 'https://a.b.example.com/x', true],
    ['https://*.example.com/*', 'https://evil.org/x.example.com/y', false],
    ['https://*.example.com/*', 'https://evil.org?.example.com/', false],
    ['http://localhost:*', 'http://localhost:8080/hook', true],
    ['http://localhost:*', 'http://localhost/hook', true],
    ['http://localhost:*', 'http://localhost:x@evil.org/', false],
    ['https://a.org', 'https://a.org/', true],
    ['https://a.org', 'https://a.org/b', false],
    ['*', 'https://a.org/b', true],
    ['hooks.example.com', 'https://hooks.example.com/', false],
  ])('the pattern %s and the address %s: %s', (pattern, address, meets) => {
    expect(matchesAddress(pattern, address)).toBe(meets);
  });

  test('no pattern makes it slow', () => {
    const start = performance.now();
    expect(matchesAddress(`https://a/${'*a'.repeat(2000)}b`, `https://a/${'a'.repeat(20_000)}`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(500);
  });

  test('in a workflow a hook that may not be sent is a mistake', () => {
    const folder = folderWith({
      'settings.json': text(
        { PreToolUse: group({ type: 'http', url: 'https://a.org/x' }) },
        { allowedHttpHookUrls: ['https://b.org/*'] },
      ),
      'w.yaml': 'type: graph\nsteps:\n  - name: a\n    command: "true"\n',
    });
    const { exit, stderr } = runWarm(['apply', '--config', 'settings.json', 'w.yaml'], { cwd: folder });
    expect([exit, stderr]).toEqual([4, expect.stringContaining('error DW371: allowedHttpHookUrls does not have the')]);
  });
});

describe('managed settings', () => {
  const touch = (name: string) => ({ type: 'command', command: `touch ${name}; echo ${name}` });
  const ids = (answer: { hooks: readonly { source: string }[] }) => answer.hooks.map(({ source }) => source);

  test('run before all others, and what is dropped in beside them counts', async () => {
    const folder = folderWith({
      'system/managed-settings.json': hooksOf('Stop', touch('managed')),
      'system/managed-settings.d/10-more.json': hooksOf('Stop', touch('more')),
      '.claude/settings.json': hooksOf('Stop', touch('project')),
    });
    const { answer } = await dispatched(folder, ['Stop'], {}, managed);
    expect(ids(answer)).toEqual([
      expect.stringContaining('managed-settings.d/10-more.json'),
      expect.stringContaining('managed-settings.json'),
      '.claude/settings.json',
    ]);
  });

  test('with allowManagedHooksOnly are the only ones that run, registry included, which is reported', async () => {
    const folder = folderWith({
      'system/managed-settings.json': text({ SessionEnd: group(touch('managed')) }, { allowManagedHooksOnly: true }),
      '.claude/settings.json': hooksOf('SessionEnd', touch('project')),
      'home/.claude/settings.json': hooksOf('SessionEnd', touch('user')),
      '.system/hooks/own.yaml': 'id: own\nevent_type: SessionEnd\nhandler: {kind: script, command: touch registry}\n',
    });
    const { answer, stderr } = await dispatched(folder, ['SessionEnd'], {}, managed);
    expect(ids(answer)).toEqual([expect.stringContaining('managed-settings.json')]);
    expect(stderr).toContain('note DW835: only hooks of managed settings run, because of "allowManagedHooksOnly" in ');
  });

  test('allowManagedHooksOnly in another file changes nothing, which is reported', async () => {
    const folder = folderWith({
      '.claude/settings.json': text({ Stop: group(touch('project')) }, { allowManagedHooksOnly: true }),
    });
    const { exit, answer, stderr } = await dispatched(folder, ['Stop']);
    expect([exit, ids(answer)]).toEqual([0, ['.claude/settings.json']]);
    expect(stderr).toContain('warning DW372: `allowManagedHooksOnly` has an effect only in managed settings');
  });

  test('are switched off by themselves only', async () => {
    const folder = folderWith({
      'system/managed-settings.json': hooksOf('Stop', touch('managed')),
      '.claude/settings.json': text({ Stop: group(touch('project')) }, { disableAllHooks: true }),
    });
    const others = await dispatched(folder, ['Stop'], {}, managed);
    expect(ids(others.answer)).toEqual([expect.stringContaining('managed-settings.json')]);
    const variable = await dispatched(folder, ['Stop'], {}, { ...managed, HOOKS_ENABLED: 'false' });
    expect(ids(variable.answer)).toHaveLength(1);
    const off = folderWith({
      'system/managed-settings.json': text({ Stop: group(touch('managed')) }, { disableAllHooks: true }),
      '.claude/settings.json': text({ Stop: group(touch('project')) }, { disableAllHooks: false }),
    });
    expect((await dispatched(off, ['Stop'], {}, managed)).answer.hooks).toEqual([]);
  });

  test('limit where named files may send, and leave it to the caller who named them what runs', async () => {
    const folder = folderWith({
      'system/managed-settings.json': text(
        { Stop: group(touch('managed')) },
        { allowManagedHooksOnly: true, allowedHttpHookUrls: ['https://a.org/*'] },
      ),
      'policy.json': hooksOf('Stop', touch('named'), { type: 'http', url: `${origin}/x` }),
    });
    asked.length = 0;
    const { answer } = await dispatched(folder, ['Stop', '--config', 'policy.json'], {}, managed);
    expect(ids(answer)).toEqual(['policy.json', 'policy.json']);
    expect(asked).toEqual([]);
  });

  test('that cannot be read are an error, and block with --fail-closed', async () => {
    const folder = folderWith({
      'system/managed-settings.json': '{"hooks": ',
      '.claude/settings.json': hooksOf('PreToolUse', touch('project')),
    });
    expect((await dispatched(folder, ['PreToolUse'], {}, managed)).exit).toBe(1);
    expect((await dispatched(folder, ['PreToolUse', '--fail-closed'], {}, managed)).exit).toBe(2);
  });
});

describe('a hook of a type that runs inside its agent only', () => {
  const tool = { type: 'mcp_tool', server: 'policy', tool: 'check', input: { command: '$' } };
  const at = (event: string, hook: object, matcher = '*') =>
    folderWith({ '.claude/settings.json': JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [hook] }] } }) });

  test('is a failure that is reported, and as a gate it blocks', async () => {
    const soft = await dispatched(at('PreToolUse', tool), ['PreToolUse'], { tool_name: 'Bash' });
    expect([soft.exit, soft.answer.decision]).toEqual([0, 'approve']);
    expect(soft.answer.hooks[0].failure).toContain('a hook of type mcp_tool runs inside its agent only');
    const gate = at('PreToolUse', { ...tool, onFailure: 'block' }, 'Bash');
    const { exit, answer } = await dispatched(gate, ['PreToolUse'], { tool_name: 'Bash' });
    expect([exit, answer.decision]).toEqual([2, 'block']);
    expect(answer.reason).toContain('mcp_tool');
    const claude = await dispatched(gate, ['PreToolUse', '--compat', 'claude'], { tool_name: 'Bash' });
    expect([claude.exit, claude.answer.hookSpecificOutput.permissionDecision]).toEqual([2, 'deny']);
    expect((await dispatched(gate, ['PreToolUse'], { tool_name: 'Read' })).exit).toBe(0);
    const condition = at('PreToolUse', { ...tool, onFailure: 'block', if: 'Bash(rm *)' });
    const call = (command: string) => ({ tool_name: 'Bash', tool_input: { command } });
    expect((await dispatched(condition, ['PreToolUse'], call('rm x'))).exit).toBe(2);
    expect((await dispatched(condition, ['PreToolUse'], call('ls'))).exit).toBe(0);
  });

  test('blocks with --fail-closed where it was to run, and nowhere else', async () => {
    const folder = at('PreToolUse', tool, 'Bash');
    expect((await dispatched(folder, ['PreToolUse', '--fail-closed'], { tool_name: 'Bash' })).exit).toBe(2);
    expect((await dispatched(folder, ['PreToolUse', '--fail-closed'], { tool_name: 'Read' })).exit).toBe(0);
    expect((await dispatched(folder, ['Stop', '--fail-closed'])).exit).toBe(0);
    expect((await dispatched(at('Notification', tool), ['Notification', '--fail-closed'])).exit).toBe(0);
  });

  test('is a mistake in a workflow where it is a gate, and left out where it is not one', () => {
    const apply = (hook: object) => {
      const folder = at('PreToolUse', hook);
      return runWarm(['apply', '--config', '.claude/settings.json', '-'], {
        cwd: folder,
        input: 'type: graph\nsteps:\n  - name: a\n    command: "true"\n',
      });
    };
    const gate = apply({ ...tool, onFailure: 'block' });
    expect([gate.exit, gate.stderr]).toEqual([4, expect.stringContaining('error DW370')]);
    const soft = apply(tool);
    expect([soft.exit, soft.stderr]).toEqual([0, expect.stringContaining('warning DW365')]);
  });
});

describe('hooks of SessionEnd', () => {
  const slow = (name: string, more: object = {}) => ({ type: 'command', command: `sleep 20 # ${name}`, ...more });
  const timed = async (hooks: readonly object[], env: Record<string, string> = {}, place = '.claude/settings.json') => {
    const folder = folderWith({ [place]: hooksOf('SessionEnd', ...hooks) });
    const start = performance.now();
    const { exit, answer } = await dispatched(folder, ['SessionEnd'], {}, env);
    const failures = answer.hooks.map(({ failure }: { failure: string }) => failure);
    return { exit, failures, took: performance.now() - start };
  };

  test('have a second and a half together, however many they are', async () => {
    const many = Array.from({ length: 20 }, (_, index) => slow(String(index)));
    const { exit, failures, took } = await timed(many);
    expect([exit, failures.length]).toEqual([0, 20]);
    expect(failures[0]).toMatch(/^not done within 1\.[345] seconds$/);
    // Ending many processes takes its time on a machine that is busy.
    expect(took).toBeLessThan(10_000);
    expect(took).toBeGreaterThan(1400);
  });

  test('have it in settings of other agents as well', async () => {
    const { failures } = await timed([slow('a')], {}, '.config/agent/settings.json');
    expect(failures).toEqual(['not done within 1.5 seconds']);
  });

  test('have more where one of them, or who starts the agent, says so', async () => {
    const stated = await timed([slow('a', { timeout: 2.5 }), slow('b')]);
    expect(stated.failures).toEqual(['not done within 2.5 seconds', 'not done within 1.5 seconds']);
    const started = await timed([slow('a', { timeout: 30 }), slow('b')], {
      CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS: '500',
    });
    // Who starts later than another has less.
    const little = expect.stringMatching(/^not done within 0\.[1-5] seconds$/);
    expect(started.failures).toEqual([little, little]);
  });
});
