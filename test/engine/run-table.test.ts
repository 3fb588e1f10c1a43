import { expect, test } from 'vitest';
import { type DaguRunTable, runTables } from '../../src/formats/dagu/run-table.js';
import type { Forecast, NodeEnd, RunTable } from '../../src/model/run-table.js';
import { pictureOf } from '../../src/passes/show/picture.js';
import { inTwos } from '../corpus/survey.js';
import { compileFor, probeRules } from './augment.js';
import { type DaguChild, type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { compileHandlers, handlerCases } from './handler-cases.js';
import { inEachDagu } from './in-each-dagu.js';
import { besideCases, caseConfig, caseWorkflow, type RunCase, runCases } from './run-cases.js';
import { spelled } from './spelling.js';
import { calls } from './timeline.js';

/** On a machine with too much to do, a stop may reach the engine between two steps, and then the run ends as if it had failed. */
const stopped = { retry: 2 };

inEachDagu('the table of what runs', {}, (engine) => {
  const runTable = runTables[engine.dialect];

  // Without a version, hooks are written with what both versions know; `continueOn` of a step would tell the version.
  test.each([
    [engine.version, runCases],
    [undefined, runCases.filter(forEveryVersion)],
  ] as const)('steps, written for version %s', { timeout: 600_000 }, async (targetVersion, cases) => {
    const seen: Observed[] = [];
    const forecasts = new Map<string, Forecast>();
    const runPortion = async (some: readonly RunCase[]) => {
      const { text, hooks } = compileCases(some, engine, targetVersion);
      if (targetVersion === undefined) expect(text).not.toMatch(/continueOn|retryPolicy|continue_on|retry_policy/);
      const run = await runUntilBegun({ 'cases.yaml': text, ...besideCases }, some, engine);
      seen.push(...some.map((one) => observed(runTable, one, hooks.get(one.name)!, run)));
      for (const [name, { forecast }] of hooks) forecasts.set(name, forecast);
    };
    // A limit of time is for a machine that does nothing else.
    await inTwos(inPortions(cases.filter((one) => !isTimed(one))).map((some) => () => runPortion(some)));
    for (const some of inPortions(cases.filter(isTimed))) await runPortion(some);
    expect(new Map(seen.map(({ name, ran }) => [name, ran]))).toEqual(
      new Map(cases.map((one) => [one.name, predicted(one, forecasts.get(one.name)!)])),
    );
    const entries = new Map(seen.flatMap((one) => [...one.entries]));
    const table = [...stepEntries(runTable)].filter(([entry]) => targetVersion !== undefined || entries.has(entry));
    expect(new Map([...entries].sort())).toEqual(new Map(table.sort()));
  });

  test.concurrent.each(handlerCases)('handlers, $name', stopped, async (one) => {
    const { before, ends, does } = one;
    const { forecastOf, output } = compileHandlers(one, engine);
    const run = await runDagu({ 'it.yaml': output }, { engine, stopAt: before === 'aborted' ? 'work' : undefined });
    expect(run.status).toBe(ends);
    for (const [event, probe] of [
      ['failure', 'mark-alarm'],
      ['abort', 'mark-tidy'],
      ['always', 'mark-sweep'],
    ] as const) {
      const started = calls(run, probe).length > 0;
      expect(started, event).toBe(runTable.handlers[event][before]);
      expect(started, event).toBe(forecastOf(event).rows.find((row) => row.before === before)!.runs === 'yes');
    }
    if (does === '' || before === 'failure' || before === 'aborted') return;
    expect(ends === 'failed').toBe(forecastOf('always').ends.find(({ command }) => command === 'failure')!.failsRun);
  });

  test.concurrent.each([
    ['failure', 'plain'],
    ['failure', 'tolerant'],
    ['skipped', 'plain'],
    ['skipped', 'tolerant'],
  ] as const)('a final hook behind several last steps: %s of %s', async (outcome, which) => {
    const step = (name: string, more: string) => {
      const skips = name === which && outcome === 'skipped' ? ', preconditions: [{condition: "false"}]' : '';
      return `  - {name: ${name}, command: probe ${name}${name === which && outcome === 'failure' ? ' exit=1' : ''}${skips}${more}}\n`;
    };
    const on = ', continueOn: {failure: true, skipped: true}';
    const text = `type: graph\nsteps:\n${step('plain', '')}${step('tolerant', on)}`;
    const rules = probeRules({ final: [{ step: 'summary' }] });
    const result = compileFor({ 'it.yaml': spelled(text, engine) }, rules, engine.version);
    const hook = pictureOf(result.workflows).dags[0]!.nodes.at(-1)!;
    const row = hook.hook!.forecast!.rows.find(({ before }) => before === outcome)!;
    expect(row).toMatchObject({ runs: 'depends', blockedBy: ['plain'] });
    const mayBeSkipped = outcome === 'skipped' && which === 'plain';
    expect(result.diagnostics.some(({ code }) => code === 'DW420')).toBe(mayBeSkipped);
    const run = await runDagu({ 'it.yaml': result.outputs[0]!.text }, { engine });
    expect(endOf(run, which)).toBe(outcome);
    expect(calls(run, 'mark-summary')).toHaveLength(row.blockedBy.includes(which) ? 0 : 1);
  });

  test('nothing but handlers runs once a run is stopped, whatever a step says of failures', stopped, async () => {
    const cases = runCases.filter(({ shape, before }) => shape === 'graph' && before.outcome === 'failure');
    const { text } = compileCases(cases, engine, engine.version);
    const slow = text.replaceAll('    command: exit 1\n', '    command: probe slow sleep=20\n');
    const run = await runDagu({ 'cases.yaml': slow }, { engine, stopAt: 'slow' });
    expect(run.status).toBe('aborted');
    expect(run.trace.filter(({ name }) => name !== 'slow')).toEqual([]);
  });

  test('a step that was killed has failed', async () => {
    const [one] = runCases.filter(({ name }) => name === 'graph-gate-passes-failure-on');
    const { text, hooks } = compileCases([one!], engine, engine.version);
    const run = await runDagu(
      { 'cases.yaml': text.replace('    command: exit 1\n', '    command: kill -KILL $$\n') },
      { engine },
    );
    expect(observed(runTable, one!, hooks.get(one!.name)!, run).ran.hook).toBe(true);
  });
});

interface NamedHook {
  readonly name: string;
  readonly forecast: Forecast;
}

/** What is written the same for all versions, as far as it is about hooks. */
function forEveryVersion({ before, hook }: RunCase): boolean {
  return !before.tolerant && /success|failure/.test(before.outcome) && hook.definition?.type !== 'spawn';
}

/** All at once would be more than a machine takes. */
function inPortions(cases: readonly RunCase[]): readonly (readonly RunCase[])[] {
  const size = 8;
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => cases.slice(at * size, (at + 1) * size));
}

