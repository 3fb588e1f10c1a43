import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../engine/engines.js';
import { inEachDagu } from '../engine/in-each-dagu.js';
import { spelled } from '../engine/spelling.js';
import { newFolder, runStep, type StepOptions } from './step-process.js';

/** A folder with a child workflow in it, and what a step needs to run it. */
function folderFor(engine: Engine, child: string): StepOptions & { readonly cwd: string } {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'child.yaml'), spelled(child, engine));
  const programs = join(cwd, 'bin');
  mkdirSync(programs);
  symlinkSync(engine.path, join(programs, 'dagu'));
  return {
    cwd,
    env: { PATH: `${programs}${delimiter}${process.env.PATH}`, DAGU_HOME: join(cwd, 'dagu'), SHELL: '/bin/sh' },
  };
}

const greeting = 'params: {NAME: ""}\nsteps:\n  - name: greet\n    command: echo "hello $NAME"\n    output: GREETING\n';

inEachDagu('dagweave step spawn', {}, (engine) => {
  const folderWith = (child: string) => folderFor(engine, child);

  test('tells which run it was, how it ended and what it gave', async () => {
    const here = folderWith(greeting);
    const { exit, result } = await runStep(['spawn', '--pipeline', 'child', '--input', 'NAME=Ada'], here);
    expect([exit, result]).toMatchObject([
      0,
      { type: 'spawn', success: true, run_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(result.output).toEqual({
      name: 'child',
      dagRunId: result.run_id,
      outputs: { GREETING: 'hello Ada' },
      status: 'succeeded',
    });
  });

  test('fails with the child', async () => {
    const { exit, result } = await runStep(
      ['spawn', '--pipeline', 'child.yaml'],
      folderWith('steps:\n  - name: fail\n    command: exit 3\n'),
    );
    expect([exit, result.error, result.output]).toMatchObject([
      1,
      'the workflow ended as failed',
      { status: 'failed' },
    ]);
  });

  test('does not pass where the child only waits for a person', async () => {
    const asks = engine.dialect === 'v1' ? 'type: hitl\n    config:' : 'id: ask\n    action: human.task\n    with:';
    const child = `steps:\n  - name: ask\n    ${asks} {prompt: "Well?"}\n`;
    const { exit, result } = await runStep(['spawn', '--pipeline', 'child', '--retries', '3'], folderWith(child));
    expect([exit, result.error, result.attempts]).toEqual([1, 'the workflow waits for a person', 1]);
  });

  test('fails where there is no such workflow, and says so', async () => {
    const { exit, result } = await runStep(['spawn', '--pipeline', 'other'], folderWith(greeting));
    expect([exit, result.error]).toEqual([1, expect.stringContaining('other.yaml')]);
  });

  test('hands on nothing of its own environment that was not asked for', async () => {
    const child =
      'params: {GIVEN: ""}\nsteps:\n  - name: look\n    command: env | sort\n    output: ALL\nenv:\n  - SEEN: "${MY_TOKEN}"\n';
    const here = folderWith(child);
    const env = { ...here.env, MY_TOKEN: 'tok-secret', OTHER: 'x' };
    const args = ['spawn', '--pipeline', 'child', '--input', 'GIVEN=${OTHER}'];
    const { exit, result, stdout } = await runStep(args, { ...here, env });
    const { ALL } = (result.output as { outputs: Record<string, string> }).outputs;
    expect([exit, ALL]).toEqual([0, expect.stringContaining('GIVEN=x')]);
    expect(stdout).not.toContain('tok-secret');
    // 2.x leaves a reference to nothing as it is written.
    expect(ALL).toMatch(engine.dialect === 'v1' ? /^SEEN=$/m : /^SEEN=\$\{MY_TOKEN\}$/m);
  });

  test('ends the child with itself', async () => {
    const here = folderWith('steps:\n  - name: slow\n    command: sleep 20; touch late\n');
    const start = performance.now();
    const { exit } = await runStep(['spawn', '--pipeline', 'child', '--timeout', '1'], here);
    expect([exit, performance.now() - start < 8000]).toEqual([124, true]);
  });
});

test('says what is missing before anything is started', async () => {
  const { exit, result } = await runStep(['spawn', '--pipeline', 'child', '--input', 'A=${NO_SUCH}']);
  expect([exit, result.error]).toEqual([125, expect.stringMatching(/^NO_SUCH without a value.*secrets\.env$/)]);
  const none = await runStep(['spawn']);
  expect([none.exit, none.result.error]).toEqual([125, 'no workflow to run: give --pipeline NAME']);
});

test('says that the engine is not there', async () => {
  const { exit, result } = await runStep(['spawn', '--pipeline', 'child'], { env: { PATH: '/usr/bin:/bin' } });
  expect([exit, result.error]).toEqual([125, expect.stringContaining('no `dagu` on the PATH')]);
});
