import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { hostileLines, hostileValues } from '../../hostile-values.js';
import { type Receiver, startReceiver } from '../../servers/receiver.js';
import { newFolder, runStep } from '../step-process.js';

const open: { close(): Promise<void> }[] = [];

async function receiver(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...how);
  open.push(started);
  return started;
}

afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** The options `--var v0=… --var v1=…`. */
function vars(values: readonly string[]): readonly string[] {
  return values.flatMap((value, index) => ['--var', `v${index}=${value}`]);
}

describe('what is sent', () => {
  test('is JSON by POST, and the answer is in the result', async () => {
    const { url, received } = await receiver((_, response) =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id": 7}'),
    );
    const { exit, result } = await runStep(['webhook', '--url', `${url}/hook`, '--body', '{"text": "done", "n": [1]}']);
    expect([exit, result]).toMatchObject([0, { success: true, status: 201, response: { id: 7 } }]);
    expect(received).toMatchObject([{ method: 'POST', headers: { 'content-type': 'application/json' } }]);
    expect(JSON.parse(received[0]!.body)).toEqual({ text: 'done', n: [1] });
  });

  test('is what method, headers and text say', async () => {
    const { url, received } = await receiver();
    const options = [
      '--method',
      'PUT',
      '--header',
      'X-Kind=a=b',
      '--header',
      'Content-Type=text/csv',
      '--body-text',
      'a,b',
    ];
    expect((await runStep(['webhook', '--url', url, ...options])).exit).toBe(0);
    expect(received).toMatchObject([
      { method: 'PUT', headers: { 'x-kind': 'a=b', 'content-type': 'text/csv' }, body: 'a,b' },
    ]);
  });

  test('says which task, from the environment that every step has', async () => {
    const { url, received } = await receiver();
    await runStep(['webhook', '--task', 'T 1', '--url', url, '--body', '{"task": "${DAGWEAVE_TASK_ID}"}']);
    expect(received[0]!.body).toBe('{"task":"T 1"}');
  });
});

