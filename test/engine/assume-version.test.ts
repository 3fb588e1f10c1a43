import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { verify } from '../../src/verify.js';
import { runDagu } from './dagu.js';
import { dagu1, dagu2, dagus, type Engine } from './engines.js';
import { calls } from './timeline.js';

/** A folder as a team has it that is moving from one version to the next. */
const folder = {
  'old.yaml': 'steps:\n  - name: work\n    command: probe work\n    continueOn:\n      failure: true\n',
  'new.yaml':
    'type: graph\nsteps:\n  - id: work\n    run: probe work\n    retry_policy:\n      limit: 1\n      interval_sec: 1\n',
  'plain.yaml': 'steps:\n  - name: work\n    command: probe work\n',
};

const inputFor = (files: Readonly<Record<string, string>>, options: object, hooks: object = {}) => ({
  workflow: Object.entries(files).map(([path, text]) => ({ path, text })),
  configuration: [
    {
      layer: 'project' as const,
      path: 'hooks.json',
      text: JSON.stringify({ hooks: { enabled: true, ...hooks, injections } }),
    },
  ],
  prompts: {
    read: (directory: string, name: string) => ({ kind: 'missing' as const, path: `${directory}/${name}`, known: [] }),
  },
  options,
});

const injections = {
  final: [{ id: 'sweep', type: 'shell', command: 'probe mark-sweep', run: 'always' }],
};

const codesOf = (input: Parameters<typeof compile>[0]) =>
  compile(input)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);

describe.each(dagus)('a folder of both versions, with $version for what shows none', (assumed) => {
  const result = compile(inputFor(folder, { assumeVersion: assumed.version }));
  const textOf = (path: string) => result.outputs.find((file) => file.path === path)!.text;

  test('compiles and verifies with one configuration', () => {
    expect(codesOf(inputFor(folder, { assumeVersion: assumed.version }))).toEqual([]);
    const again = inputFor(Object.fromEntries(result.outputs.map(({ path, text }) => [path, text])), {
      assumeVersion: assumed.version,
    });
    expect(compile(again).outputs).toEqual(result.outputs);
    expect(verify(again).ok).toBe(true);
  });

  test.each([
    ['old.yaml', dagu1],
    ['new.yaml', dagu2],
    ['plain.yaml', assumed],
  ] as const)('%s runs its hooks', async (path, engine: Engine) => {
    if (engine.missing) return;
    const run = await runDagu({ [path]: textOf(path) }, { engine });
    expect([run.status, run.code]).toEqual(['succeeded', 0]);
    expect(calls(run, 'mark-sweep')).toHaveLength(1);
  });
});

test('files that show their version need nobody to say it', () => {
  const { 'plain.yaml': plain, ...shown } = folder;
  expect(codesOf(inputFor(shown, {}))).toEqual([]);
  expect(codesOf(inputFor({ 'plain.yaml': plain }, {}))).toEqual(['DW601']);
});

test('the command line goes before the configuration', () => {
  const { outputs } = compile(
    inputFor({ 'plain.yaml': folder['plain.yaml'] }, { assumeVersion: '2.15' }, { assume_version: '1.30' }),
  );
  expect(outputs[0]!.text).toContain('handler_on:');
});
