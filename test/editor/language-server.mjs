import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The language server that editors use, with its messages, each behind a header with its length. */
export function startServer(settings) {
  const program = resolve('node_modules/yaml-language-server/bin/yaml-language-server');
  const child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const late = setTimeout(() => {
    child.kill();
    throw new Error('the language server does not answer');
  }, 60_000);
  const asked = new Map();
  let waiting = [];
  let rest = Buffer.alloc(0);
  let last = 0;
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  child.stdout.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const head = rest.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString('latin1', 0, head))[1]);
      const end = head + 4 + length;
      if (rest.length < end) return;
      const message = JSON.parse(rest.toString('utf8', head + 4, end));
      rest = rest.subarray(end);
      take(message);
    }
  });
  const take = ({ id, method, params, result, error }) => {
    if (method === undefined) {
      const { done, failed } = asked.get(id);
      if (error) failed(new Error(error.message));
      else done(result);
    } else if (id !== undefined) {
      const wanted = method === 'workspace/configuration' ? params.items : [];
      send({ id, result: wanted.map(({ section }) => settings[section] ?? null) });
    } else if (method === 'textDocument/publishDiagnostics') {
      const ready = waiting.filter(({ isIt }) => isIt(params));
      waiting = waiting.filter((one) => !ready.includes(one));
      for (const { done } of ready) done(params);
    }
  };
  return {
    ask: (method, params) =>
      new Promise((done, failed) => {
        last += 1;
        asked.set(last, { done, failed });
        send({ id: last, method, params });
      }),
    tell: (method, params) => send({ method, params }),
    next: (isIt) => new Promise((done) => waiting.push({ isIt, done })),
    end: () => {
      clearTimeout(late);
      child.kill();
    },
  };
}
