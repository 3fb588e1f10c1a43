import { expect, test } from 'vitest';
import { augment, type ProbeRule, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { dagu2 } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls, expectBefore, statusOf } from './timeline.js';

const diamond = `type: graph
steps:
  - name: top
    command: probe top
  - name: left
    command: probe left
    depends: [top]
  - name: right
    command: probe right
    depends: [top]
  - name: bottom
    command: probe bottom
    depends: [left, right]
`;

const chain = `type: chain
steps:
  - name: first
    command: probe first
  - name: second   # in the middle
    command: probe second
  - probe third
`;

inEachDagu('a graph', { concurrent: true }, (engine) => {
  const inDiamond = (...rules: readonly ProbeRule[]) =>
    runDagu(augment({ 'diamond.yaml': diamond }, probeRules({ post_task: rules }), engine), { engine });

  test('a gate that passes is between a step and its successors', async () => {
    const run = await inDiamond({ step: 'gate', tasks: ['left'] });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expectBefore(calls(run, 'left'), calls(run, 'mark-gate', 'left'));
    expectBefore(calls(run, 'mark-gate', 'left'), calls(run, 'bottom'));
  });

  test('a gate that fails keeps its successors from running, and no other step', async () => {
    const run = await inDiamond({ step: 'gate', tasks: ['left'], does: 'exit=1' });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(statusOf(run, 'hook-gate-left')).toBe('failed');
    expect(statusOf(run, 'bottom')).toBe('aborted');
    expect(statusOf(run, 'right')).toBe('succeeded');
    expect(calls(run, 'bottom')).toEqual([]);
  });

  test('a hook that may fail lets the run succeed', async () => {
    const run = await inDiamond({ step: 'soft', tasks: ['left'], on_failure: 'continue', does: 'exit=3' });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expectBefore(calls(run, 'mark-soft'), calls(run, 'bottom'));
  });

  test('a hook that may fail lets the run succeed when its time is up', async () => {
    const run = await inDiamond({
      step: 'soft',
      tasks: ['left'],
      on_failure: 'continue',
      timeout: 1,
      does: 'sleep=20',
    });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(calls(run, 'mark-soft')[0]!.end).toBeUndefined();
    expect(calls(run, 'bottom')).toHaveLength(1);
    expect(calls(run, 'bottom')[0]!.begin - calls(run, 'mark-soft')[0]!.begin).toBeLessThan(10_000);
  });

  test('a gate whose time is up fails the run', async () => {
    const run = await inDiamond({ step: 'gate', tasks: ['left'], timeout: 1, does: 'sleep=20' });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(calls(run, 'bottom')).toEqual([]);
  });

  test('a hook that nobody waits for delays nothing and changes no result', async () => {
    const run = await inDiamond(
      { step: 'slow', tasks: ['top'], await: false, does: 'sleep=2' },
      { step: 'broken', tasks: ['top'], await: false, does: 'exit=1' },
      { step: 'late', tasks: ['top'], await: false, timeout: 1, does: 'sleep=20' },
    );
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    const slow = calls(run, 'mark-slow')[0]!;
    expect(calls(run, 'bottom')[0]!.end).toBeLessThan(slow.begin + 1900);
    expect(slow.code).toBe(0);
    expect(calls(run, 'mark-broken')[0]!.code).toBe(1);
    expect(calls(run, 'mark-late')[0]!.end).toBeUndefined();
  });

  test('a hook is tried again until it passes', async () => {
    const run = await inDiamond({
      step: 'again',
      tasks: ['left'],
      on_failure: 'retry',
      retries: 3,
      retry_delay: 0,
      does: 'fails=2',
    });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(calls(run, 'mark-again').map((one) => one.code)).toEqual([1, 1, 0]);
    expectBefore(calls(run, 'mark-again'), calls(run, 'bottom'));
  });

  test('a hook whose tries are used up fails the run', async () => {
    const run = await inDiamond({
      step: 'again',
      tasks: ['left'],
      on_failure: 'retry',
      retries: 1,
      retry_delay: 0,
      does: 'fails=2',
    });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(calls(run, 'mark-again')).toHaveLength(2);
    expect(calls(run, 'bottom')).toEqual([]);
  });

  test('a retried hook that may fail, or that nobody waits for, changes no result', async () => {
    const run = await inDiamond(
      { step: 'soft', tasks: ['left'], on_failure: 'continue', retries: 1, retry_delay: 0, does: 'exit=7' },
      { step: 'aside', tasks: ['left'], await: false, retries: 1, retry_delay: 0, does: 'exit=7' },
    );
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(calls(run, 'mark-soft')).toHaveLength(2);
    expect(calls(run, 'mark-aside')).toHaveLength(2);
  });

  test('a group runs side by side, between its neighbours', async () => {
    const run = await inDiamond(
      { step: 'first', tasks: ['top'], order: 1 },
      { step: 'one', tasks: ['top'], order: 2, parallel: 'pair', does: 'sleep=1' },
      { step: 'two', tasks: ['top'], order: 2, parallel: 'pair', does: 'sleep=1' },
      { step: 'last', tasks: ['top'], order: 3 },
    );
    expect(run.status).toBe('succeeded');
    const [one, two] = [calls(run, 'mark-one')[0]!, calls(run, 'mark-two')[0]!];
    expect(Math.max(one.begin, two.begin)).toBeLessThan(Math.min(one.end!, two.end!));
    expectBefore(calls(run, 'mark-first'), [one, two]);
    expectBefore([one, two], calls(run, 'mark-last'));
    expectBefore(calls(run, 'mark-last'), [...calls(run, 'left'), ...calls(run, 'right')]);
  });
});

