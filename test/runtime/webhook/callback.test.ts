import { execFile } from 'node:child_process';
import { Agent, request as httpRequest } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text as streamText } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../../servers/free-port.js';
import { type Receiver, startReceiver } from '../../servers/receiver.js';
import { isAlive, readResult, runStep, type StepEnd } from '../step-process.js';

interface Waiting {
  /** With its token, as it was sent out. */
  readonly url: string;
  /** What was sent. */
  readonly sent: Readonly<Record<string, string>>;
  readonly end: Promise<StepEnd>;
  /** The step's process. */
  readonly id: number;
}

const receivers: Receiver[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const one of receivers.splice(0)) await one.close();
});

/** A step that has sent its message and waits, on a free port. */
async function waiting(...options: readonly string[]): Promise<Waiting> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  let id = 0;
  const port = options.includes('--callback-port') ? [] : ['--callback-port', '0'];
  const body = options.includes('--body') ? [] : ['--body', '{"link": "${CALLBACK_URL}"}'];
  const args = ['webhook', '--url', receiver.url, '--callback', '--timeout', '30', ...port, ...body, ...options];
  const end = runStep(args, { meanwhile: (pid) => (id = pid) });
  const sent = JSON.parse((await receiver.next()).body);
  return { url: sent.link, sent, end, id };
}

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers, redirect: 'manual' });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

async function post(url: string, body: string, type = 'application/json') {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  return { status: response.status, text: await response.text() };
}

describe('a decision', () => {
  test.each([
    ['approve', 0, 'approved'],
    ['continue', 0, 'approved'],
    ['reject', 2, 'rejected'],
    ['abort', 2, 'rejected'],
    ['Approve', 0, 'approved'],
  ])('%s by a link ends with %i', async (action, code, decision) => {
    const { url, end } = await waiting();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?token=[\w-]{32}$/);
    expect(await get(`${url}&action=${action}`)).toMatchObject({
      status: 200,
      text: `The workflow received the decision: ${decision}.\n`,
    });
    const { exit, result } = await end;
    expect([exit, result]).toMatchObject([code, { success: code === 0, status: 200, decision }]);
    expect(result.response).toEqual({ action: action.toLowerCase() });
  });

  test('by a program comes with all that it says', async () => {
    const { url, end } = await waiting();
    const said = { action: 'approve', message: 'Looks good, proceed', by: { name: 'Ada' } };
    expect((await post(url, JSON.stringify(said))).status).toBe(200);
    expect((await end).result.response).toEqual(said);
  });

  test('against it says why', async () => {
    const { url, end } = await waiting();
    await post(url, '{"action": "reject", "message": "not on a Friday"}');
    expect(await end).toMatchObject({ exit: 2, result: { error: 'rejected: not on a Friday' } });
  });

  test('is understood where the address was joined with a question mark', async () => {
    const { url, end } = await waiting();
    expect((await get(`${url}?action=approve`)).status).toBe(200);
    expect((await end).exit).toBe(0);
  });

  test('is the one that a link in the message names', async () => {
    const { sent, end } = await waiting(
      '--body',
      '{"yes": "${CALLBACK_URL}?action=approve", "no": "${CALLBACK_URL}?action=reject"}',
    );
    expect(sent.no).toMatch(/\/callback\?token=[\w-]{32}&action=reject$/);
    await get(sent.no!);
    expect((await end).exit).toBe(2);
  });

  test('is taken once', async () => {
    const { url, end } = await waiting();
    const answers = await Promise.allSettled([
      post(url, '{"action": "approve"}'),
      post(url, '{"action": "reject"}'),
      get(`${url}&action=reject`),
      get(`${url}&action=approve`),
    ]);
    const statuses = answers.map((one) => (one.status === 'fulfilled' ? one.value.status : 0));
    expect(statuses.sort()).toEqual([200, 410, 410, 410]);
    expect([0, 2]).toContain((await end).exit);
    await expect(get(`${url}&action=approve`)).rejects.toThrow();
  });

  test('is all that standard output gets, where a later step is to have it', async () => {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const args = [
      'step',
      'webhook',
      '--url',
      receiver.url,
      '--callback',
      '--callback-port',
      '0',
      '--print',
      'response',
    ];
    const child = execFile(process.execPath, ['dist/cli/main.cjs', ...args, '--body-text', '${CALLBACK_URL}']);
    const [stdout, stderr] = [streamText(child.stdout!), streamText(child.stderr!)];
    await get(`${(await receiver.next()).body}&action=approve&message=fine`);
    expect(await stdout).toBe('{"action":"approve","message":"fine"}\n');
    expect(readResult(`${(await stderr).trim().split('\n').at(-1)}\n`)).toMatchObject({
      type: 'webhook',
      success: true,
    });
  });
});

