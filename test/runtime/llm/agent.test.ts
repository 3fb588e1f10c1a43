import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LlmServer, type Reply, startLlmServer } from '../../servers/llm-server.js';
import { newFolder, runType } from './run-type.js';

const allow: Reply = { kind: 'text', text: 'I read it.\n{"ok": true, "reason": "Tests are there"}' };
const readIt: Reply = { kind: 'tool', name: 'read', input: { path: 'src/a.py' } };

let server: LlmServer;
let folder: string;

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('OPENAI_API_KEY', 'sk-agent-openai');
  vi.stubEnv('ANTHROPIC_API_KEY', 'sk-agent-anthropic');
  folder = newFolder();
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/a.py'), 'def f():\n    return 1\n');
});
afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function decide(runner: string, replies: readonly Reply[], more: readonly string[] = []) {
  server = await startLlmServer(replies);
  const base = runner === 'openai' ? `${server.url}/v1` : server.url;
  const argv = ['--runner', runner, '--model', 'm1', '--base-url', base, '--working-dir', folder, ...more];
  return runType('agent', [...argv, '--prompt', 'May T001 go on?']);
}

/** What the last request gave back to the model as results of its tool calls. */
function toolResults(): string {
  const { messages } = server.requests.at(-1)!.body;
  const parts = messages.flatMap((message: { role: string; content: unknown }) =>
    message.role === 'tool' ? [message.content] : Array.isArray(message.content) ? message.content : [],
  );
  return JSON.stringify(parts);
}

describe.each(['openai', 'anthropic'])('%s', (runner) => {
  test('reads a file, then allows', async () => {
    const { verdict, result } = await decide(runner, [readIt, allow]);
    expect(verdict).toBe('success');
    expect(result).toMatchObject({ allowed: true, reason: 'Tests are there', turns: 2, tokens: 12, model: 'm1' });
    expect(toolResults()).toContain('return 1');
  });

  test('denies', async () => {
    const { verdict, result } = await decide(runner, [{ kind: 'text', text: '{"ok": false, "reason": "No tests"}' }]);
    expect([verdict, result.allowed, result.turns]).toEqual(['blocked', false, 1]);
  });

  test('is offered the allowed tools and no others', async () => {
    await decide(runner, [allow], ['--allowed-tool', 'glob']);
    const offered = server.requests[0]!.body.tools.map(
      (tool: { name?: string; function?: { name: string } }) => tool.name ?? tool.function?.name,
    );
    expect(offered).toEqual(['glob']);
  });

  test('a tool that is not allowed is not run, and the model may go on', async () => {
    const { verdict, result } = await decide(runner, [readIt, allow], ['--allowed-tool', 'glob']);
    expect([verdict, result.turns]).toEqual(['success', 2]);
    expect(toolResults()).not.toContain('return 1');
  });

  test('has to answer on its last turn, and one that goes on calling tools fails', async () => {
    const { verdict, result } = await decide(runner, [readIt], ['--max-turns', '3']);
    expect([verdict, result.allowed]).toEqual(['failure', false]);
    expect([result.turns, server.requests.length]).toEqual([3, 3]);
    expect(result.error).toContain('called tools instead of answering');
    const choice = server.requests[2]!.body.tool_choice;
    expect(runner === 'openai' ? choice : choice.type).toBe('none');
  });

  test('stops when its tokens are used up', async () => {
    const costly: Reply = { kind: 'tool', name: 'glob', input: { pattern: '*' }, tokens: 600 };
    const { verdict, result } = await decide(runner, [costly], ['--max-tokens', '1000']);
    expect(verdict).toBe('failure');
    expect(result.error).toContain('its budget of 1000 tokens was used up');
    expect(result.turns).toBe(2);
  });

  test('is asked once more, in the same conversation, when the answer cannot be read', async () => {
    const { verdict, result } = await decide(runner, [readIt, { kind: 'text', text: 'I would ALLOW it' }, allow]);
    expect([verdict, result.turns]).toEqual(['success', 3]);
    expect(JSON.stringify(server.requests[2]!.body.messages)).toContain('That answer could not be read');
  });

  test('tries again after 529, through the libraries too', async () => {
    const { verdict } = await decide(runner, [
      { kind: 'status', status: 529, retryAfter: '0' },
      readIt,
      { kind: 'drops' },
      allow,
    ]);
    expect([verdict, server.requests.length]).toEqual(['success', 4]);
  });

  test('says what the service said when it refuses', async () => {
    const body = JSON.stringify({ type: 'error', error: { type: 'x', message: `bad key sk-agent-${runner}` } });
    const { verdict, result } = await decide(runner, [{ kind: 'status', status: 401, body }]);
    expect([verdict, server.requests.length]).toEqual(['unable', 1]);
    expect(result.error).toBe(`the model m1 at ${server.url}/v1: answered 401: bad key ***`);
  });

  const hostile: readonly (readonly [string, Reply, RegExp])[] = [
    ['a service that never answers', { kind: 'never' }, /^timeout$/],
    ['a body without end', { kind: 'endless' }, /^unable$/],
    ['broken JSON', { kind: 'raw', body: '{"choices": [' }, /^unable$/],
    ['JSON 10,000 levels deep', { kind: 'raw', body: `${'{"choices":['.repeat(10_000)}` }, /^unable$/],
    [
      'a tool input with keys of the prototype',
      { kind: 'tool', name: 'read', input: JSON.parse('{"__proto__": {"path": "src/a.py"}}') },
      /^(failure|unable)$/,
    ],
    ['a tool input of the wrong type', { kind: 'tool', name: 'read', input: 17 }, /^(failure|unable)$/],
    [
      'a tool input 3,000 levels deep',
      { kind: 'tool', name: 'grep', input: JSON.parse(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`) },
      /^(failure|unable)$/,
    ],
  ];
  test.each(hostile)('%s ends in time, with a result', async (name, reply, expected) => {
    const start = performance.now();
    const { verdict, result } = await decide(runner, [reply], ['--timeout', '3', '--max-turns', '2']);
    const took = performance.now() - start;
    console.info(`agent, ${runner}, ${name}: ${verdict} after ${took.toFixed(0)} ms: ${result.error.slice(0, 120)}`);
    expect(verdict).toMatch(expected);
    expect(result).toMatchObject({ success: false, allowed: false });
    expect(took).toBeLessThan(4500);
    expect(Object.hasOwn(Object.prototype, 'path')).toBe(false);
  });
});

test('nothing of what the libraries say comes to standard output', async () => {
  const out = vi.spyOn(process.stdout, 'write');
  const spies = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
  await decide('anthropic', [readIt, allow]);
  expect(out).not.toHaveBeenCalled();
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

test('a file outside of the workspace is not shown, whether by path or by link', async () => {
  const outside = newFolder();
  writeFileSync(join(outside, 'secret.txt'), 'TOP SECRET');
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'link.txt'));
  symlinkSync(outside, join(folder, 'linked'));
  const paths = [
    'link.txt',
    'linked/secret.txt',
    join(outside, 'secret.txt'),
    `../${outside.split('/').at(-1)}/secret.txt`,
  ];
  const calls = paths.map((path): Reply => ({ kind: 'tool', name: 'read', input: { path } }));
  const search: Reply = { kind: 'tool', name: 'grep', input: { pattern: 'SECRET' } };
  const { verdict } = await decide('openai', [...calls, search, allow]);
  expect(verdict).toBe('success');
  expect(toolResults()).not.toContain('TOP SECRET');
  expect(toolResults().match(/there is no file/g)).toHaveLength(4);
});
