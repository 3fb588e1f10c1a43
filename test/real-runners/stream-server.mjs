// Answers in the streaming protocols that the models' command line tools speak: Anthropic messages, OpenAI chat completions and
// responses, Gemini. Every question gets the same text; what was asked is kept.
import { createServer } from 'node:http';

/** @param {string} text what the model says */
export async function startStreamServer(text) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = new URL(request.url, 'http://localhost').pathname;
    const protocol = protocols.find(({ end }) => path.endsWith(end));
    if (protocol === undefined) return response.writeHead(404).end('{}');
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    requests.push(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(protocol.events(text, body).join(''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, requests, close: () => server.close() };
}

const protocols = [
  { end: '/messages', events: anthropic },
  { end: '/chat/completions', events: chat },
  { end: '/responses', events: responses },
  { end: ':streamGenerateContent', events: gemini },
];

function named(type, data) {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function anthropic(text, { model }) {
  const empty = { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null };
  return [
    named('message_start', {
      message: { ...empty, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } },
    }),
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    named('content_block_stop', { index: 0 }),
    named('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 9 } }),
    named('message_stop', {}),
  ];
}

function chat(text, { model }) {
  const chunk = (delta, reason) => {
    const choices = [{ index: 0, delta, finish_reason: reason }];
    return `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 1, model, choices })}\n\n`;
  };
  return [chunk({ role: 'assistant', content: text }, null), chunk({}, 'stop'), 'data: [DONE]\n\n'];
}

function responses(text) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  const item = { id: 'i1', type: 'message', role: 'assistant', status: 'completed', content };
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  return [
    named('response.created', { response: { id: 'r1' } }),
    named('response.output_item.done', { output_index: 0, item }),
    named('response.completed', { response: { id: 'r1', usage } }),
  ];
}

function gemini(text) {
  const candidates = [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }];
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`];
}