describe('what decides nothing', () => {
  /** Each of them leaves the step waiting; then somebody approves. */
  const harmless: Record<string, (url: string) => Promise<number>> = {
    'a wrong token': async (url) => (await get(`${url.slice(0, -1)}!&action=approve`)).status,
    'no token': async (url) => (await get(`${url.split('?')[0]}?action=approve`)).status,
    'a token of another length': async (url) => (await get(`${url}x&action=approve`)).status,
    'another path': async (url) => (await get(url.replace('/callback', '/other'))).status,
    'an action that is not known': async (url) => (await get(`${url}&action=maybe`)).status,
    'no action': async (url) => (await post(url, '{"message": "hello"}')).status,
    'an action that is no text': async (url) => (await post(url, '{"action": ["approve"]}')).status,
    'two different actions': async (url) => (await post(`${url}&action=reject`, '{"action": "approve"}')).status,
    'a body that is no JSON': async (url) => (await post(url, 'approve')).status,
    'a list': async (url) => (await post(url, '[{"action": "approve"}]')).status,
    'JSON of great depth': async (url) =>
      (await post(url, `{"action": "approve", "x": ${'['.repeat(3000)}${']'.repeat(3000)}}`)).status,
    'a body that is too large': async (url) =>
      (await post(url, `{"action": "approve", "x": "${'x'.repeat(40_000)}"}`)).status,
    'another method': async (url) => (await get(`${url}&action=approve`, {}, 'DELETE')).status,
    'a HEAD request': async (url) => (await get(`${url}&action=approve`, {}, 'HEAD')).status,
    'an OPTIONS request': async (url) => (await get(`${url}&action=approve`, {}, 'OPTIONS')).status,
    'a browser that opens the link': async (url) =>
      (await get(`${url}&action=approve`, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })).status,
    'a browser that fetches ahead': async (url) =>
      (await get(`${url}&action=approve`, { 'sec-purpose': 'prefetch' })).status,
    'a chat tool that previews': async (url) =>
      (
        await get(`${url}&action=approve`, {
          'user-agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        })
      ).status,
  };
  const statuses = {
    'a wrong token': 403,
    'no token': 403,
    'a token of another length': 403,
    'another path': 404,
    'a body that is too large': 413,
    'another method': 405,
    'a HEAD request': 200,
    'an OPTIONS request': 204,
    'a browser that opens the link': 200,
    'a browser that fetches ahead': 200,
    'a chat tool that previews': 200,
  } as Record<string, number>;

  test('every such call leaves the step waiting', async () => {
    const { url, end, id } = await waiting();
    for (const [name, call] of Object.entries(harmless)) {
      expect([name, await call(url)]).toEqual([name, statuses[name] ?? 400]);
      expect(isAlive(id)).toBe(true);
    }
    expect((await get(`${url}&action=approve`)).status).toBe(200);
    const { exit, result, stderr } = await end;
    expect([exit, result.response]).toEqual([0, { action: 'approve' }]);
    expect(stderr).toContain('somebody called back without the right token; still waiting');
    expect(stderr).toContain('the actions are approve, continue, reject, abort. Nothing was decided.');
    expect(stderr).not.toContain(url.split('token=')[1]);
  });

  test('nor does a GET where others than this machine reach the listener, while a POST does', async () => {
    const port = await freePort();
    const options = ['--callback-port', String(port), '--callback-url', 'https://hooks.example.org/x/'];
    const { url, end, id } = await waiting(...options);
    expect(url).toMatch(/^https:\/\/hooks\.example\.org\/x\/callback\?token=/);
    const here = url.replace('https://hooks.example.org/x', `http://127.0.0.1:${port}`);
    expect(await get(`${here}&action=approve`)).toMatchObject({ status: 200, text: expect.stringContaining('<form') });
    expect(isAlive(id)).toBe(true);
    expect((await post(`${here}&action=approve`, '')).status).toBe(200);
    expect((await end).exit).toBe(0);
  });
});

describe('a person in a browser', () => {
  test('sees a page that asks again, and decides there', async () => {
    const { url, end } = await waiting();
    const page = await get(`${url}&action=reject`, { accept: 'text/html' });
    expect(page.text).toContain('<button name="action" value="reject">Reject</button>');
    expect(page.text).not.toContain('value="approve"');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect([page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ]);
    const form = new URL(/action="([^"]+)"/.exec(page.text)![1]!, url);
    const answer = await fetch(form, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ action: 'reject', message: 'too early' }),
    });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('The workflow received the decision: rejected.'),
    ]);
    expect((await end).result.response).toEqual({ action: 'reject', message: 'too early' });
  });

  test('may choose where the link names no action, and nothing of the link gets into the page', async () => {
    const { url, end } = await waiting();
    const page = await get(`${url}&action=%22%3E%3Cscript%3E`, { accept: 'text/html' });
    expect(page.text).toContain('value="approve"');
    expect(page.text).toContain('value="reject"');
    expect(page.text).not.toContain('<script');
    await post(url, 'action=approve', 'application/x-www-form-urlencoded');
    expect((await end).exit).toBe(0);
  });
});

