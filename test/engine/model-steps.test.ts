import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeRunners, newFolder } from '../runtime/llm/run-type.js';
import { type LlmServer, startLlmServer } from '../servers/llm-server.js';
import { compileFor } from './augment.js';
import { type DaguNode, type DaguRun, runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { runtimeWithEnvironment } from './runtime.js';

const project = newFolder();
/** A sub-DAG sees nothing of the root's environment, so the one that asks a service says where its key comes from. */
const secrets = 'secrets:\n  - name: ANTHROPIC_API_KEY\n    provider: env\n    key: ANTHROPIC_API_KEY\n';
const bundle = readFileSync(new URL('../fixtures/bundles/calculator.yaml', import.meta.url), 'utf8')
  .replaceAll('/home/user/project', project)
  .replace('name: T004\n', `name: T004\n${secrets}`);

inEachDagu('steps that ask a model', {}, (engine) => {
  let server: LlmServer;

  beforeAll(async () => {
    for (const task of ['T002', 'T004']) {
      mkdirSync(join(project, '.arborist/worktrees/calculator', task), { recursive: true });
    }
    server = await startLlmServer([
      { kind: 'status', status: 529, retryAfter: '0' },
      { kind: 'tool', name: 'glob', input: { pattern: '*' } },
      { kind: 'text', text: 'I looked around.\n{"ok": true, "reason": "All in order"}' },
    ]);
  });
  afterAll(() => server.close());
  beforeEach(() => vi.stubEnv('ANTHROPIC_API_KEY', 'sk-engine-test'));
  afterEach(() => vi.unstubAllEnvs());

  test('an evaluation, an agent that allows and a prompt that denies: results are captured, the denial stops the run', async () => {
    const fake = fakeRunners([
      { stdout: 'Looks fine.\n```json\n{"score": 88, "summary": "Clear $(id) `names`"}\n```' },
      { stdout: '{"ok": false, "reason": "T002 touches the \\"billing\\" table"}' },
    ]);
    const run = await runDagu(
      augmented({
        post_task: [
          { step: 'review', tasks: ['T004'], after: 'post-merge' },
          { step: 'look', tasks: ['T004'], after: 'hook-review' },
          { step: 'allowed', tasks: ['T002'] },
        ],
      }),
      {
        engine,
        noneKilled: true,
        forget: () => {
          fake.forget();
          server.forget();
        },
      },
    );

    const review = hook(run, 'T004', 'hook-review');
    expect(review.status).toBe('succeeded');
    expect(result(review)).toMatchObject({
      type: 'llm_eval',
      success: true,
      score: 88,
      summary: 'Clear $(id) `names`',
      task_id: 'T004',
    });

    const look = hook(run, 'T004', 'hook-look');
    expect(look.status).toBe('succeeded');
    expect(result(look)).toMatchObject({ type: 'agent', allowed: true, reason: 'All in order', turns: 2 });
    expect(server.requests.map((request) => request.headers['x-api-key'])).toEqual(Array(3).fill('sk-engine-test'));

    const allowed = hook(run, 'T002', 'hook-allowed');
    expect(allowed.status).toBe('failed');
    expect(result(allowed)).toMatchObject({
      type: 'prompt',
      success: false,
      allowed: false,
      reason: 'T002 touches the "billing" table',
    });
    expect(run.children.get('T002')!.status).toBe('failed');
    expect(run.children.get('T001')!.nodes.get('complete')!.status).toBe('aborted');
    expect([run.status, run.code]).toEqual(['failed', 1]);

    const [first, second] = fake.calls();
    expect(first).toMatchObject({ name: 'claude', argv: ['-p', '--output-format', 'text', '--model=sonnet'] });
    expect(first!.stdin).toContain(`Review T004. Price: $5, "quoted", it's \`code\` and {{ y }}.`);
    expect(second).toMatchObject({ name: 'codex', stdin: expect.stringMatching(/^May T002 go on\?/) });
  });

  test('a prompt that gets no readable answer does not wave through', async () => {
    fakeRunners([{ stdout: 'ALLOW' }]);
    const run = await runDagu(augmented({ post_task: [{ step: 'allowed', tasks: ['T004'], after: 'post-merge' }] }), {
      engine,
    });
    const allowed = hook(run, 'T004', 'hook-allowed');
    expect(allowed.status).toBe('failed');
    expect(result(allowed)).toMatchObject({ success: false, allowed: false });
    expect(run.status).toBe('failed');
  });

  function augmented(injections: Readonly<Record<string, unknown>>): Record<string, string> {
    const step_definitions = {
      review: {
        type: 'llm_eval',
        prompt: ['Review {{task_id}}.', `Price: $5, "quoted", it's \`code\` and {{ y }}.`].join(' '),
        runner: 'claude',
        model: 'sonnet',
        min_score: 60,
      },
      look: {
        type: 'agent',
        prompt: 'May {{task_id}} go on?',
        runner: 'anthropic',
        model: 'test',
        base_url: server.url,
        allowed_tools: ['glob'],
        max_turns: 4,
      },
      allowed: { type: 'prompt', prompt: 'May {{task_id}} go on?', runner: 'codex', timeout: 30 },
    };
    const hooks = { enabled: true, runtime: runtimeWithEnvironment(), step_definitions, injections };
    const compiled = compileFor({ 'calculator.yaml': bundle }, { hooks }, engine.version);
    return Object.fromEntries(compiled.outputs.map((one) => [one.path, one.text]));
  }
});

function hook(run: DaguRun, task: string, name: string): DaguNode {
  const node = run.children.get(task)?.nodes.get(name);
  if (node === undefined)
    throw new Error(`${task} has no ${name}: ${[...(run.children.get(task)?.nodes.keys() ?? [])]}`);
  return node;
}

/** The one JSON object that the engine captured. */
function result(node: DaguNode): unknown {
  const name = [...node.outputs.keys()].find((variable) => variable.endsWith('_RESULT'));
  return JSON.parse(node.outputs.get(name!)!);
}
