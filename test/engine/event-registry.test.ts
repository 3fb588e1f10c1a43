import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { commandLine } from '../cli/command-line.js';
import { folderWith } from '../cli/run-dagweave.js';
import { hostileValues } from '../hostile-values.js';
import { readResult } from '../runtime/step-process.js';
import { type DaguOptions, type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelled } from './spelling.js';

const workflow = `type: graph
steps:
  - name: build
    command: probe build
  - name: deploy
    command: probe deploy
    depends: [build]
`;

/** Runs a workflow in Dagu with the hooks of a registry, each of which is a file. */
async function runIn(
  engine: Engine,
  text: string,
  hooks: readonly string[],
  options: DaguOptions = {},
): Promise<DaguRun> {
  const runtime = JSON.stringify({ hooks: { runtime: commandLine } });
  const result = compile({
    workflow: [{ path: 'work.yaml', text: spelled(text, engine) }],
    configuration: [
      ...hooks.map((hook, index) => ({ path: `.system/hooks/${index}.yaml`, text: hook, layer: 'project' as const })),
      { path: 'runtime.yaml', text: runtime, layer: 'command-line' },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion: engine.version },
  });
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return runDagu({ 'work.yaml': result.outputs[0]!.text }, { engine, ...options });
}

function hook(id: string, event: string, command: string, more = ''): string {
  return `id: ${id}\nevent_type: ${event}\n${more}\nhandler: {kind: script, command: ${JSON.stringify(command)}}\n`;
}

/** A folder, and a command that keeps each context there, a line each. */
function keeper() {
  const file = join(folderWith({ 'contexts.jsonl': '' }), 'contexts.jsonl');
  const contexts = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { command: `cat >> ${file}`, contexts, forget: () => writeFileSync(file, '') };
}

const names = ({ trace }: DaguRun) => trace.map(({ name }) => name);
const refusal = `echo '{"error": "blocked_by_policy", "messages_to_user": ["not in production"]}'`;