inEachDagu('a chain', { concurrent: true }, (engine) => {
  const inChain = (...rules: readonly ProbeRule[]) =>
    runDagu(augment({ 'chain.yaml': chain }, probeRules({ post_task: rules }), engine), { engine });

  test('hooks are in the line, whether steps have names or not', async () => {
    const run = await runDagu(
      augment(
        { 'chain.yaml': chain },
        probeRules({
          pre_root: [{ step: 'start' }],
          pre_task: [{ step: 'enter', tasks: ['second'] }],
          post_task: [{ step: 'leave', tasks: ['second'] }],
          final: [{ step: 'summary' }],
        }),
        engine,
      ),
      { engine },
    );
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(run.trace.map((one) => one.name)).toEqual([
      'mark-start',
      'first',
      'mark-enter',
      'second',
      'mark-leave',
      'third',
      'mark-summary',
    ]);
  });

  test('a gate that fails ends the line', async () => {
    const run = await inChain({ step: 'gate', tasks: ['first'], does: 'exit=1' });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(run.trace.map((one) => one.name)).toEqual(['first', 'mark-gate']);
  });

  test('a hook that may fail does not', async () => {
    const run = await inChain({ step: 'soft', tasks: ['first'], on_failure: 'continue', does: 'exit=1' });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(run.trace.map((one) => one.name)).toEqual(['first', 'mark-soft', 'second', 'third']);
  });

  test('a hook that nobody waits for delays nothing', async () => {
    const run = await inChain(
      { step: 'slow', tasks: ['first'], await: false, does: 'sleep=2' },
      { step: 'broken', tasks: ['first'], await: false, does: 'exit=1' },
    );
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expectBefore(calls(run, 'first'), calls(run, 'mark-slow'));
    expect(calls(run, 'third')[0]!.end).toBeLessThan(calls(run, 'mark-slow')[0]!.begin + 1900);
  });
});

const defaults = { only: { engine: dagu2, because: '1.30 has no defaults for steps' } };

inEachDagu('a graph with defaults for its steps', defaults, (engine) => {
  test('a gate keeps what it is', async () => {
    const text = `defaults:\n  continue_on: failed\n  retry_policy: {limit: 2, interval_sec: 0}\n${diamond}`;
    const gate = probeRules({ post_task: [{ step: 'gate', tasks: ['left'], does: 'exit=1' }] });
    const run = await runDagu(augment({ 'diamond.yaml': text }, gate, engine), { engine });
    expect(calls(run, 'mark-gate')).toHaveLength(1);
    expect(calls(run, 'bottom')).toEqual([]);
  });
});