describe('callers that behave badly', () => {
  test('do not keep others out, however slowly they write', async () => {
    const { url, end } = await waiting();
    const { port, pathname, search } = new URL(url);
    const open = (text: string) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(text)).on('error', () => {});
      sockets.push(socket);
    };
    for (let count = 0; count < 20; count += 1) {
      open('GET /callback HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      open(`POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"action": "app`);
      open('');
    }
    expect((await get(`${url}&action=approve`)).status).toBe(200);
    const { exit, took } = await end;
    expect(exit).toBe(0);
    expect(took).toBeLessThan(10_000);
  });

  test('do not keep others out by 200 connections on which nothing is asked', async () => {
    const { url, end } = await waiting();
    const { port } = new URL(url);
    const opened = Array.from({ length: 200 }, (_, count) => {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      return new Promise<void>((done) =>
        socket.once('connect', () => {
          if (count % 2 === 0) socket.write('GET /callback HTTP/1.1\r\nHost: x\r\nX-Slow: ');
          done();
        }),
      );
    });
    await Promise.all(opened);
    const start = performance.now();
    expect((await get(`${url}&action=approve`)).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(900);
    expect((await end).exit).toBe(0);
  });

  test('have a second for their headers', async () => {
    const { url, end } = await waiting();
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    socket.write('GET /callback HTTP/1.1\r\nX-Slow: ');
    const closed = new Promise((done) => socket.once('close', done).resume());
    // A byte now and then does not make it longer.
    const drip = setInterval(() => socket.write('G'), 200);
    const start = performance.now();
    await closed;
    clearInterval(drip);
    expect(performance.now() - start).toBeGreaterThan(800);
    expect(performance.now() - start).toBeLessThan(2500);
    await get(`${url}&action=approve`);
    expect((await end).exit).toBe(0);
  });

  test('do not fill the log', async () => {
    const { url, end } = await waiting();
    const wrong = url.replace(/token=.*/, 'token=wrong');
    for (let count = 0; count < 100; count += 1) expect((await get(wrong)).status).toBe(403);
    await get(`${url}&action=approve`);
    const { stderr, exit } = await end;
    expect(exit).toBe(0);
    expect(stderr.split('\n').length).toBeLessThan(30);
    expect(stderr).toContain('further calls without a decision are no longer reported');
  });

  test('and keep their connection open do not keep the step alive', async () => {
    const { url, end } = await waiting();
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((settle, fail) => {
      httpRequest(`${url}&action=approve`, { agent }, (response) => response.resume().once('end', settle))
        .on('error', fail)
        .end();
    });
    const start = performance.now();
    expect((await end).exit).toBe(0);
    expect(performance.now() - start).toBeLessThan(2000);
    agent.destroy();
  });

  test('and hang up in the middle decide nothing', async () => {
    const { url, end } = await waiting();
    const { port, pathname, search } = new URL(url);
    await new Promise<void>((settle) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const head = `POST ${pathname}${search} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`;
        socket.end(`${head}{"action": "approve"}`);
      });
      socket.once('close', () => settle()).resume();
    });
    await get(`${url}&action=reject`);
    expect((await end).exit).toBe(2);
  });
});

describe('nobody calls back', () => {
  test('and the step fails at its timeout', async () => {
    const { end } = await waitingFor(1);
    const { exit, result } = await end;
    expect([exit, result]).toMatchObject([124, { success: false, response: null, timed_out: true, status: 200 }]);
    expect(result.attempts).toBe(1);
  });

  test('and the step goes on, if it may', async () => {
    const { end } = await waitingFor(1, '--on-timeout', 'continue');
    expect(await end).toMatchObject({ exit: 0, result: { success: true, response: null, timed_out: true } });
  });

  async function waitingFor(seconds: number, ...options: readonly string[]) {
    const receiver = await startReceiver();
    receivers.push(receiver);
    const args = ['webhook', '--url', receiver.url, '--callback', '--callback-port', '0', '--retries', '2'];
    return { end: runStep([...args, '--timeout', String(seconds), ...options]) };
  }
});

test('a port that is in use is an error that says the fix, and nothing is sent', async () => {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const server = createServer();
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as { port: number };
  const { exit, result } = await runStep([
    'webhook',
    '--url',
    receiver.url,
    '--callback',
    '--callback-port',
    `${port}`,
  ]);
  server.close();
  expect([exit, receiver.received]).toEqual([125, []]);
  expect(result.error).toContain(`port ${port} is in use on this machine`);
  expect(result.error).toContain('callback_port');
});

test('listens on this machine only', async () => {
  const { url, end } = await waiting();
  const port = Number(new URL(url).port);
  const others = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).filter((one) => !one.internal));
  for (const { address } of others) {
    const reached = await new Promise<boolean>((settle) => {
      const socket = connect({ port, host: address, timeout: 1000 }, () => settle(true));
      socket.on('error', () => settle(false)).on('timeout', () => settle(false));
      sockets.push(socket);
    });
    expect([address, reached]).toEqual([address, false]);
  }
  await get(`${url}&action=approve`);
  await end;
});

test('a step that is stopped ends at once and leaves the port', async () => {
  const { url, end, id } = await waiting();
  const start = performance.now();
  process.kill(id, 'SIGTERM');
  const { exit, result } = await end;
  expect([exit, result.error]).toEqual([128 + 15, 'stopped by SIGTERM']);
  expect(performance.now() - start).toBeLessThan(1500);
  await expect(get(url)).rejects.toThrow();
});
