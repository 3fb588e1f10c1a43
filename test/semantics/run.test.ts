import { describe, expect, test } from 'vitest';
import { compileFor } from './compile-row.js';
import { startIn } from './engines.js';
import { type CommandOf, type EngineName, engineNames, hostileValue, type Injections, rows } from './rows.js';

describe.each(engineNames)('hooks of all kinds in one workflow for %s', (engine) => {
  const { missing, run } = startIn[engine];
  const runs = (failing: readonly string[]) =>
    run((command) => compileFor(engine, allFor(engine, command), command), failing);

  test.skipIf(missing)('run in a run that succeeds, where only those fail that may', async () => {
    const { ok, ran, value, log } = await runs(['soft', 'aside']);
    const of = (names: readonly string[]) => ran.filter((name) => names.includes(name));
    const expectOrder = (...names: readonly string[]) => expect(of(names), log).toEqual(names);
    expectOrder('begin', 'build', 'check', 'ready', 'scan', 'deploy', 'end');
    expectOrder('soft', 'deploy');
    expectOrder('aside', 'end');
    // Jobs of the last stage of a pipeline begin together.
    expectOrder('tidy');
    expect(of(['cry', 'never', 'too-late']), log).toEqual([]);
    expect(value, log).toBe(reallyRuns(engine) ? hostileValue : undefined);
    expect(of(['retry']), log).toHaveLength(reallyRuns(engine) ? 2 : 1);
    expect(ok, log).toBe(true);
  });

  test.skipIf(missing)('stop what waits for a gate that failed', async () => {
    const { ok, ran, log } = await runs(['check']);
    const waiting = ['ready', 'scan', 'soft', 'say', 'deploy', 'retry', 'late', 'end'];
    expect(
      ran.filter((name) => waiting.includes(name)),
      log,
    ).toEqual([]);
    expect(ran, log).toEqual(expect.arrayContaining(['begin', 'build', 'check']));
    expect(ok, log).toBe(false);
  });

  test.skipIf(missing)('know at the end of a run whether it failed', async () => {
    const { ok, ran, log } = await runs(['deploy']);
    expect(ran, log).toEqual(expect.arrayContaining(['deploy', 'cry', 'tidy']));
    expect(ran, log).not.toContain('end');
    expect(ok, log).toBe(false);
  });
});

/** The hooks of all rows that are seen to run in an engine. */
function allFor(engine: EngineName, command: CommandOf): Injections {
  const all: Record<string, object[]> = {};
  for (const { injections, seen, except } of rows) {
    if (seen !== 'runs' || except?.includes(engine)) continue;
    for (const [point, hooks] of Object.entries(injections(command, engine)))
      all[point] = [...(all[point] ?? []), ...hooks];
  }
  return all;
}

/** Nothing runs in the pods of the controller of Argo. */
function reallyRuns(engine: EngineName): boolean {
  return engine !== 'Argo Workflows';
}
