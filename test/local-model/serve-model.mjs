// A chat completions service over a real local runtime (llama.cpp), for the model of write-model.mjs.
import { createServer } from 'node:http';

/** What an answer must look like: the runtime lets the model choose only among the tokens that keep to it. */
const SCORES = Array.from({ length: 101 }, (_, score) => score);
const SUMMARY = { type: 'string', maxLength: 20 };
export const shapes = {
  score: { type: 'object', properties: { score: { enum: SCORES }, summary: SUMMARY } },
  /** Such a number may be far out of range, as `15e4558`. */
  anyNumber: { type: 'object', properties: { score: { type: 'integer' }, summary: SUMMARY } },
  decision: { type: 'object', properties: { ok: { type: 'boolean' }, reason: SUMMARY } },
};

/**
 * @param {typeof import('node-llama-cpp')} runtime
 * @param {string} modelPath
 * @returns the service's address, how to choose the shape of the next answers, and how to end it
 */
export async function serveModel(runtime, modelPath) {
  const llama = await runtime.getLlama({ gpu: false, build: 'never', logLevel: 'error', maxThreads: 1 });
  const model = await llama.loadModel({ modelPath });
  const context = await model.createContext({ contextSize: 4096, threads: 1 });
  const completion = new runtime.LlamaCompletion({ contextSequence: context.getSequence() });
  let shape = shapes.score;

  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages, model: name } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const prompt = messages.map((message) => `${message.role}: ${JSON.stringify(message.content)}`).join('\n');
    const grammar = await llama.createGrammarForJsonSchema(shape);
    const content = await completion.generateCompletion(prompt.slice(-2000), {
      grammar,
      maxTokens: 200,
      temperature: 1,
    });
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    const usage = {
      prompt_tokens: prompt.length,
      completion_tokens: content.length,
      total_tokens: prompt.length + content.length,
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({ id: '1', object: 'chat.completion', created: 1, model: name, choices: [choice], usage }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    answerWith(next) {
      shape = next;
    },
    close: () => server.close(),
  };
}
