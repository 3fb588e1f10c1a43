import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileValues } from '../hostile-values.js';
import { freePort } from '../servers/free-port.js';
import { withHooks } from './compile-here.js';
import { type DaguChild, daguMissing, readRunsIn } from './dagu.js';
import { dagu1 } from './engines.js';

const missing = daguMissing();
const dagu = resolve('node_modules/.bin/dagu');

const workflow = `type: graph
steps:
  - name: build
    command: "true"
  - name: deploy
    command: 'printenv TICKET > "HOME/deployed-$DAG_RUN_ID"'
    depends: [build]
`;

const ask = {
  type: 'approval',
  tasks: ['build'],
  prompt: 'Deploy {{task_id}}?',
  inputs: ['TICKET'],
  required: ['TICKET'],
};

/** A person answers through the server of Dagu, which hands the run back to its scheduler. */
describe.skipIf(missing)(`a person who is asked by Dagu 1.30.2${missing ? ` (${missing})` : ''}`, () => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-approval-'));
  const folder = join(home, 'dagu', 'dags');
  const env = {
    ...process.env,
    PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`,
    HOME: home,
    DAGU_HOME: join(home, 'dagu'),
    DAGU_AUTH_MODE: 'none',
    DAGU_SCHEDULER_PORT: '0',
    SHELL: '/bin/sh',
  };
  let server: ReturnType<typeof spawn>;
  let port: number;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    port = await freePort();
    server = spawn(dagu, ['start-all', '--port', String(port)], { env, stdio: 'ignore' });
    await until(() =>
      fetch(`http://127.0.0.1:${port}/api/v2/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    const ended = new Promise((settle) => server.once('exit', settle));
    server.kill();
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts a run that comes to the question, and waits for it there. */
  async function startRun(name: string, rule: object): Promise<void> {
    const text = workflow.replaceAll('HOME', home);
    const { [`${name}.yaml`]: hooked } = withHooks(
      { [`${name}.yaml`]: text },
      { injections: { post_task: [rule] } },
      dagu1,
    );
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, hooked!);
    const run = spawn(dagu, ['start', '--quiet', `--run-id=${name}`, file], { env, stdio: 'ignore' });
    const code = await new Promise((settle) => run.once('exit', settle));
    expect([code, stateOf(name).status]).toEqual([0, 'waiting']);
    expect(stateOf(name).nodes.get('hook-approval')?.status).toBe('waiting');
  }

  async function answer(name: string, verb: 'approve' | 'reject', said: object): Promise<void> {
    const address = `http://127.0.0.1:${port}/api/v2/dag-runs/${name}/${name}/steps/hook-approval/${verb}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(said) });
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  }

  const stateOf = (name: string): DaguChild => readRunsIn(join(home, 'dagu', 'data')).get(name)!;

  test('and says yes lets the run go on, with what was asked for', async () => {
    await startRun('yes', ask);
    expect(existsSync(join(home, 'deployed-yes'))).toBe(false);
    await answer('yes', 'approve', { inputs: { TICKET: 'T-1' } });
    await until(async () => stateOf('yes').status === 'succeeded');
    expect(readFileSync(join(home, 'deployed-yes'), 'utf8')).toBe('T-1\n');
  });

  test('and says no ends it there', async () => {
    await startRun('no', ask);
    await answer('no', 'reject', { reason: 'not on a Friday' });
    await until(async () => stateOf('no').status === 'rejected');
    expect(stateOf('no').nodes.get('deploy')?.status).toBe('not_started');
    expect(existsSync(join(home, 'deployed-no'))).toBe(false);
  });

  test('reads a prompt in which nothing runs', async () => {
    const vars = Object.fromEntries(hostileValues.map((value, index) => [`v${index}`, value]));
    const prompt = hostileValues.map((_, index) => `{{vars.v${index}}}`).join('\n');
    const text = workflow.replaceAll('HOME', home);
    const hooks = { vars, injections: { post_task: [{ ...ask, prompt }] } };
    const { 'prompt.yaml': hooked } = withHooks({ 'prompt.yaml': text }, hooks, dagu1);
    expect(hooked).toContain('touch PWN');
    const file = join(folder, 'prompt.yaml');
    writeFileSync(file, hooked!);
    const run = spawn(dagu, ['start', '--quiet', '--run-id=prompt', file], { env, stdio: 'ignore', cwd: folder });
    await new Promise((settle) => run.once('exit', settle));
    expect(stateOf('prompt').status).toBe('waiting');
    const shown = readFileSync(stateOf('prompt').nodes.get('hook-approval')!.log, 'utf8');
    expect(shown.replaceAll('\u2060', '')).toContain(hostileValues.join('\n').replaceAll('`', "'"));
    for (const place of [folder, home, process.cwd()]) expect(existsSync(join(place, 'PWN'))).toBe(false);
  });
});

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 40_000; Date.now() < deadline; await setTimeout(100)) if (await holds()) return;
  throw new Error('it did not come to that in time');
}
