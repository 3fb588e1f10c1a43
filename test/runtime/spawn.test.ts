import { writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { daguMissing } from '../engine/dagu.js';
import { newFolder, runStep, type StepOptions } from './step-process.js';

const missing = daguMissing();
const withDagu = `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}`;

/** A folder with a child workflow in it, and what a step needs to run it. */
function folderWith(child: string): StepOptions & { readonly cwd: string } {
  const cwd = newFolder();
  writeFileSync(join(cwd, 'child.yaml'), child);
  return { cwd, env: { PATH: withDagu, DAGU_HOME: join(cwd, 'dagu'), SHELL: '/bin/sh' } };
}

const greeting = 'params: {NAME: ""}\nsteps:\n  - name: greet\n    command: echo "hello $NAME"\n    output: GREETING\n';

describe.skipIf(missing)(`dagweave step spawn with Dagu 1.30.2${missing ? ` (${missing})` : ''}`, () => {
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
    const child = 'steps:\n  - name: ask\n    type: hitl\n    config: {prompt: "Well?"}\n';
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
    expect(ALL).toMatch(/^SEEN=$/m);
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
