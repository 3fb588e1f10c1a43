import { expect, test } from 'vitest';
import { compileFor, type ProbeRule, probeRules } from './augment.js';
import { type DaguRun, runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelledAll } from './spelling.js';

/** Two tasks, each a DAG of its own, one behind the other. */
function twoTasks(first: string, handlers = ''): string {
  return `type: graph
steps:
  - name: call-first
    call: first
  - name: call-second
    call: second
    depends: [call-first]
---
name: first
type: graph
steps:
  - name: work
    command: ${first}
${handlers}---
name: second
type: graph
steps:
  - name: work
    command: probe work-second
`;
}

const own = `handlerOn:
  exit:
    command: probe own-exit
  failure:
    command: probe own-failure
`;

inEachDagu('hooks for every end of a task', { concurrent: true }, (engine) => {
  const run = async (text: string, ...post_task: readonly ProbeRule[]): Promise<DaguRun> => {
    const files = spelledAll({ 'root.yaml': text }, engine);
    const { outputs } = compileFor(files, probeRules({ post_task }), engine.version);
    return runDagu({ 'root.yaml': outputs[0]!.text }, { engine });
  };
  const rules: readonly ProbeRule[] = [
    { step: 'gate' },
    { step: 'unlock', run: 'always' },
    { step: 'alarm', run: 'failure' },
  ];
  const order = (made: DaguRun) => made.trace.map(({ name, task }) => [name, task].filter(Boolean).join(' '));

  test('those for all ends run after a success, before what waits for the task', async () => {
    const made = await run(twoTasks('probe work-first'), ...rules);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(order(made)).toEqual([
      'work-first',
      'mark-gate first',
      'mark-unlock first',
      'work-second',
      'mark-gate second',
      'mark-unlock second',
    ]);
  });

  test('both run after a failure, and what waits for the task does not', async () => {
    const made = await run(twoTasks('probe work-first exit=1'), ...rules);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(order(made)).toEqual(['work-first', 'mark-alarm first', 'mark-unlock first']);
  });

  test('both run where a gate of the task failed', async () => {
    const made = await run(twoTasks('probe work-first'), { step: 'gate', does: 'exit=1' }, ...rules.slice(1));
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(order(made)).toEqual(['work-first', 'mark-gate first', 'mark-alarm first', 'mark-unlock first']);
  });

  test('beside the handlers that the task has', async () => {
    const made = await run(twoTasks('probe work-first exit=1', own), ...rules);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(order(made)).toEqual(['work-first', 'mark-alarm first', 'own-failure', 'mark-unlock first', 'own-exit']);
  });

  test('one that fails and must not fails its task', async () => {
    const strict = { step: 'unlock', run: 'always', on_failure: 'abort', does: 'exit=1' } as const;
    const made = await run(twoTasks('probe work-first'), strict);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(order(made)).toEqual(['work-first', 'mark-unlock first']);
  });

  test('one that may fail does not', async () => {
    const soft = { step: 'unlock', run: 'always', on_failure: 'continue', does: 'exit=1' } as const;
    const made = await run(twoTasks('probe work-first'), soft);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(order(made)).toEqual(['work-first', 'mark-unlock first', 'work-second', 'mark-unlock second']);
  });
});
