import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { quoteForDagu } from '../../src/formats/dagu/shell.js';
import { printCondition } from '../../src/lang/condition.js';
import { type DaguRun, runDagu } from './dagu.js';
import type { Engine } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { spelled } from './spelling.js';
import { calls, expectBefore, statusOf } from './timeline.js';

interface ProbedRule {
  readonly id: string;
  readonly when: string;
  readonly does?: string;
  readonly [field: string]: unknown;
}

/** Compiles rules whose hooks are probes named after the rule, and runs the outcome. */
async function run(
  text: string,
  points: Readonly<Record<string, readonly ProbedRule[]>>,
  engine: Engine,
  targetVersion: string | undefined = engine.version,
): Promise<DaguRun> {
  const injections = Object.fromEntries(
    Object.entries(points).map(([point, rules]) => [
      point,
      rules.map(({ does, ...rule }, order) => {
        return { order, type: 'shell', command: `probe ${rule.id}${does ? ` ${does}` : ''}`, ...rule };
      }),
    ]),
  );
  const result = compile({
    workflow: [{ path: 'work.yaml', text: spelled(text, engine) }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: { targetVersion },
  });
  expect(result.diagnostics.filter((one) => one.severity === 'error').map((one) => one.message)).toEqual([]);
  return runDagu({ 'work.yaml': result.outputs[0]!.text }, { engine });
}

const names = (made: DaguRun) => made.trace.map((one) => one.name);

const two = (head: string) => `${head}
env:
  - STAGE: work
  - ITERATION: "20"
steps:
  - name: build
    command: probe build
  - name: deploy
    command: probe deploy
    depends: [build]
`;

const holds = "${STAGE} == 'work'";
const fails = "${STAGE} == 'plan'";

inEachDagu('conditions', { concurrent: true }, (engine) => {
  test('decide by environment, parameters and outputs, and by nothing for what is not set', async () => {
    const cases: readonly (readonly [string, boolean])[] = [
      [holds, true],
      [fails, false],
      ['${ITERATION} % 10 == 0', true],
      ['${ITERATION} % 7 == 0', false],
      ["${ITERATION} > 5 && ${STAGE} == 'work'", true],
      ['${COUNT} == 3', true],
      ["${PRINTED} == 'two words'", true],
      ['${PRINTED} < 10', false],
      ['${PRINTED} % 10 == 0', false],
      ['${UNSET} == 0', false],
      ["${UNSET} == ''", true],
      ["!(${STAGE} == 'work' || ${COUNT} > 100)", false],
    ];
    const text = `type: graph
env:
  - STAGE: work
  - ITERATION: "20"
params: ["COUNT=3"]
steps:
  - name: first
    command: echo two words
    output: PRINTED
  - name: last
    command: probe last
    depends: [first]
`;
    const rules = cases.map(([when], index) => ({ id: `rule-${index}`, when, tasks: 'first' }));
    const made = await run(text, { post_task: rules }, engine);
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(cases.map(([when], index) => [when, calls(made, `rule-${index}`).length === 1])).toEqual(cases);
    expect(calls(made, 'last')).toHaveLength(1);
  });

  describe.each([
    [engine.version, 'type: graph'],
    [engine.version, 'type: chain'],
    [undefined, 'type: graph'],
  ] as const)('for %s with %s', (version, head) => {
    const text = head === 'type: chain' ? two(head).replace('\n    depends: [build]', '') : two(head);

    test('that are false neither skip nor fail what comes behind, whatever the policy', async () => {
      const policies = {
        gate: {},
        loose: { await: false },
        soft: { on_failure: 'continue', timeout: 5 },
        again: { on_failure: 'retry', retries: 2, retry_delay: 1 },
        kept: { output: 'KEPT' },
      };
      const rules = Object.entries(policies).map(([id, policy]) => ({
        id,
        when: fails,
        does: 'exit=1',
        tasks: 'build',
        ...policy,
      }));
      const made = await run(text, { post_task: rules }, engine, version);
      expect([made.status, made.code]).toEqual(['succeeded', 0]);
      expect(names(made)).toEqual(['build', 'deploy']);
      expect([...made.nodes.values()].map((node) => node.status)).not.toContain('skipped');
    });

    test('that hold run the hook before what waits for it', async () => {
      const made = await run(text, { post_task: [{ id: 'gate', when: holds, tasks: 'build' }] }, engine, version);
      expect([made.status, made.code]).toEqual(['succeeded', 0]);
      expectBefore(calls(made, 'gate'), calls(made, 'deploy'));
    });

    test('that hold leave a gate its say', async () => {
      const made = await run(
        text,
        { post_task: [{ id: 'gate', when: holds, tasks: 'build', does: 'exit=1' }] },
        engine,
        version,
      );
      expect([made.status, made.code]).toEqual(['failed', 1]);
      expect(statusOf(made, 'deploy')).toBe('aborted');
    });

    test('that hold leave a hook its retries, its timeout and the right to fail', async () => {
      const rules = [
        { id: 'again', when: holds, tasks: 'build', does: 'fails=1', on_failure: 'retry', retries: 2, retry_delay: 0 },
        { id: 'slow', when: holds, tasks: 'build', does: 'sleep=20', on_failure: 'continue', timeout: 1 },
        { id: 'loose', when: holds, tasks: 'deploy', does: 'exit=1', await: false },
      ];
      const made = await run(text, { post_task: rules }, engine, version);
      expect([made.status, made.code]).toEqual(['succeeded', 0]);
      expect(calls(made, 'again').map((one) => one.code)).toEqual([1, 0]);
      expect(calls(made, 'slow')).toMatchObject([{ end: undefined }]);
      expect(calls(made, 'deploy')).toHaveLength(1);
      expect(calls(made, 'loose')).toHaveLength(1);
    });
  });

  test('decide in handlers, beside hooks without one and a handler that was there', async () => {
    const final = [
      { id: 'kept-out', when: fails, run: 'always', does: 'exit=1' },
      { id: 'let-in', when: `${holds} && ${'${ITERATION}'} % 10 == 0 && ${'${ITERATION}'} > 19.5`, run: 'always' },
      { id: 'no-alarm', when: fails, run: 'failure', does: 'exit=1' },
      { id: 'alarm', when: holds, run: 'failure' },
    ];
    const good = await run(two('type: graph'), { final }, engine);
    expect([good.status, good.code]).toEqual(['succeeded', 0]);
    expect(names(good)).toEqual(['build', 'deploy', 'let-in']);
    const handler = 'handlerOn:\n  exit:\n    command: probe old-exit\n';
    const bad = await run(
      `${two('type: graph').replace('probe deploy', 'probe deploy exit=1')}${handler}`,
      { final },
      engine,
    );
    expect([bad.status, bad.code]).toEqual(['failed', 1]);
    expect(names(bad)).toEqual(['build', 'deploy', 'alarm', 'let-in', 'old-exit']);
  });

  test('see in a DAG that is called what that DAG was given', async () => {
    const text = `type: graph
steps:
  - name: all
    call: part
    params: {STAGE: work}
---
name: part
params: {STAGE: ""}
steps:
  - name: make
    command: probe make
`;
    const made = await run(
      text,
      {
        post_task: [
          { id: 'in', when: holds },
          { id: 'out', when: fails },
        ],
      },
      engine,
    );
    expect([made.status, names(made)]).toEqual(['succeeded', ['make', 'in']]);
  });

  test('compare hostile values for what they are, and nothing in them runs', async () => {
    const hostile = [
      '$(probe hacked)',
      '`probe hacked`',
      '"; probe hacked; "',
      "'; probe hacked; '",
      "' || probe hacked || '",
      '" ) system("probe hacked") ("',
      '" } BEGIN { system("probe hacked") } BEGIN { "',
      'a[$(probe hacked)]',
      '-v x=1 -f /dev/null',
      '${STAGE}$STAGE"${STAGE}"',
      '\\',
      'ä € {{ x }} ${{ y }} %s \\n \\047',
      '20 && probe hacked',
      '0x14',
    ];
    const producers = hostile.map(
      (value, index) =>
        `  - {name: p${index}, command: ${JSON.stringify(`printf '%s\\n' ${quoteForDagu(value)}`)}, output: V${index}}\n`,
    );
    const rules = hostile.flatMap((text, index) => {
      const left = { kind: 'name', name: `V${index}`, start: 0, end: 0 } as const;
      const same = printCondition({ kind: 'compare', as: 'text', operator: '==', left, right: { kind: 'text', text } });
      return [
        { id: `same-${index}`, when: same, tasks: `p${index}` },
        { id: `number-${index}`, when: `\${V${index}} % 10 == 0 || \${V${index}} > -1`, tasks: `p${index}` },
      ];
    });
    const made = await run(
      `type: graph\nenv: [{STAGE: work}]\nsteps:\n${producers.join('')}`,
      { post_task: rules },
      engine,
    );
    expect([made.status, made.code]).toEqual(['succeeded', 0]);
    expect(names(made).sort()).toEqual(hostile.map((_, index) => `same-${index}`).sort());
  });
});
