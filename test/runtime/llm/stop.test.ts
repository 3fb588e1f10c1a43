import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LlmServer, startLlmServer } from '../../servers/llm-server.js';
import { isAlive, runStep } from '../step-process.js';
import { fakeRunners } from './run-type.js';

let server: LlmServer;

beforeEach(async () => {
  server = await startLlmServer([{ kind: 'never' }]);
});
afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
});

describe('a step that is asked to stop while a model thinks', () => {
  test.each([
    'prompt',
    'llm_eval',
    'agent',
  ])('%s gives up its request, prints its result and ends with 128+n', async (type) => {
    const argv = [type, '--runner', 'openai', '--model', 'm', '--base-url', server.url, '--prompt', 'x'];
    let stoppedAt = 0;
    const ended = await runStep(argv, {
      meanwhile: async (id) => {
        await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 20_000 });
        stoppedAt = performance.now();
        process.kill(id, 'SIGTERM');
      },
    });
    console.info(`${type}: ended ${(performance.now() - stoppedAt).toFixed(0)} ms after SIGTERM`);
    expect(ended.exit).toBe(143);
    expect(ended.result).toMatchObject({ type, success: false, error: 'stopped by SIGTERM' });
    expect(performance.now() - stoppedAt).toBeLessThan(3000);
  });

  test('the tool of the model is ended too, though it ignores SIGTERM', async () => {
    const fake = fakeRunners([{ delay: 60_000, ignoreTerm: true }]);
    const env = Object.fromEntries(
      ['PATH', 'FAKE_RUNNER_LOG', 'FAKE_RUNNER_SCRIPT'].map((name) => [name, process.env[name]!]),
    );
    const ended = await runStep(['prompt', '--prompt', 'x'], {
      env,
      meanwhile: async (id) => {
        await vi.waitFor(() => expect(fake.calls()).toHaveLength(1), { timeout: 20_000 });
        process.kill(id, 'SIGINT');
      },
    });
    expect(ended.exit).toBe(130);
    expect(ended.result).toMatchObject({ success: false, allowed: false, error: 'stopped by SIGINT' });
    // What is left of a dead orphan stays until the first process of the machine looks at it.
    await vi.waitFor(() => expect(isAlive(fake.calls()[0]!.pid)).toBe(false), { timeout: 20_000 });
  });
});

test('a finished step ends at once, whatever connections are still open', async () => {
  const quick = await startLlmServer([{ kind: 'text', text: '{"ok": true}' }]);
  const argv = ['--runner', 'openai', '--model', 'm', '--base-url', quick.url, '--prompt', 'x'];
  const { exit, took, result } = await runStep(['prompt', ...argv]);
  expect([exit, result.allowed]).toEqual([0, true]);
  const { took: bare } = await runStep(['shell', '--', 'true']);
  console.info(`a prompt over HTTP: ${took.toFixed(0)} ms, a bare step: ${bare.toFixed(0)} ms`);
  expect(took - bare).toBeLessThan(2000);
  await quick.close();
});
