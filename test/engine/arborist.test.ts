import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { augment, probeRules } from './augment.js';
import { type DaguRun, runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls, expectBefore, statusOf } from './timeline.js';

const bundle = readFileSync(new URL('../fixtures/bundles/calculator.yaml', import.meta.url), 'utf8');
const tasks = [...bundle.matchAll(/^name: (T\d+)$/gm)].map((match) => match[1]!);
const leaves = tasks.filter((task) => bundle.includes(`command: arborist task run ${task}\n`));

const points = {
  pre_root: [{ step: 'start' }],
  post_roots: [{ step: 'ready' }],
  pre_task: [{ step: 'enter' }],
  post_task: [
    { step: 'gate', after: 'post-merge' },
    { step: 'aside', await: false, does: 'exit=1' },
  ],
  final: [{ step: 'summary' }, { step: 'sweep', run: 'always' }, { step: 'alarm', run: 'failure' }],
} as const;

inEachDagu('a real Arborist bundle', { concurrent: true }, (engine) => {
  test('runs every hook at its point', async () => {
    const run = await runDagu(augment({ 'calculator.yaml': bundle }, probeRules(points), engine), {
      engine,
      noneKilled: true,
    });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    const everything = run.trace.filter((one) => one.name.startsWith('arborist task'));
    expectBefore(calls(run, 'mark-start'), arborist(run, 'spec branch-create-all'));
    expectBefore(arborist(run, 'spec branch-create-all'), calls(run, 'mark-ready'));
    expectBefore(calls(run, 'mark-ready'), everything);
    for (const task of tasks) {
      expectBefore(calls(run, 'mark-enter', task), arborist(run, `task pre-sync ${task}`));
      expectBefore(calls(run, 'mark-gate', task), arborist(run, `task post-cleanup ${task}`));
      expect(calls(run, 'mark-aside', task)).toHaveLength(1);
    }
    for (const task of leaves) expectBefore(arborist(run, `task post-merge ${task}`), calls(run, 'mark-gate', task));
    expect(leaves.length).toBeGreaterThan(2);
    expectBefore(everything, calls(run, 'mark-summary'));
    expectBefore(calls(run, 'mark-summary'), calls(run, 'mark-sweep'));
    expect(calls(run, 'mark-alarm')).toEqual([]);
    expect(run.handlers.get('onExit')).toBe('succeeded');
    expect(run.trace.map((one) => one.name).filter((name) => name.startsWith('arborist')).length).toBe(
      [...bundle.matchAll(/\barborist (?:spec|task) /g)].length,
    );
  });

  test('stops behind a gate that fails, all the way up', async () => {
    const leaf = leaves[0]!;
    const post_task = [...points.post_task, { step: 'deny', tasks: [leaf], after: 'post-merge', does: 'exit=1' }];
    const run = await runDagu(augment({ 'calculator.yaml': bundle }, probeRules({ ...points, post_task }), engine), {
      engine,
      noneKilled: true,
    });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expectBefore(calls(run, 'mark-gate', leaf), calls(run, 'mark-deny', leaf));
    expect(arborist(run, `task post-cleanup ${leaf}`)).toEqual([]);
    expect(run.children.get(leaf)?.status).toBe('failed');
    expect(run.children.get(leaf)?.nodes.get('hook-deny')?.status).toBe('failed');
    expect(run.children.get(leaf)?.nodes.get('post-cleanup')?.status).toBe('aborted');
    expect(statusOf(run, 'hook-summary')).toBe('aborted');
    expect(calls(run, 'mark-summary')).toEqual([]);
    expect(calls(run, 'mark-sweep')).toHaveLength(1);
    expect(calls(run, 'mark-alarm')).toHaveLength(1);
  });
});

function arborist(run: DaguRun, argument: string) {
  return calls(run, `arborist ${argument}`);
}
