import { expect, test } from 'vitest';
import { compileFor, probeRules } from './augment.js';
import { runDagu } from './dagu.js';
import { inEachDagu } from './in-each-dagu.js';
import { calls } from './timeline.js';

const calling = (...names: readonly string[]) =>
  ['type: graph', 'steps:', ...names.map((name) => `  - {name: c-${name}, call: ${name}}`), ''].join('\n');
const work = 'type: graph\nsteps:\n  - {name: work, command: probe work}\n';

/** A called DAG calls one in another file. */
const distant = {
  'from a sibling': { 'it.yaml': calling('outer'), 'outer.yaml': calling('inner'), 'inner.yaml': work },
  'from a document': { 'it.yaml': `${calling('outer')}---\nname: outer\n${calling('inner')}`, 'inner.yaml': work },
};

const near = {
  'from the entry': { 'it.yaml': calling('outer', 'inner'), 'outer.yaml': work, 'inner.yaml': work },
  'in the file of the sibling': {
    'it.yaml': calling('outer'),
    'outer.yaml': `${calling('inner')}---\nname: inner\n${work}`,
  },
  'in the file of the entry': {
    'it.yaml': `${calling('outer')}---\nname: outer\n${calling('inner')}---\nname: inner\n${work}`,
  },
};

inEachDagu('a call', { concurrent: true }, (engine) => {
  const told = (files: Readonly<Record<string, string>>) =>
    compileFor(files, probeRules({ post_task: [{ step: 'check' }] }), engine.version).diagnostics.filter(
      ({ code }) => code === 'DW227',
    );

  test.each(
    Object.entries(distant),
  )('of another file %s is found in 1.30 alone, and there is a warning for 2.x', async (_, files) => {
    const isFound = engine.dialect === 'v1';
    expect(told(files)).toHaveLength(isFound ? 0 : 1);
    const run = await runDagu(files, { engine });
    expect(calls(run, 'work')).toHaveLength(isFound ? 1 : 0);
    expect(run.status).toBe(isFound ? 'succeeded' : 'failed');
  });

  test.each(Object.entries(near))('%s is found, and nothing is said', async (_, files) => {
    expect(told(files)).toEqual([]);
    const run = await runDagu(files, { engine });
    expect(run.status, run.stderr).toBe('succeeded');
  });
});

inEachDagu('a hook that starts a workflow', { concurrent: true }, (engine) => {
  const inSubDag = {
    'it.yaml': `${calling('part')}---\nname: part\n${work}`,
    'audit.yaml': work.replaceAll('work', 'audit'),
  };
  const inEntry = { 'it.yaml': work, 'audit.yaml': inSubDag['audit.yaml'] };
  const hooks = {
    enabled: true,
    step_definitions: { audit: { type: 'spawn', pipeline: 'audit' } },
    injections: { post_task: [{ step: 'audit', tasks: ['part', 'work'] }] },
  };

  test.each([
    ['of another file from a sub-DAG', inSubDag, engine.dialect === 'v1'],
    ['of another file from the entry', inEntry, true],
  ] as const)('%s warns exactly where the engine does not find it', async (_, files, isFound) => {
    const siblings = { 'audit.yaml': files['audit.yaml'] };
    const result = compileFor({ 'it.yaml': files['it.yaml'], ...siblings }, { hooks }, engine.version);
    expect(result.diagnostics.some(({ code }) => code === 'DW437')).toBe(!isFound);
    const written = Object.fromEntries(result.outputs.map(({ path, text }) => [path, text]));
    const run = await runDagu({ 'it.yaml': written['it.yaml']!, ...siblings }, { engine });
    expect(calls(run, 'audit')).toHaveLength(isFound ? 1 : 0);
    expect(run.status).toBe(isFound ? 'succeeded' : 'failed');
  });
});
