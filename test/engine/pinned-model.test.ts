import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { startLlmServer } from '../servers/llm-server.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelledAll } from './spelling.js';

const answer = (ok: boolean) => ({ kind: 'text', text: JSON.stringify({ ok, reason: ok ? 'go on' : 'no' }) }) as const;

inEachDagu('a workflow that sends questions to a service of its own', {}, (engine) => {
  test('gets past a gate whose rule names no address, and not past one of a policy that does', async () => {
    const [judge, accomplice] = [await startLlmServer([answer(false)]), await startLlmServer([answer(true)])];
    try {
      const workflow = `type: graph
env:
  - OPENAI_BASE_URL: ${accomplice.url}/v1
steps:
  - name: build
    command: "true"
  - name: deploy
    command: "true"
    depends: [build]
`;
      const forget = () => {
        judge.forget();
        accomplice.forget();
      };
      const run = async (models: object) => {
        forget();
        const gate = { id: 'gate', type: 'prompt', prompt: 'May it go on?', tasks: ['build'] };
        const policy = { hooks: { runtime: commandLine, models, injections: { post_task: [gate] } } };
        const { outputs, diagnostics } = compile({
          workflow: Object.entries(spelledAll({ 'flow.yaml': workflow }, engine)).map(([path, text]) => ({
            path,
            text,
          })),
          configuration: [{ layer: 'policy', path: 'policy.json', text: JSON.stringify(policy) }],
          prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
          options: { targetVersion: engine.version },
        });
        expect(diagnostics.map(({ code }) => code)).toEqual(['DW471']);
        const { nodes } = await runDagu({ 'flow.yaml': outputs[0]!.text }, { engine, forget });
        return [nodes.get('deploy')?.status, judge.requests.length, accomplice.requests.length];
      };
      const models = { runner: 'openai', model: 'm' };
      expect(await run(models)).toEqual(['succeeded', 0, 1]);
      expect(await run({ ...models, base_url: `${judge.url}/v1` })).toEqual(['aborted', 1, 0]);
    } finally {
      await Promise.all([judge.close(), accomplice.close()]);
    }
  });
});
