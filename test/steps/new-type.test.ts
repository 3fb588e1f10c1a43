import { beforeAll, expect, test } from 'vitest';
import { stepHelp } from '../../src/cli/flag-help.js';
import { readFlags } from '../../src/cli/read-flags.js';
import { compile } from '../../src/compile.js';
import { configJsonSchema } from '../../src/frontends/native/json-schema.js';
import { createHost } from '../../src/runtime/host.js';
import { createMasking } from '../../src/runtime/masking.js';
import { stepTypes } from '../../src/steps/index.js';
import { resultText } from '../../src/steps/result.js';
import { resultSchema } from '../../src/steps/result-schema.js';
import { type CommonFlags, runStep } from '../../src/steps/run-step.js';
import { loadRun } from '../../src/steps/runs.js';
import type { StepType } from '../../src/steps/step-type.js';
import { greeting } from './greeting/call.js';

/** A type of step that is a folder beside this file, and this line. */
beforeAll(() => void (stepTypes as Map<string, StepType<unknown>>).set(greeting.name, greeting));

test('a new type may be configured, and its fields are checked like those of all others', () => {
  expect(JSON.stringify(configJsonSchema([...stepTypes.values()]))).toContain('"const":"greeting"');
  expect(compiled({ type: 'greeting', name: 'Ada' }).diagnostics).toEqual([]);
  const wrong = compiled({ type: 'greeting', nmae: 'Ada' }).diagnostics.map(({ message }) => message);
  expect(wrong.join('\n')).toContain('nmae');
});

test('it is written into a workflow as a line that its own options read', async () => {
  const line = /dagweave step greeting (.*)/.exec(compiled({ type: 'greeting', name: 'Ada' }).text)![1]!;
  expect(line).toMatch(/^--task build .*--name Ada$/);
  const words = line.replace(/"[^"]*"/, 'calc').split(' ');
  expect(await readFlags(greeting.flags, words)).toMatchObject({ ok: true, values: { name: 'Ada' } });
  expect(await readFlags(greeting.flags, ['--nmae', 'Ada'])).toMatchObject({
    ok: false,
    problem: /Did you mean --name/,
  });
});

test('it has its help', () => {
  expect(stepHelp(undefined)).toContain('greeting');
  expect(stepHelp('greeting')).toMatch(/--name <text> +who is greeted/);
});

test.each([
  ['Ada', 'success'],
  ['nobody', 'failure'],
])('it runs: %s is a %s, and the result fits the schema of results', async (name, verdict) => {
  const runnable = (await loadRun('greeting', { greeting: () => import('./greeting/run.js') }))!;
  const read = await readFlags(runnable.flags, ['--task', 'build', '--name', name]);
  if (!read.ok) throw new Error(read.problem);
  const masking = createMasking({}, []);
  const engine = () => Promise.reject(new Error('it asks no engine'));
  const order = { type: 'greeting', runnable, flags: read.values as CommonFlags, rest: read.rest };
  const finished = await runStep(order, createHost(new AbortController().signal, masking), engine);
  expect(finished.verdict).toBe(verdict);
  const result: unknown = JSON.parse(resultText(finished, masking.mask));
  expect(result).toMatchObject({ type: 'greeting', task_id: 'build', name });
  expect(resultSchema().parse(result)).toEqual(result);
});

function compiled(step: object) {
  const hooks = { enabled: true, step_definitions: { step }, injections: { post_task: [{ step: 'step' }] } };
  const { diagnostics, outputs } = compile({
    workflow: [{ path: 'flow.yaml', text: 'type: graph\nsteps:\n  - {name: build, command: "true"}\n' }],
    configuration: [{ layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks }) }],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: '1.30.2' },
  });
  return { diagnostics, text: outputs[0]?.text ?? '' };
}
