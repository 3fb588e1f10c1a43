import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type Reply =
  | { readonly kind: 'text'; readonly text: string; readonly tokens?: number }
  | { readonly kind: 'tool'; readonly name: string; readonly input: unknown; readonly tokens?: number }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string; readonly body?: string }
  /** Status 200 with this body, whatever it is. */
  | { readonly kind: 'raw'; readonly body: string }
  /** Status 200 and a body that goes on for ever. */
  | { readonly kind: 'endless' }
  /** Headers and half a body, then silence. */
  | { readonly kind: 'stalls' }
  | { readonly kind: 'never' }
  | { readonly kind: 'drops' }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly reply: Reply };

interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  // A request of either protocol; the tests look into it.
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by protocol and is asserted in the tests
  readonly body: any;
  readonly at: number;
}

export interface LlmServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Begins with the first reply again. */
  forget(): void;
  close(): Promise<void>;
}

/**
 * A model service on a free port of this machine. It speaks chat completions (OpenAI) and messages (Anthropic), whichever
 * path is asked for. The nth request gets the nth reply; the last one stays.
 */
export async function startLlmServer(replies: readonly Reply[]): Promise<LlmServer> {
  const requests: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(body), at: Date.now() });
    if (reply !== undefined) await carryOut(reply, request.url?.endsWith('/messages') === true, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    forget: () => {
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function carryOut(reply: Reply, anthropic: boolean, response: ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'text':
      return send(response, anthropic ? anthropicText(reply.text, reply.tokens) : openaiText(reply.text, reply.tokens));
    case 'tool':
      return send(response, anthropic ? anthropicTool(reply) : openaiTool(reply));
    case 'status':
      response.writeHead(reply.status, reply.retryAfter === undefined ? {} : { 'retry-after': reply.retryAfter });
      response.end(reply.body ?? JSON.stringify({ error: { type: 'overloaded_error', message: 'try later' } }));
      return;
    case 'raw':
      response.writeHead(200, { 'content-type': 'application/json' }).end(reply.body);
      return;
    case 'endless':
      response.writeHead(200, { 'content-type': 'application/json' });
      pourForEver(response);
      return;
    case 'stalls':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices": [');
      return;
    case 'never':
      return;
    case 'drops':
      response.destroy();
      return;
    case 'redirect':
      response.writeHead(307, { location: reply.to }).end();
      return;
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, reply.milliseconds));
      return carryOut(reply.reply, anthropic, response);
  }
}

function send(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function pourForEver(response: ServerResponse): void {
  const chunk = 'x'.repeat(65_536);
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', pour);
  };
  pour();
}

function openaiText(content: string, tokens = 5): unknown {
  return openai({ role: 'assistant', content }, 'stop', tokens);
}

function openaiTool(call: { readonly name: string; readonly input: unknown; readonly tokens?: number }): unknown {
  const fn = { name: call.name, arguments: JSON.stringify(call.input) };
  const message = { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: fn }] };
  return openai(message, 'tool_calls', call.tokens ?? 5);
}

function openai(message: unknown, reason: string, tokens: number): unknown {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'test',
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 },
  };
}

function anthropicText(text: string, tokens = 5): unknown {
  return anthropic([{ type: 'text', text }], 'end_turn', tokens);
}

function anthropicTool(call: { readonly name: string; readonly input: unknown; readonly tokens?: number }): unknown {
  return anthropic(
    [{ type: 'tool_use', id: 'toolu_1', name: call.name, input: call.input }],
    'tool_use',
    call.tokens ?? 5,
  );
}

function anthropic(content: unknown, reason: string, tokens: number): unknown {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'test',
    content,
    stop_reason: reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: tokens },
  };
}