describe('values are data', () => {
  test('each arrives as it is in path, query, header and body, and nothing runs', async () => {
    const folder = newFolder();
    const { url, received } = await receiver();
    const path = hostileValues.map((_, index) => `p/{{v${index}}}`).join('/');
    const query = hostileValues.map((_, index) => `q${index}={{v${index}}}`).join('&');
    const body = JSON.stringify(Object.fromEntries(hostileValues.map((_, index) => [`b${index}`, `{{v${index}}}`])));
    const headers = hostileValues.flatMap((_, index) => ['--header', `X-V${index}={{v${index}}}`]);
    const { exit, stderr } = await runStep(
      ['webhook', '--url', `${url}/${path}?${query}`, ...headers, '--body', body, ...vars(hostileValues)],
      { cwd: folder, env: { SECRET_KEY: 'never to be seen' } },
    );
    expect([exit, stderr]).toEqual([0, '']);
    const [one] = received;
    const segments = one!.url.pathname.split('/p/').slice(1).map(decodeURIComponent);
    expect(segments).toEqual(hostileValues);
    for (const [index, value] of hostileValues.entries()) {
      expect(one!.url.searchParams.get(`q${index}`)).toBe(value);
      expect(Buffer.from(one!.headers[`x-v${index}`] as string, 'latin1').toString('utf8')).toBe(value);
    }
    expect(JSON.parse(one!.body)).toEqual(
      Object.fromEntries(hostileValues.map((value, index) => [`b${index}`, value])),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  test('several lines go into a body and an address, and never into a header', async () => {
    const { url, received } = await receiver();
    const body = JSON.stringify(hostileLines.map((_, index) => `{{v${index}}}`));
    const query = hostileLines.map((_, index) => `q${index}={{v${index}}}`).join('&');
    expect((await runStep(['webhook', '--url', `${url}/?${query}`, '--body', body, ...vars(hostileLines)])).exit).toBe(
      0,
    );
    expect(JSON.parse(received[0]!.body)).toEqual(hostileLines);
    expect(hostileLines.map((_, index) => received[0]!.url.searchParams.get(`q${index}`))).toEqual(hostileLines);
    const split = await runStep(['webhook', '--url', url, '--header', 'X-V={{v0}}', '--var', 'v0=x\r\nX-Injected: 1']);
    expect([split.exit, split.result.error]).toEqual([
      125,
      expect.stringContaining('the header X-V would have a line break'),
    ]);
    expect(received).toHaveLength(1);
  });

  test('a value from the workflow does not choose the host', async () => {
    const { url, received } = await receiver();
    const host = new URL(url).host;
    for (const value of ['evil.example/', `${host}/x#`, 'evil.example\\']) {
      const { exit } = await runStep(['webhook', '--url', 'https://{{v0}}.example.invalid/', '--var', `v0=${value}`]);
      expect(exit).not.toBe(0);
    }
    expect(received).toEqual([]);
  });
});

describe('secrets', () => {
  const withSecrets = (text: string, folder = 'dagweave') => {
    const home = newFolder();
    mkdirSync(join(home, '.config', folder), { recursive: true });
    writeFileSync(join(home, '.config', folder, 'secrets.env'), text);
    return home;
  };

  test('come from the environment first, then from the files', async () => {
    const { url, received } = await receiver();
    const home = withSecrets('# mine\nexport HOOK_PATH="a/b?c=d#e"\nA=from-file\n', 'agent-pipelines');
    mkdirSync(join(home, '.config/dagweave'), { recursive: true });
    writeFileSync(join(home, '.config/dagweave/secrets.env'), `B='of dagweave'\nnot a line\n`);
    writeFileSync(join(home, '.config/agent-pipelines/more'), '');
    const args = ['webhook', '--url', `${url}/\${HOOK_PATH}`, '--body', '{"a": "${A}", "b": "${B}"}'];
    const { exit, stderr } = await runStep(args, { env: { HOME: home, A: 'from environment' } });
    expect([exit, received[0]!.url.pathname, received[0]!.url.search]).toEqual([0, '/a/b', '?c=d']);
    expect(JSON.parse(received[0]!.body)).toEqual({ a: 'from environment', b: 'of dagweave' });
    expect(stderr).toMatch(/secrets\.env: line 2: expected NAME=VALUE/);
  });

  test('are in no result and no log, also when the receiver sends them back', async () => {
    const { url } = await receiver(({ url: asked, headers, body }, response) =>
      response.writeHead(200).end(`${asked.search} ${asked.href} ${headers['x-a']} ${body}`),
    );
    const home = withSecrets(`FILE_SECRET=q"uo/te+d\n`);
    const env = {
      HOME: home,
      HOOK: `${url}/services/T00/B00/xyz?key=k&e=1`,
      PLAIN: 'header-secret',
      API_TOKEN: 'tok-en',
    };
    const body = '{"f": "${FILE_SECRET}", "t": "${API_TOKEN}"}';
    const end = await runStep(['webhook', '--url', '${HOOK}', '--header', 'X-A=${PLAIN}', '--body', body], { env });
    expect(end.exit).toBe(0);
    for (const secret of ['uo/te', 'T00/B00', 'header-secret', 'tok-en']) {
      expect(`${end.stdout}${end.stderr}`).not.toContain(secret);
    }
    const broken = await runStep(['webhook', '--url', '${HOOK}'], { env: { HOOK: 'http://localhost:1/T00/B00/xyz' } });
    expect(`${broken.stdout}${broken.stderr}`).not.toContain('T00/');
    const refused = await runStep(['webhook', '--url', '${HOOK}'], { env: { HOOK: 'no address T00/B00' } });
    expect([refused.exit, `${refused.stdout}${refused.stderr}`]).toEqual([125, expect.not.stringContaining('T00/')]);
  });

  test('that have no value stop the step before anything is sent, and it says where to put them', async () => {
    const { url, received } = await receiver();
    const { exit, result } = await runStep(['webhook', '--url', url, '--body', '{"a": "${NO_SUCH}"}']);
    expect([exit, received]).toEqual([125, []]);
    expect(result.error).toMatch(
      /^NO_SUCH has no value: set it .* write NAME=VALUE into .*\/\.config\/dagweave\/secrets\.env$/,
    );
  });
});

describe('where it is sent', () => {
  test.each([
    ['http://example.org/', 'nothing is sent without encryption'],
    ['http://localhost.example.org/', 'nothing is sent without encryption'],
    ['http://127.0.0.1@example.org/', 'nothing is sent without encryption'],
    ['file:///etc/passwd', 'nothing is sent by file'],
    ['example.org', 'not an address'],
  ])('%s is refused', async (address, problem) => {
    const { exit, result } = await runStep(['webhook', '--url', '${HOOK}'], { env: { HOOK: address } });
    expect([exit, result.error]).toEqual([125, expect.stringContaining(problem)]);
  });

  test('a redirect is not followed, so nobody else gets headers and body', async () => {
    const other = await receiver();
    const { url } = await receiver((_, response) => response.writeHead(307, { location: other.url }).end());
    const { exit, result } = await runStep(['webhook', '--url', url, '--retries', '3', '--body', '{}']);
    expect([exit, result.status, other.received]).toEqual([1, 307, []]);
    expect(result.error).toContain('a redirect, which is not followed');
    expect(result.attempts).toBe(1);
  });

  test('a name and a password in the address become a header', async () => {
    const { url, received } = await receiver();
    await runStep(['webhook', '--url', url.replace('http://', 'http://me:p%40ss@')]);
    expect(received[0]!.headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
  });
});

describe('sending is tried again', () => {
  test('where the receiver is overloaded, as often as it may be', async () => {
    const { url, received } = await receiver((_, response, count) => response.writeHead(count < 3 ? 503 : 200).end());
    const { exit, result } = await runStep(['webhook', '--url', url, '--retries', '3']);
    expect([exit, received.length, result.attempts]).toEqual([0, 3, 3]);
  });

  test('where the connection breaks', async () => {
    let count = 0;
    const server = createServer((socket) => {
      socket.once('data', () => {
        count += 1;
        socket.destroy();
      });
    });
    await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
    const { port } = server.address() as { port: number };
    const { exit, result } = await runStep(['webhook', '--url', `http://127.0.0.1:${port}/`, '--retries', '2']);
    server.close();
    expect([exit, count, result.status]).toEqual([1, 3, null]);
  });

  test('but not where the receiver says no', async () => {
    const { url, received } = await receiver((_, response) => response.writeHead(404).end());
    const { exit, result } = await runStep(['webhook', '--url', url, '--retries', '3']);
    expect([exit, received.length, result.error]).toEqual([1, 1, expect.stringContaining('answered 404')]);
  });
});

describe('a receiver that behaves badly', () => {
  test('and never answers reaches the timeout', async () => {
    const { url } = await receiver(() => {});
    const { exit, took } = await runStep(['webhook', '--url', url, '--timeout', '1']);
    expect(exit).toBe(124);
    expect(took).toBeLessThan(5000);
  });

  test('and answers without end is read as far as it matters', async () => {
    const { url } = await receiver((_, response) => {
      response.on('error', () => {});
      const more = () => {
        while (response.writable && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    const { exit, result } = await runStep(['webhook', '--url', url]);
    expect(exit).toBe(0);
    expect((result.response as string).length).toBeLessThan(33_000);
  });

  test('and answers with JSON of great depth leaves a result that can be read', async () => {
    const deep = '['.repeat(8000) + ']'.repeat(8000);
    const { url } = await receiver((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(deep),
    );
    const { exit, result } = await runStep(['webhook', '--url', url]);
    expect([exit, typeof result.response]).toEqual([0, 'string']);
  });
});

test('a dry run says what would be sent, without secrets, and sends nothing', async () => {
  const { url, received } = await receiver();
  const options = ['--header', 'Authorization=Bearer ${KEY}', '--body', '{"a": "{{v0}}"}', '--var', 'v0=x'];
  const { exit, result } = await runStep(['webhook', '--dry-run', '--url', url, ...options], {
    env: { KEY: 'hidden!' },
  });
  expect([exit, result.skipped, received]).toEqual([0, true, []]);
  expect(result.would_send).toMatchObject({
    method: 'POST',
    headers: { authorization: 'Bearer ***' },
    body: '{"a":"x"}',
  });
});