/** On a machine with too much to do, the time of a hook may be up before its command has begun: such a run says nothing of it. */
async function runUntilBegun(
  files: Readonly<Record<string, string>>,
  cases: readonly RunCase[],
  engine: Engine,
): Promise<DaguRun> {
  for (let attempt = 1; ; attempt += 1) {
    const run = await runDagu(files, { engine });
    const begun = cases.every((one) => !isTimed(one) || calls(run, `mark-${one.hook.step}`, one.name).length > 0);
    if (begun || attempt === 3) return run;
  }
}

function isTimed({ hook }: RunCase): boolean {
  return hook.rule.timeout !== undefined;
}

function compileCases(cases: readonly RunCase[], engine: Engine, targetVersion: string | undefined) {
  const files = { 'cases.yaml': spelled(caseWorkflow(cases), engine) };
  const result = compileFor(files, caseConfig(cases), targetVersion, Object.keys(besideCases));
  const hooks = new Map(
    pictureOf(result.workflows).dags.flatMap((dag) =>
      dag.nodes.flatMap(({ name, hook }): readonly (readonly [string, NamedHook])[] =>
        hook?.forecast ? [[dag.name, { name, forecast: hook.forecast }]] : [],
      ),
    ),
  );
  return { text: result.outputs[0]!.text, hooks };
}