inEachDagu('hooks of the registry', { concurrent: true }, (engine) => {
  const run = (text: string, hooks: readonly string[], options?: DaguOptions) => runIn(engine, text, hooks, options);

  test.each([
    'blocking: true',
    'blocking: false',
    '',
  ])('a guardrail fails its node, and what stands behind it does not start, whether its file says `blocking` or not: "%s"', async (more) => {
    const made = await run(workflow, [
      hook('guard', 'PreAbilityCall', refusal, `${more}\nmatch: {ability_scope: deploy}`),
    ]);
    expect([made.status, made.code]).toEqual(['failed', 1]);
    expect(names(made)).toEqual(['build']);
    expect(made.nodes.get('hook-guard-deploy')!.status).toBe('failed');
    expect(made.nodes.get('deploy')!.status).toBe('aborted');
  });

  test('a guardrail behind a task stops what comes next', async () => {
    const made = await run(workflow, [hook('guard', 'PostAbilityCall', refusal, 'match: {ability_scope: build}')]);
    expect([made.status, names(made)]).toEqual(['failed', ['build']]);
  });

  test.each([
    [true, 'failed', ['build']],
    [false, 'succeeded', ['build', 'deploy']],
  ] as const)('any other error blocks where its file says `blocking: %s`', async (blocking, status, ran) => {
    const answer = `echo '{"error": "not found", "messages_to_user": ["no policy"]}'`;
    const made = await run(workflow, [
      hook('guard', 'PreAbilityCall', answer, `blocking: ${blocking}\nmatch: {ability_scope: deploy}`),
    ]);
    expect([made.status, names(made)]).toEqual([status, ran]);
    if (blocking) return;
    const result = readResult(
      made.nodes.get('hook-guard-deploy')!.outputs.get('DEPLOY_HOOK_GUARD_RESULT')!.concat('\n'),
    );
    expect(result).toMatchObject({ type: 'handler', success: true, failure: 'not found' });
    expect(result.data).toEqual({ error: 'not found', messages_to_user: ['no policy'] });
  });

  test('where a session starts or stops, a guardrail is reported and blocks nothing', async () => {
    const made = await run(workflow, [hook('guard', '[SessionStart, SessionEnd]', refusal)]);
    expect([made.status, names(made)]).toEqual(['succeeded', ['build', 'deploy']]);
  });

  test('a hook that fails stops nothing, nor does one that cannot run at all', async () => {
    const made = await run(workflow, [
      hook('failing', 'PostAbilityCall', 'exit 3'),
      hook('missing', 'SessionStart', './nowhere.sh'),
      hook('broken', 'SessionEnd', 'exit 4'),
    ]);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(names(made)).toEqual(['build', 'deploy']);
  });

  test('a blocking hook of the session keeps everything from starting', async () => {
    const made = await run(workflow, [hook('gate', 'SessionStart', 'exit 1', 'blocking: true')]);
    expect([made.status, names(made)]).toEqual(['failed', []]);
  });

  test('a handler is given a call that went well, and how long it took', async () => {
    const { command, contexts, forget } = keeper();
    const slow = workflow.replace('probe build', 'probe build sleep=1');
    const made = await run(slow, [hook('track', 'PostAbilityCall', command)], { forget });
    expect(made.status).toBe('succeeded');
    const [build, deploy] = contexts();
    expect(build).toMatchObject({
      event_type: 'PostAbilityCall',
      ability_id: 'build',
      status: 'success',
      stage: 'act',
    });
    expect(build!.duration_ms).toBeGreaterThanOrEqual(1000);
    expect(build!.duration_ms).toBeLessThan(20_000);
    expect(deploy).toMatchObject({ ability_id: 'deploy', session_id: build!.session_id });
    expect(build!.session_id).toBe(made.id);
    expect(Date.parse(build!.timestamp as string)).not.toBeNaN();
  });

  test('a hook for long calls passes over the short ones', async () => {
    const { command, contexts, forget } = keeper();
    const slow = workflow.replace('probe build', 'probe build sleep=3');
    const made = await run(slow, [hook('long', 'PostAbilityCall', command, 'match: {min_duration_ms: 2500}')], {
      forget,
    });
    expect(made.status).toBe('succeeded');
    expect(contexts().map(({ ability_id }) => ability_id)).toEqual(['build']);
    const passed = readResult(made.nodes.get('hook-long-deploy')!.outputs.get('DEPLOY_HOOK_LONG_RESULT')!.concat('\n'));
    expect(passed).toMatchObject({ success: true, skipped: true });
    expect(passed.reason).toMatch(/^duration_ms is \d+, and it is for at least 2500$/);
  });

  test('a task that is a DAG of its own took as long as its run', async () => {
    const { command, contexts, forget } = keeper();
    const nested = `type: graph
steps:
  - name: call-it
    call: billing
---
name: billing
type: graph
steps:
  - name: first
    command: sleep 1
  - name: second
    command: "true"
    depends: [first]
`;
    expect((await run(nested, [hook('track', 'PostAbilityCall', command)], { forget })).status).toBe('succeeded');
    expect(contexts()).toMatchObject([{ ability_id: 'billing', status: 'success' }]);
    expect(contexts()[0]!.duration_ms).toBeGreaterThanOrEqual(1000);
  });

  test('a run that is stopped is a session that is stopped, and ended', async () => {
    const { command, contexts, forget } = keeper();
    const long = workflow.replace('probe build', 'probe build sleep=30');
    const made = await run(long, [hook('stop', '[SessionStop, SessionEnd]', command)], { stopAt: 'build', forget });
    expect(made.status).toBe('aborted');
    expect(contexts()).toMatchObject([
      { event_type: 'SessionStop', run_status: 'aborted' },
      { event_type: 'SessionEnd', run_status: 'aborted' },
    ]);
  });

  test('no session is stopped by a run that ends by itself', async () => {
    for (const [end, status] of [
      ['', 'succeeded'],
      [' exit=1', 'failed'],
    ]) {
      const { command, contexts, forget } = keeper();
      const text = workflow.replace('probe deploy', `probe deploy${end}`);
      await run(text, [hook('both', '[SessionStart, SessionStop, SessionEnd]', command)], { forget });
      expect(contexts().map(({ event_type, run_status }) => [event_type, run_status])).toEqual([
        ['SessionStart', undefined],
        ['SessionEnd', status],
      ]);
    }
  });

  test('hostile names of tasks arrive as they are, and nothing in them runs', async () => {
    const { command, contexts, forget } = keeper();
    const fitting = [...new Set(hostileValues.map((text) => text.trim()))].filter(
      (name) => name !== '' && !/[\n\r\0]/.test(name) && Buffer.byteLength(name) <= 40,
    );
    expect(fitting.length).toBeGreaterThanOrEqual(30);
    const steps = fitting.map((name) => `  - name: ${JSON.stringify(name)}\n    command: "true"\n`);
    const keep = hook('keep', 'PostAbilityCall', `${command}; test ! -e PWN`, 'blocking: true');
    const made = await run(`type: graph\nmaxActiveSteps: 4\nsteps:\n${steps.join('')}`, [keep], { forget });
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(
      contexts()
        .map(({ ability_id }) => ability_id)
        .sort(),
    ).toEqual([...fitting].sort());
    for (const { duration_ms } of contexts()) expect(duration_ms).toBeGreaterThanOrEqual(0);
  }, 120_000);
});
