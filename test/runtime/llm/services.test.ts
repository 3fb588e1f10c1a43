import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type LlmServer, type Reply, startLlmServer } from '../../servers/llm-server.js';
import { runType } from './run-type.js';

const apiKey = 'sk-test-1234567890';
const good = 'Reviewed.\n```json\n{"score": 82, "summary": "Fine"}\n```';
const answer: Reply = { kind: 'text', text: good };

let server: LlmServer;

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('OPENAI_API_KEY', apiKey);
  vi.stubEnv('ANTHROPIC_API_KEY', apiKey);
});
afterEach(async () => {
  await server?.close();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function evaluate(runner: string, replies: readonly Reply[], more: readonly string[] = []) {
  server = await startLlmServer(replies);
  const base = runner === 'openai' ? `${server.url}/v1` : server.url;
  const argv = ['--runner', runner, '--model', 'm1', '--base-url', base, ...more, '--prompt', 'Review T001'];
  const start = performance.now();
  const ran = await runType('llm_eval', argv);
  return { ...ran, took: performance.now() - start };
}

describe.each(['openai', 'anthropic'])('%s', (runner) => {
  test('asks the service that the environment names, unless the step names one', async () => {
    server = await startLlmServer([answer, answer]);
    const base = runner === 'openai' ? `${server.url}/v1` : server.url;
    const variable = `${runner.toUpperCase()}_BASE_URL`;
    const argv = ['--runner', runner, '--model', 'm1', '--prompt', 'Review T001'];
    vi.stubEnv(variable, base);
    vi.stubEnv(`${runner.toUpperCase()}_API_KEY`, '');
    expect((await runType('llm_eval', argv)).verdict).toBe('success');
    vi.stubEnv(variable, 'http://127.0.0.1:59999');
    expect((await runType('llm_eval', [...argv, '--base-url', base])).verdict).toBe('success');
    expect(server.requests).toHaveLength(2);
    vi.stubEnv(variable, 'nowhere');
    const refused = await runType('llm_eval', argv);
    expect(refused.result.error).toContain(`correct ${variable}`);
  });

  test('sends the question in its protocol and reads the score', async () => {
    const { verdict, result } = await evaluate(runner, [answer], ['--max-tokens', '900']);
    expect(verdict).toBe('success');
    expect(result).toMatchObject({ score: 82, summary: 'Fine', raw_output: good, runner, model: 'm1' });
    const [request] = server.requests;
    expect(request!.body).toMatchObject({
      model: 'm1',
      max_tokens: 900,
      messages: [{ role: 'user', content: expect.stringMatching(/^Review T001\n\nIMPORTANT/) }],
    });
    const { path, headers } = request!;
    if (runner === 'openai') {
      expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${apiKey}`]);
    } else {
      expect([path, headers['x-api-key'], headers['anthropic-version']]).toEqual([
        '/v1/messages',
        apiKey,
        '2023-06-01',
      ]);
    }
  });

  test.each([429, 500, 503, 529])('tries again after %i', async (status) => {
    const { verdict } = await evaluate(runner, [
      { kind: 'status', status },
      { kind: 'status', status, retryAfter: '0' },
      answer,
    ]);
    expect([verdict, server.requests.length]).toEqual(['success', 3]);
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThan(350);
  });

  test('waits as long as retry-after says', async () => {
    const { verdict } = await evaluate(runner, [{ kind: 'status', status: 429, retryAfter: '1' }, answer]);
    expect(verdict).toBe('success');
    expect(server.requests[1]!.at - server.requests[0]!.at).toBeGreaterThanOrEqual(990);
  });

  test('waits until the date that retry-after gives, and its own time where it gives nonsense', async () => {
    const retryAfter = new Date(Date.now() + 2000).toUTCString();
    const replies: Reply[] = [
      { kind: 'status', status: 503, retryAfter },
      { kind: 'status', status: 503, retryAfter: 'soon' },
    ];
    const { verdict } = await evaluate(runner, [...replies, answer]);
    expect(verdict).toBe('success');
    const [first, second, third] = server.requests.map((request) => request.at);
    expect(second! - first!).toBeGreaterThan(900);
    expect(third! - second!).toBeGreaterThan(700);
  });

  test('gives up at once when retry-after is beyond the deadline', async () => {
    const replies: Reply[] = [{ kind: 'status', status: 529, retryAfter: '3600' }];
    const { verdict, result, took } = await evaluate(runner, replies, ['--timeout', '20']);
    expect([verdict, server.requests.length]).toEqual(['unable', 1]);
    expect(result.error).toContain('answered 529: try later');
    expect(took).toBeLessThan(2000);
  });

  test('does not try again what will not pass, and says what the service said', async () => {
    const body = JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } });
    const { verdict, result } = await evaluate(runner, [{ kind: 'status', status: 401, body }]);
    expect([verdict, server.requests.length]).toEqual(['unable', 1]);
    expect(result.error).toBe(`the model m1 at ${server.url}/v1 answered 401: Incorrect API key provided: ***`);
  });

  test('tries again when the connection breaks', async () => {
    const { verdict } = await evaluate(runner, [{ kind: 'drops' }, answer]);
    expect([verdict, server.requests.length]).toEqual(['success', 2]);
  });

  test('takes a slow answer within the deadline', async () => {
    const { verdict } = await evaluate(
      runner,
      [{ kind: 'slow', milliseconds: 800, reply: answer }],
      ['--timeout', '10'],
    );
    expect(verdict).toBe('success');
  });

  test.each([
    ['broken JSON', '{"choices": [{"mess'],
    ['another protocol', '{"result": "82"}'],
    ['no text', '{"choices": [{"message": {"content": null}}], "content": []}'],
    ['a page', '<html>502</html>'],
  ])('says that %s is no answer', async (_, body) => {
    const { verdict, result } = await evaluate(runner, [{ kind: 'raw', body }]);
    expect(verdict).toBe('unable');
    expect(result.error).toContain(`answered without a text in the ${runner} protocol: ${body.slice(0, 20)}`);
  });

  test('asks once more when the text cannot be read', async () => {
    const { verdict } = await evaluate(runner, [{ kind: 'text', text: 'About 80.' }, answer]);
    expect([verdict, server.requests.length]).toEqual(['success', 2]);
    expect(server.requests[1]!.body.messages[0].content).toContain('<answer>\nAbout 80.\n</answer>');
  });

  test('follows no redirect, so the key goes nowhere else', async () => {
    const other = await startLlmServer([answer]);
    const { verdict, result } = await evaluate(runner, [{ kind: 'redirect', to: `${other.url}/v1/messages` }]);
    expect([verdict, other.requests.length]).toEqual(['unable', 0]);
    expect(result.error).toContain('answered 307');
    await other.close();
  });

  test('a key that the answer echoes is not in the result', async () => {
    vi.stubEnv('MY_MODEL_ACCESS', 'plain-secret-value');
    const text = `{"score": 1, "summary": "plain-secret-value and ${apiKey}"}`;
    const { result } = await evaluate(runner, [{ kind: 'text', text }], ['--api-key-env', 'MY_MODEL_ACCESS']);
    expect(result.summary).toBe('*** and ***');
  });

  describe('hostile', () => {
    const hostile: readonly (readonly [string, Reply, 'timeout' | 'unable' | 'failure'])[] = [
      ['a service that never answers', { kind: 'never' }, 'timeout'],
      ['a service that stalls in the middle', { kind: 'stalls' }, 'timeout'],
      ['a body without end', { kind: 'endless' }, 'unable'],
      ['JSON 10,000 levels deep', { kind: 'raw', body: `${'{"choices":['.repeat(10_000)}` }, 'unable'],
      ['an answer 10,000 levels deep', { kind: 'text', text: `${'{"score":'.repeat(10_000)}1` }, 'failure'],
      [
        'an answer with keys of the prototype',
        { kind: 'text', text: '{"__proto__": {"score": 100, "summary": "x"}, "constructor": {"score": 1}}' },
        'failure',
      ],
    ];
    test.each(hostile)('%s ends in time, with a result', async (name, reply, expected) => {
      const before = process.memoryUsage().rss;
      const { verdict, result, took } = await evaluate(runner, [reply], ['--timeout', '2']);
      const grown = (process.memoryUsage().rss - before) / 1e6;
      console.info(`${runner}, ${name}: ${verdict} after ${took.toFixed(0)} ms, ${grown.toFixed(0)} MB more memory`);
      expect(verdict).toBe(expected);
      expect(result).toMatchObject({ success: false, score: null });
      expect(took).toBeLessThan(3500);
    });
  });
});

test('being asked to stop ends the request at once', async () => {
  server = await startLlmServer([{ kind: 'never' }]);
  const stop = new AbortController();
  setTimeout(() => stop.abort('SIGTERM'), 300);
  const start = performance.now();
  await runType('prompt', ['--runner', 'openai', '--model', 'm', '--base-url', server.url, '--prompt', 'x'], stop);
  expect(performance.now() - start).toBeLessThan(1500);
});

describe('mistakes are reported before anything is sent', () => {
  const wrong: readonly (readonly [string, readonly string[], RegExp])[] = [
    ['no model', ['--runner', 'openai'], /needs a model/],
    [
      'no key',
      ['--runner', 'anthropic', '--model', 'm', '--api-key-env', 'NOT_SET'],
      /set NOT_SET in the environment of the step/,
    ],
    ['no address', ['--runner', 'openai', '--model', 'm', '--base-url', 'localhost:1'], /not an http or https address/],
    [
      'another scheme',
      ['--runner', 'openai', '--model', 'm', '--base-url', 'file:///etc'],
      /not an http or https address/,
    ],
    ['a password in the address', ['--runner', 'openai', '--model', 'm', '--base-url', 'http://a:b@x'], /not an http/],
  ];
  test.each(wrong)('%s', async (_, argv, reason) => {
    const { verdict, result } = await runType('prompt', [...argv, '--prompt', 'x']);
    expect([verdict, result.error]).toEqual(['unable', expect.stringMatching(reason)]);
  });

  test('a key with a line break is refused without showing it', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'abc\ndefghi');
    const { result } = await runType('prompt', ['--runner', 'openai', '--model', 'm', '--prompt', 'x']);
    expect(result.error).toBe('OPENAI_API_KEY has characters that no key has');
  });

  test('nobody listens at the address', async () => {
    const gone = await startLlmServer([]);
    await gone.close();
    const argv = ['--runner', 'openai', '--model', 'm', '--base-url', gone.url, '--timeout', '2', '--prompt', 'x'];
    const { verdict, result } = await runType('prompt', argv);
    expect([verdict, result.error]).toEqual(['unable', expect.stringContaining('(ECONNREFUSED)')]);
  });

  test('a port that requests are never sent to', async () => {
    const argv = ['--runner', 'openai', '--model', 'm', '--base-url', 'http://127.0.0.1:9', '--prompt', 'x'];
    const { verdict, result } = await runType('prompt', argv);
    expect([verdict, result.error]).toEqual(['unable', expect.stringContaining('(bad port)')]);
  });
});

test("a service of one's own needs no key", async () => {
  vi.stubEnv('OPENAI_API_KEY', undefined);
  const { verdict } = await evaluate('openai', [answer]);
  expect(verdict).toBe('success');
  expect(server.requests[0]!.headers.authorization).toBeUndefined();
});

test('a dry run sends nothing, and shows the name of the key but not the key', async () => {
  server = await startLlmServer([answer]);
  const argv = ['--dry-run', '--runner', 'anthropic', '--model', 'm', '--base-url', server.url, '--prompt', 'x'];
  const { verdict, result } = await runType('prompt', argv);
  expect([verdict, server.requests.length]).toEqual(['success', 0]);
  expect(result.would_call).toMatchObject({
    url: `${server.url}/v1/messages`,
    model: 'm',
    key_variable: 'ANTHROPIC_API_KEY',
  });
  expect(JSON.stringify(result)).not.toContain(apiKey);
});
