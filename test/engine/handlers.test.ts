import { describe, expect, test } from 'vitest';
import { augment, compileFor, type ProbeRule, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelled } from './spelling.js';
import { calls } from './timeline.js';

const workflow = (command: string, handlers = '') => `type: graph
steps:
  - name: work
    command: ${command}
${handlers}`;

const existing = `handlerOn:
  # what was here before
  exit:
    command: probe old-exit
  failure:
    command: probe old-failure
`;

inEachDagu('final hooks', { concurrent: true }, (engine) => {
  const run = (text: string, ...final: readonly ProbeRule[]) =>
    runDagu(augment({ 'work.yaml': text }, probeRules({ final }), engine), { engine });
  const always: readonly ProbeRule[] = [
    { step: 'one', run: 'always' },
    { step: 'two', run: 'always' },
    { step: 'alarm', run: 'failure' },
  ];

  test('several run after a success, in their order', async () => {
    const made = await run(workflow('probe work'), ...always);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(made.trace.map((one) => one.name)).toEqual(['work', 'mark-one', 'mark-two']);
  });

  test('several run after a failure', async () => {
    const made = await run(workflow('probe work exit=1'), ...always);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(made.trace.map((one) => one.name)).toEqual(['work', 'mark-alarm', 'mark-one', 'mark-two']);
  });

  test('handlers that were there still run, after a success', async () => {
    const made = await run(workflow('probe work', existing), ...always);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(made.trace.map((one) => one.name).sort()).toEqual(['mark-one', 'mark-two', 'old-exit', 'work']);
  });

  test('handlers that were there still run, after a failure', async () => {
    const made = await run(workflow('probe work exit=1', existing), ...always);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(made.trace.map((one) => one.name).sort()).toEqual([
      'mark-alarm',
      'mark-one',
      'mark-two',
      'old-exit',
      'old-failure',
      'work',
    ]);
  });

  test('one that may fail keeps neither the others nor the old handler from running', async () => {
    const made = await run(
      workflow('probe work', existing),
      { step: 'one', run: 'always', on_failure: 'continue', does: 'exit=1' },
      { step: 'two', run: 'always', on_failure: 'continue', timeout: 1, does: 'sleep=20' },
      { step: 'three', run: 'always' },
    );
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(calls(made, 'mark-one')).toHaveLength(1);
    expect(calls(made, 'mark-two')[0]!.end).toBeUndefined();
    expect(calls(made, 'mark-three')).toHaveLength(1);
    expect(calls(made, 'old-exit')).toHaveLength(1);
  });

  test('one that fails leaves the others their turn', async () => {
    const made = await run(
      workflow('probe work', existing),
      { step: 'one', run: 'always', does: 'exit=1' },
      { step: 'two', run: 'always' },
    );
    expect(calls(made, 'mark-two')).toHaveLength(1);
    expect(calls(made, 'old-exit')).toHaveLength(1);
  });

  test('one for a run that is stopped runs then, and at no other time', async () => {
    const rules: readonly ProbeRule[] = [{ step: 'unlock', run: 'abort' }, ...always];
    const names = async (command: string, handlers: string, stopAt?: string) => {
      const files = augment({ 'work.yaml': workflow(command, handlers) }, probeRules({ final: rules }), engine);
      return (await runDagu(files, { engine, stopAt })).trace.map(({ name }) => name);
    };
    const cancel = 'handlerOn:\n  cancel:\n    command: probe old-cancel\n';
    expect(await names('probe work sleep=20', '', 'work')).toEqual(['work', 'mark-unlock', 'mark-one', 'mark-two']);
    expect(await names('probe work sleep=20', cancel, 'work')).toEqual([
      'work',
      'mark-unlock',
      'old-cancel',
      'mark-one',
      'mark-two',
    ]);
    expect(await names('probe work', '')).toEqual(['work', 'mark-one', 'mark-two']);
    expect(await names('probe work exit=1', '')).toEqual(['work', 'mark-alarm', 'mark-one', 'mark-two']);
  });

  test('one on success runs after the last step, or not at all', async () => {
    const good = await run(workflow('probe work'), { step: 'summary' });
    expect(good.trace.map((one) => one.name)).toEqual(['work', 'mark-summary']);
    const bad = await run(workflow('probe work exit=1'), { step: 'summary' });
    expect(bad.trace.map((one) => one.name)).toEqual(['work']);
  });

  describe.each([
    ['where every step may fail', ', continueOn: {failure: true}', 'partially_succeeded', 'old-success'],
    ['where one may not', '', 'failed', 'old-failure'],
    [
      'where one counts as a success',
      ', continueOn: {failure: true, markSuccess: true}',
      'partially_succeeded',
      'old-success',
    ],
  ])('a hook that succeeds behind failures, %s', (where, says, ends, handler) => {
    const step = (name: string, more: string) => `  - {name: ${name}, command: probe ${name} exit=1${more}}\n`;
    const handlers = 'handlerOn: {success: {command: probe old-success}, failure: {command: probe old-failure}}\n';
    const text = `type: graph\nsteps:\n${step('one', ', continueOn: {failure: true}')}${step('two', says)}${handlers}`;
    const rules = probeRules({ post_task: [{ step: 'look', tasks: ['one'] }] });

    test('changes which handler runs only there, and is given there alone', async () => {
      const before = await runDagu({ 'work.yaml': spelled(text, engine) }, { engine });
      const hooked = compileFor({ 'work.yaml': spelled(text, engine) }, rules, engine.version);
      const after = await runDagu({ 'work.yaml': hooked.outputs[0]!.text }, { engine });
      const last = (run: typeof after) => run.trace.at(-1)!.name;
      expect([after.status, last(after)]).toEqual([ends, handler]);
      const changes = last(before) !== last(after);
      expect(changes).toBe(where === 'where every step may fail');
      expect(hooked.diagnostics.some(({ code }) => code === 'DW442')).toBe(changes);
    });
  });
});
