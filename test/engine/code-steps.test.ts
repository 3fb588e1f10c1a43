import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandLine } from '../cli/command-line.js';
import { readResult } from '../runtime/step-process.js';
import { compileFor } from './augment.js';
import { type DaguNode, type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';

const code = (name: string) => readFileSync(new URL(`../fixtures/steps/user-code/${name}`, import.meta.url), 'utf8');

const workflow = `name: calc
type: graph
steps:
  - name: build
    command: "true"
  - name: test
    command: "true"
    depends: [build]
  - name: deploy
    command: "true"
    depends: [test]
`;

const report = (score: number) => `echo '{"totals": {"percent_covered": ${score}}}'`;

const definitions = {
  above: { type: 'quality_check', command: report(85.5), min_score: 80, score_path: '$.totals.percent_covered' },
  below: {
    type: 'quality_check',
    command: report(75.5),
    min_score: 80,
    fail_on_threshold: true,
    score_extraction: { type: 'json_path', path: '$.totals.percent_covered' },
  },
  reported: {
    type: 'quality_check',
    command: 'echo "Coverage: 12.5% of {{task_id}}"',
    min_score: 80,
    fail_on_threshold: false,
    score_extraction: { type: 'regex', pattern: 'Coverage: (\\d+\\.?\\d*)%' },
  },
  validator: {
    type: 'python',
    class: 'my_hooks.CustomValidator',
    config: { strict_mode: true, allowed_patterns: ['*.py', "it's $HOME"] },
    env: { PYTHONDONTWRITEBYTECODE: 1 },
  },
  refused: {
    type: 'module',
    module: './checks.mjs',
    export: 'refuse',
    config: { at: '{{timestamp}}', price: '$5 `x`' },
  },
  checked: { type: 'module', module: './checks.mjs', config: { for: '{{task_id}}' } },
  flaky: {
    type: 'quality_check',
    command: 'echo x >> tries; test "$(wc -l < tries)" -ge 3',
    on_failure: 'retry',
    retries: 4,
    retry_delay: 0,
  },
  slow: { type: 'quality_check', command: 'sleep 300 & sleep 300', timeout: 1 },
  long: {
    type: 'quality_check',
    command: 'head -c 30000000 /dev/zero | tr "\\0" x; echo; echo "score 91%"',
    score_extraction: { type: 'regex', pattern: 'score (\\d+)%' },
  },
} as const;

type Step = keyof typeof definitions;

inEachDagu('steps that run commands and code', { concurrent: true }, (engine) => {
  test('a gate above its threshold and classes and modules that agree let the run go on', async () => {
    const run = await runWith(engine, ['above', 'validator', 'checked', 'reported']);
    expect([run.status, run.code, run.nodes.get('deploy')?.status]).toEqual(['succeeded', 0, 'succeeded']);
    expect(resultOf(run, 'above')).toMatchObject({
      type: 'quality_check',
      success: true,
      score: 85.5,
      passed: true,
      extraction_method: 'json_path',
      task_id: 'test',
      spec_id: 'calc',
    });
    expect(resultOf(run, 'validator')).toMatchObject({
      type: 'python',
      success: true,
      stdout: 'checking test\n',
      data: { issues: [], strict_mode: true, context: { task_id: 'test', branch_name: 'calc_test' } },
    });
    expect(resultOf(run, 'checked')).toMatchObject({
      type: 'module',
      data: { config: { for: 'test' }, task: 'test' },
    });
    expect(resultOf(run, 'reported')).toMatchObject({
      success: true,
      score: 12.5,
      passed: false,
      extraction_method: 'regex',
      raw_output: 'Coverage: 12.5% of test\n',
    });
  });

  test('a gate below its threshold stops what comes after it', async () => {
    const run = await runWith(engine, ['below']);
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect([hook(run, 'below').status, run.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    expect(resultOf(run, 'below')).toMatchObject({ success: false, score: 75.5, error: 'score 75.5 is below 80' });
  });

  test('a module that says no stops it too, and gets its configuration as it was written', async () => {
    const run = await runWith(engine, ['refused']);
    expect([run.status, run.nodes.get('deploy')?.status]).toEqual(['failed', 'aborted']);
    expect(resultOf(run, 'refused')).toMatchObject({
      success: false,
      error: 'not like this',
      data: { at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/), price: '$5 `x`' },
    });
  });

  test('a step that is tried again succeeds in the end', async () => {
    const run = await runWith(engine, ['flaky']);
    expect(run.status).toBe('succeeded');
    expect(resultOf(run, 'flaky')).toMatchObject({ success: true, attempts: 3 });
  });

  test('a step over its time fails with a result', async () => {
    const run = await runWith(engine, ['slow']);
    expect([run.status, hook(run, 'slow').status]).toEqual(['failed', 'failed']);
    expect(resultOf(run, 'slow')).toMatchObject({ success: false, error: 'not done within 1 seconds' });
  });

  test('thirty megabytes of output are no more than the engine keeps', async () => {
    const run = await runWith(engine, ['long']);
    expect(run.status).toBe('succeeded');
    expect(resultOf(run, 'long')).toMatchObject({ success: true, score: 91 });
  });
});

function runWith(engine: Engine, steps: readonly Step[]): Promise<DaguRun> {
  const injections = { post_task: steps.map((step, order) => ({ step, order, tasks: ['test'] })) };
  const runtime = commandLine;
  const context = { worktree_path: '.', branch_name: 'calc_test' };
  const hooks = { enabled: true, runtime, context, step_definitions: definitions, injections };
  const compiled = compileFor({ 'calc.yaml': workflow }, { hooks }, engine.version);
  const texts = compiled.outputs.map((one) => [one.path, one.text] as const);
  const files = { 'my_hooks.py': code('my_hooks.py'), 'checks.mjs': code('checks.mjs') };
  return runDagu({ ...Object.fromEntries(texts), ...files }, { engine });
}

function hook(run: DaguRun, step: Step): DaguNode {
  const node = run.nodes.get(`hook-${step}-test`);
  if (node === undefined) throw new Error(`there is no hook-${step}-test but ${[...run.nodes.keys()].join(', ')}`);
  return node;
}

/** The one JSON object that the engine captured, which fits the published schema. */
function resultOf(run: DaguRun, step: Step): Readonly<Record<string, unknown>> {
  const captured = hook(run, step).outputs.get(`TEST_HOOK_${step.toUpperCase()}_RESULT`);
  return readResult(`${captured}\n`);
}
