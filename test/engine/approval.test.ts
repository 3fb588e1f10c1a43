import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileValues } from '../hostile-values.js';
import { freePort } from '../servers/free-port.js';
import { withHooks } from './compile-here.js';
import { type DaguChild, readRunsIn } from './dagu.js';
import { dagu1, type Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';

/** What a person said is a variable in 1.30, and an output of the step in 2.x. */
const workflow = ({ dialect }: Engine) => `type: graph
steps:
  - name: build
    command: "true"
  - name: deploy
    command: 'echo "${dialect === 'v1' ? '$TICKET' : '${steps.hook_approval_build.outputs.TICKET}'}" > "HOME/deployed-$DAG_RUN_ID"'
    depends: [build]
`;

const ask = {
  type: 'approval',
  tasks: ['build'],
  prompt: 'Deploy {{task_id}}?',
  inputs: ['TICKET'],
  required: ['TICKET'],
};

inEachDagu('a person who is asked', {}, (engine) => {
  const home = mkdtempSync(join(tmpdir(), 'dagweave-approval-'));
  const folder = join(home, 'dagu', 'dags');
  const env = {
    ...process.env,
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    HOME: home,
    DAGU_HOME: join(home, 'dagu'),
    DAGU_AUTH_MODE: 'none',
    DAGU_SCHEDULER_PORT: '0',
    SHELL: '/bin/sh',
  };
  const dagu = (...args: readonly string[]) =>
    new Promise<string>((settle) => {
      execFile(engine.path, args, { env, cwd: folder }, (error, _, stderr) => settle(error ? stderr : ''));
    });
  let desk: Desk;

  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(home, 'bin'));
    symlinkSync(engine.path, join(home, 'bin', 'dagu'));
    desk = engine.dialect === 'v1' ? await serverDesk(engine, env) : commandDesk(dagu);
  });
  afterAll(async () => {
    await desk.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Starts a run that comes to the question, and waits for it there. */
  async function startRun(name: string, hooks: object): Promise<string> {
    const text = workflow(engine).replaceAll('HOME', home);
    const { [`${name}.yaml`]: hooked } = withHooks({ [`${name}.yaml`]: text }, hooks, engine);
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, hooked!);
    expect([await dagu('start', '--quiet', `--run-id=${name}`, file), stateOf(name).status]).toEqual([
      expect.any(String),
      'waiting',
    ]);
    expect(stateOf(name).nodes.get('hook-approval-build')?.status).toBe('waiting');
    return hooked!;
  }

  const asking = { injections: { post_task: [ask] } };
  const stateOf = (name: string): DaguChild => readRunsIn(join(home, 'dagu', 'data')).get(name)!;

  test('and says yes lets the run go on, with what was asked for', async () => {
    await startRun('yes', asking);
    expect(existsSync(join(home, 'deployed-yes'))).toBe(false);
    expect(await desk.approve('yes', { TICKET: 'T-1' })).toBe('');
    await until(async () => stateOf('yes').status === 'succeeded');
    expect(readFileSync(join(home, 'deployed-yes'), 'utf8')).toBe('T-1\n');
  });

  test('and leaves out what is required is refused, and asked on', async () => {
    await startRun('incomplete', asking);
    expect(await desk.approve('incomplete', {})).toContain('TICKET');
    expect(stateOf('incomplete').status).toBe('waiting');
    expect(existsSync(join(home, 'deployed-incomplete'))).toBe(false);
  });

  // In 2.14 nobody can say no to a task: it is done, or it waits.
  if (engine === dagu1)
    test('and says no ends it there', async () => {
      await startRun('no', asking);
      expect(await desk.reject!('no', 'not on a Friday')).toBe('');
      await until(async () => stateOf('no').status === 'rejected');
      expect(stateOf('no').nodes.get('deploy')?.status).toBe('not_started');
      expect(existsSync(join(home, 'deployed-no'))).toBe(false);
    });

  test('reads a prompt in which nothing runs', async () => {
    const vars = Object.fromEntries(hostileValues.map((value, index) => [`v${index}`, value]));
    const prompt = hostileValues.map((_, index) => `{{vars.v${index}}}`).join('\n');
    const hooked = await startRun('prompt', { vars, injections: { post_task: [{ ...ask, prompt }] } });
    expect(hooked).toContain('touch PWN');
    const { asked, log } = stateOf('prompt').nodes.get('hook-approval-build')!;
    const shown = engine.dialect === 'v1' ? readFileSync(log, 'utf8') : asked;
    const plain = engine.dialect === 'v1' ? hostileValues.map((value) => value.replaceAll('`', "'")) : hostileValues;
    expect(shown.replaceAll('\u2060', '')).toContain(plain.join('\n'));
    for (const place of [folder, home, process.cwd()]) expect(existsSync(join(place, 'PWN'))).toBe(false);
  });
});

/** Where a person answers; each answer gives what is wrong with it, if anything is. */
interface Desk {
  approve(name: string, inputs: Readonly<Record<string, string>>): Promise<string>;
  reject?(name: string, reason: string): Promise<string>;
  close(): Promise<void>;
}

/** In 1.30 a person answers through the server, which hands the run back to its scheduler. */
async function serverDesk(engine: Engine, env: NodeJS.ProcessEnv): Promise<Desk> {
  const port = await freePort();
  const server = spawn(engine.path, ['start-all', '--port', String(port)], { env, stdio: 'ignore' });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/api/v2/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  const answer = async (name: string, verb: 'approve' | 'reject', said: object) => {
    const address = `http://127.0.0.1:${port}/api/v2/dag-runs/${name}/${name}/steps/hook-approval-build/${verb}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(said) });
    return response.ok ? '' : response.text();
  };
  return {
    approve: (name, inputs) => answer(name, 'approve', { inputs }),
    reject: (name, reason) => answer(name, 'reject', { reason }),
    close: async () => {
      const ended = new Promise((settle) => server.once('exit', settle));
      server.kill();
      await ended;
    },
  };
}

/** In 2.x the command line does, without a server. */
function commandDesk(dagu: (...args: readonly string[]) => Promise<string>): Desk {
  return {
    approve: async (name, inputs) => {
      const given = Object.entries(inputs).flatMap(([key, value]) => ['--input', `${key}=${value}`]);
      const wrong = await dagu(
        'human-task',
        'complete',
        `--run-id=${name}`,
        '--step=hook_approval_build',
        ...given,
        name,
      );
      return wrong || (await dagu('retry', `--run-id=${name}`, name));
    },
    close: async () => {},
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 40_000; Date.now() < deadline; await setTimeout(100)) if (await holds()) return;
  throw new Error('it did not come to that in time');
}