interface Ran {
  readonly hook: boolean;
  /** `undefined` where the plan says that it does not wait. */
  readonly behind: boolean | undefined;
  readonly runFails: boolean;
}

function predicted({ before, hook }: RunCase, { rows, successors, ends }: Forecast): Ran {
  const { runs } = rows.find((row) => row.before === before.outcome)!;
  const end = ends.find(({ command }) => command === hook.end)!;
  expect(['yes', 'no']).toContain(runs);
  return {
    hook: runs === 'yes',
    behind: successors.length === 0 ? undefined : runs === 'yes' && end.successors === 'run',
    runFails: runs === 'yes' && end.failsRun,
  };
}

interface Observed {
  readonly name: string;
  readonly ran: Ran;
  /** What that says of single entries of the table. */
  readonly entries: ReadonlyMap<string, string>;
}

function observed(
  { callers }: DaguRunTable,
  { name, before, hook }: RunCase,
  { name: hookName, forecast }: NamedHook,
  run: DaguRun,
): Observed {
  const child = run.children.get(name)!;
  expect(endOf(child, 'before'), name).toBe(before.outcome);
  if (child.status === 'failed') {
    const isLate = hook.kind === 'gate' && hook.definition?.type === 'spawn' && hook.rule.timeout !== undefined;
    expect(endOf(run, `c-${name}`), name).toBe(isLate ? callers.late : callers.failure);
  } else expect(run.nodes.get(`c-${name}`)!.status, name).toBe(child.status);
  const fate = endOf(child, hookName);
  const ran = fate !== 'skipped' && fate !== 'aborted';
  // What starts in the background may be heard of after the run has ended.
  const heard = calls(run, `mark-${hook.step}`, name).length > 0;
  if (hook.kind !== 'background') expect(heard, name).toBe(ran && hook.end !== 'left_out');
  // Where the run fails in any case, nothing can be said of what the hook does to it.
  const ended = before.outcome === 'failure' ? before.tolerant : before.outcome !== 'aborted';
  return {
    name,
    ran: {
      hook: ran,
      behind: forecast.successors.length === 0 ? undefined : calls(run, 'behind', name).length > 0,
      runFails: ended && child.status === 'failed',
    },
    entries: new Map([
      [`${before.tolerant ? 'behindTolerant' : 'behind'}.${before.outcome}`, ran ? 'runs' : fate],
      ...(ran ? ([[`hooks.${hook.kind}.${hook.end}`, fate]] as const) : []),
    ]),
  };
}

function endOf({ nodes }: Pick<DaguChild, 'nodes'>, step: string): NodeEnd {
  const ends: Readonly<Record<string, NodeEnd>> = {
    succeeded: 'success',
    failed: 'failure',
    skipped: 'skipped',
    aborted: 'aborted',
    not_started: 'aborted',
  };
  return ends[nodes.get(step)!.status]!;
}

/** The rows of the table that are about steps, by a name for each. */
function stepEntries({ behind, behindTolerant, hooks }: RunTable): ReadonlyMap<string, string> {
  const ofSteps = Object.entries({ behind, behindTolerant, ...prefixed('hooks', hooks) });
  return new Map(
    ofSteps.flatMap(([table, row]) => Object.entries(row).map(([key, value]) => [`${table}.${key}`, value] as const)),
  );
}

function prefixed<Row>(prefix: string, rows: Readonly<Record<string, Row>>): Readonly<Record<string, Row>> {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [`${prefix}.${key}`, row]));
}
