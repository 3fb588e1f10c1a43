import { expect, test } from 'vitest';
import { compileFor, type ProbeRule, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { dagu2 } from './engines.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls } from './timeline.js';

const only = { engine: dagu2, because: '1.30 has no router' };

const workflow = `type: graph
steps:
  - id: decide
    action: router.route
    with:
      value: fast
      routes:
        fast: [quick]
        slow: [thorough, deep]
  - id: quick
    run: probe quick
    preconditions: [{condition: "false"}]
  - id: thorough
    run: probe thorough
  - id: deep
    action: dag.run
    with: {dag: examine}
  - id: behind
    run: probe behind
    depends: [thorough]
---
name: examine
steps:
  - id: look
    run: probe look
`;

async function runWith(points: { readonly post_task?: readonly ProbeRule[]; readonly final?: readonly ProbeRule[] }) {
  const { hooks } = probeRules(points);
  const result = compileFor({ 'it.yaml': workflow }, { hooks: { ...hooks, tasks_are: 'both' } }, dagu2.version);
  const codes = result.diagnostics.map(({ code }) => code);
  return { codes, run: await runDagu({ 'it.yaml': result.outputs[0]!.text }, { engine: dagu2 }) };
}

inEachDagu('a router', { only, concurrent: true }, () => {
  test('leaves out what it does not choose, and what is behind runs all the same', async () => {
    const run = await runDagu({ 'it.yaml': workflow }, { engine: dagu2 });
    expect([...run.nodes].map(([name, { status }]) => [name, status])).toEqual([
      ['decide', 'succeeded'],
      ['quick', 'skipped'],
      ['thorough', 'skipped'],
      ['deep', 'skipped'],
      ['behind', 'succeeded'],
    ]);
  });

  test('so a hook behind a step that it does not choose runs, with a warning', async () => {
    const { run, codes } = await runWith({ post_task: [{ step: 'check', tasks: ['thorough'] }] });
    expect(codes).toContain('DW436');
    expect(calls(run, 'mark-check')).toHaveLength(1);
    expect(calls(run, 'behind')).toHaveLength(1);
  });

  test('and a hook inside of a sub-DAG that it does not choose does not run', async () => {
    const { run, codes } = await runWith({ post_task: [{ step: 'check', tasks: ['examine'] }] });
    expect(codes).not.toContain('DW436');
    expect(calls(run, 'mark-check')).toEqual([]);
  });

  test('does not keep a hook at the end from running, and nothing says that it does', async () => {
    const { run, codes } = await runWith({ final: [{ step: 'last' }] });
    expect(codes).not.toContain('DW420');
    expect(calls(run, 'mark-last')).toHaveLength(1);
  });
});
