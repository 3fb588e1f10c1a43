import { expect, test } from 'vitest';
import { augment, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls, expectBefore } from './timeline.js';

const root = `type: graph
steps:
  - name: branches-setup
    command: probe setup
  - name: call-outer
    call: outer
    depends: [branches-setup]
`;
const outer = `name: outer
type: graph
steps:
  - name: open
    command: probe open
  - name: call-inner
    call: inner
    depends: [open]
  - name: close
    command: probe close
    depends: [call-inner]
`;
const inner = `name: inner
type: chain
steps:
  - probe deep
  - probe deeper
`;

const rules = probeRules({
  post_roots: [{ step: 'ready' }],
  pre_task: [{ step: 'enter' }],
  post_task: [{ step: 'leave' }, { step: 'check', after: 'open', on_missing_anchor: 'skip' }],
  final: [{ step: 'summary' }],
});

inEachDagu('nested sub-DAGs', { concurrent: true }, (engine) => {
  const order = [
    'setup',
    'mark-ready',
    'mark-enter outer',
    'open',
    'mark-check outer',
    'mark-enter inner',
    'deep',
    'deeper',
    'mark-leave inner',
    'close',
    'mark-leave outer',
    'mark-summary',
  ];

  test('in one file', async () => {
    const run = await runDagu(augment({ 'root.yaml': [root, outer, inner].join('---\n') }, rules, engine), { engine });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(run.trace.map((one) => `${one.name} ${one.task}`.trim())).toEqual(order);
  });

  // In 2.14 a file that was called itself calls no third one: it is looked for in another place.
  const files =
    engine.dialect === 'v1'
      ? { 'root.yaml': root, 'outer.yaml': outer, 'inner.yaml': inner }
      : { 'root.yaml': root, 'outer.yaml': `${outer}---\n${inner}` };

  test(`in a folder of ${Object.keys(files).length} files`, async () => {
    const run = await runDagu(augment(files, rules, engine), { engine });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(run.trace.map((one) => `${one.name} ${one.task}`.trim())).toEqual(order);
  });

  test('a gate that fails in the innermost fails all around it', async () => {
    const gated = probeRules({ post_task: [{ step: 'gate', tasks: ['inner'], does: 'exit=1' }] });
    const run = await runDagu(augment({ 'root.yaml': [root, outer, inner].join('---\n') }, gated, engine), { engine });
    expect([run.status, run.code]).toEqual(['failed', 1]);
    expect(run.children.get('inner')?.status).toBe('failed');
    expect(run.children.get('outer')?.status).toBe('failed');
    expectBefore(calls(run, 'deeper'), calls(run, 'mark-gate'));
    expect(calls(run, 'close')).toEqual([]);
  });
});
