import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWarmProgram } from '../cli/warm-dagweave.js';
import { hostileValues } from '../hostile-values.js';
import { newFolder } from '../runtime/step-process.js';
import { type Receiver, startReceiver } from '../servers/receiver.js';
import { withHooks } from './compile-here.js';
import { runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';

const workflow = `name: release
type: graph
steps:
  - name: plan
    command: probe plan
  - name: deploy
    command: probe deploy
    depends: [plan]
`;

type Finished = (close: () => Promise<void>) => void;

/** A receiver that calls back with what it is given as soon as it has a link. */
async function receiver(finished: Finished, callBack?: (link: string) => Promise<unknown>): Promise<Receiver> {
  const started = await startReceiver(({ body }, response) => {
    response.end('ok');
    const link = callBack && (JSON.parse(body).link as string | undefined);
    if (link) callBack(link).catch(() => {});
  });
  finished(() => started.close());
  return started;
}

const approval = (url: string, more: object = {}) => ({
  type: 'webhook',
  tasks: ['plan'],
  url,
  body: { text: '{{task_id}} is ready', link: '${CALLBACK_URL}' },
  callback: true,
  callback_port: 0,
  timeout: 60,
  ...more,
});

/** A later hook that keeps what it sees of the decision. */
const later = { type: 'shell', tasks: ['plan'], order: 1, command: 'printenv HOOK_RESPONSE', output: 'SEEN' };

const runIn = (engine: Engine) => (text: string, hooks: object, forget?: () => void) =>
  runDagu(withHooks({ 'release.yaml': text }, hooks, engine), { engine, ...(forget && { forget }) });

inEachDagu('webhooks', { concurrent: true }, (engine) => {
  const runHooked = runIn(engine);

  test('tell of each task, and the run goes on', async ({ onTestFinished }) => {
    const { url, received, forget } = await receiver(onTestFinished);
    const hook = { type: 'webhook', url: `${url}/\${TEAM}/x`, body: { task: '{{task_id}}', dag: '${DAG_NAME}' } };
    const text = workflow.replace('type: graph', 'type: graph\nenv:\n  TEAM: platform');
    const run = await runHooked(text, { injections: { post_task: [hook] } }, forget);
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(received.map(({ url: { pathname }, body }) => [pathname, JSON.parse(body)])).toEqual([
      ['/platform/x', { task: 'plan', dag: 'release' }],
      ['/platform/x', { task: 'deploy', dag: 'release' }],
    ]);
  });

  test('that cannot be sent fail their step, unless nobody waits for them', async () => {
    const hook = { type: 'webhook', tasks: ['plan'], url: 'http://localhost:1/', retries: 0 };
    const run = await runHooked(workflow, { injections: { post_task: [hook] } });
    expect([run.status, run.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    const aside = { injections: { post_task: [{ ...hook, await: false }] } };
    const other = await runHooked(workflow, aside);
    expect([other.status, other.code, other.nodes.get('deploy')?.status]).toEqual(['succeeded', 0, 'succeeded']);
  });

  test('wait until somebody approves; what was said reaches later steps', async ({ onTestFinished }) => {
    const said = { action: 'approve', message: 'go `id` $HOME "now"' };
    const { url, received } = await receiver(onTestFinished, (link) =>
      fetch(link, { method: 'POST', body: JSON.stringify(said), headers: { 'content-type': 'application/json' } }),
    );
    const injections = { post_task: [approval(url), later] };
    const run = await runHooked(workflow, { injections });
    expect([run.status, run.code, run.nodes.get('deploy')?.status]).toEqual(['succeeded', 0, 'succeeded']);
    expect(JSON.parse(received[0]!.body)).toMatchObject({ text: 'plan is ready' });
    expect(JSON.parse(run.nodes.get('hook-shell-plan')!.outputs.get('SEEN')!)).toEqual(said);
  });

  test('stop what comes after them when somebody rejects', async ({ onTestFinished }) => {
    const { url } = await receiver(onTestFinished, (link) => fetch(`${link}&action=reject`));
    const run = await runHooked(workflow, { injections: { post_task: [approval(url)] } });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect([run.nodes.get('hook-webhook-plan')?.status, run.nodes.get('deploy')?.status]).toEqual([
      'failed',
      'aborted',
    ]);
    expect(run.trace.map(({ name }) => name)).toEqual(['plan']);
  });

  test('hand on a rejection where the rule goes on in any case', async ({ onTestFinished }) => {
    const { url } = await receiver(onTestFinished, (link) => fetch(`${link}&action=reject&message=no`));
    const injections = { post_task: [approval(url, { on_failure: 'continue' }), later] };
    const run = await runHooked(workflow, { injections });
    expect([run.status, run.nodes.get('deploy')?.status]).toEqual(['succeeded', 'succeeded']);
    expect(JSON.parse(run.nodes.get('hook-shell-plan')!.outputs.get('SEEN')!)).toEqual({
      action: 'reject',
      message: 'no',
    });
  });

  test('tell of tasks with hostile names as they are called, and nothing runs', async ({ onTestFinished }) => {
    const names = hostileValues.filter((name) => Buffer.byteLength(name) <= 40 && name === name.trim());
    const { url, received, forget } = await receiver(onTestFinished);
    const steps = names.map((name) => `  - name: ${JSON.stringify(name)}\n    command: "true"\n`);
    const hook = {
      type: 'webhook',
      url: `${url}/?task={{task_id}}`,
      headers: { 'X-Task': '{{task_id}}' },
      body: { task: '{{task_id}}' },
      await: false,
    };
    const runtime = join(newFolder(), 'dagweave');
    writeWarmProgram(runtime);
    const hooks = { runtime, tasks_are: 'nodes', injections: { post_task: [hook] } };
    const run = await runHooked(`type: graph\nsteps:\n${steps.join('')}`, hooks, forget);
    expect(run.status).toBe('succeeded');
    expect(received.map(({ body }) => JSON.parse(body).task).sort()).toEqual([...names].sort());
    for (const { body, headers, url: asked } of received) {
      const { task } = JSON.parse(body);
      expect(asked.searchParams.get('task')).toBe(task);
      expect(Buffer.from(headers['x-task'] as string, 'latin1').toString('utf8')).toBe(task);
    }
  });
});

// A limit of a second is for a machine that does nothing else.
inEachDagu('webhooks with a limit of time', {}, (engine) => {
  const runHooked = runIn(engine);

  test('stop the run when nobody answers in time, or go on', async ({ onTestFinished }) => {
    const { url } = await receiver(onTestFinished);
    const hook = approval(url, { timeout: 1 });
    const stopped = await runHooked(workflow, { injections: { post_task: [hook] } });
    expect([stopped.status, stopped.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    const injections = { post_task: [{ ...hook, on_timeout: 'continue' }, later] };
    const went = await runHooked(workflow, { injections });
    expect([went.status, went.nodes.get('deploy')?.status]).toEqual(['succeeded', 'succeeded']);
    expect(went.nodes.get('hook-shell-plan')!.outputs.get('SEEN')).toBe('{}');
  });
});
