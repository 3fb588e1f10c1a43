import { describe, expect, test } from 'vitest';
import { type CompileInput, compile } from '../../src/compile.js';
import { dagu as format } from '../../src/formats/dagu/index.js';
import { strip } from '../../src/strip.js';
import { applyEdits } from '../../src/text/edits.js';
import { verify } from '../../src/verify.js';
import { runDagu } from './dagu.js';
import { dagu1, dagu2, dagus, type Engine } from './engines.js';
import { alwaysMarks, closed, type HandlerShape, mergedHooks, open } from './handler-shapes.js';

const key = ({ dialect }: Engine, v1: string, v2: string) => (dialect === 'v1' ? v1 : v2);

const baseWith = (engine: Engine, shape: HandlerShape, events: readonly string[]) =>
  `${key(engine, 'handlerOn', 'handler_on')}:\n${events.map((event) => `  ${event}:${shape.write(`base-${event}`, engine.dialect)}\n`).join('')}`;

const workflow = (engine: Engine, command = 'probe work') =>
  `type: graph\nsteps:\n  - name: work\n    ${key(engine, 'command', 'run')}: ${command}\n`;

/** @param base `undefined` where nobody said which there is */
function inputFor(engine: Engine, text: string, base: string | undefined, hooks: object = mergedHooks): CompileInput {
  return {
    workflow: [{ path: 'it.yaml', text }],
    configuration: [
      { layer: 'project', path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, ...hooks } }) },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    defaults: { read: () => ({ text: base! }) },
    options: { targetVersion: engine.version, baseConfig: base === undefined ? undefined : 'base.yaml' },
  };
}

function compiled(input: CompileInput): string {
  const result = compile(input);
  expect(result.diagnostics.filter(({ severity }) => severity !== 'note').map(({ message }) => message)).toEqual([]);
  const { text } = result.outputs[0]!;
  const again = { ...input, workflow: result.outputs };
  expect(compile(again).outputs[0]!.text).toBe(text);
  expect(verify(again).ok).toBe(true);
  const stripped = strip(again).outputs;
  expect(stripped[0]!.text).not.toMatch(/mark-|base-/);
  expect(compile({ ...input, workflow: stripped }).outputs[0]!.text).toBe(text);
  return text;
}

const namesOf = ({ trace }: Awaited<ReturnType<typeof runDagu>>) => trace.map(({ name }) => name);

describe.each(dagus)('a base configuration in $title', (engine) => {
  describe.skipIf(engine.missing).concurrent('has handlers that still run', () => {
    test.each(open)('beside hooks: $name', async (shape) => {
      const base = baseWith(engine, shape, ['exit', 'failure']);
      const text = compiled(inputFor(engine, workflow(engine, 'probe work exit=1'), base));
      const run = await runDagu({ 'it.yaml': text }, { engine, base });
      expect(namesOf(run)).toEqual(['work', 'mark-alarm', 'base-failure', ...alwaysMarks, 'base-exit']);
      expect(run.status).toBe('failed');
    });

    test.each(closed.filter(({ others }) => !others))('although it cannot be copied: $name', async (shape) => {
      const base = baseWith(engine, shape, ['exit']);
      const run = await runDagu({ 'it.yaml': compiled(inputFor(engine, workflow(engine), base)) }, { engine, base });
      expect(namesOf(run)).toEqual(['work', ...alwaysMarks, ...(shape.idle ? [] : ['base-exit'])]);
      expect(run.status).toBe('succeeded');
    });

    test('and a handler of the workflow takes the place of one, as without hooks', async () => {
      const base = baseWith(engine, open[0]!, ['exit']);
      const own = `${workflow(engine)}${baseWith(engine, open[0]!, ['exit']).replaceAll('base-', 'own-')}`;
      const run = await runDagu({ 'it.yaml': compiled(inputFor(engine, own, base)) }, { engine, base });
      expect(namesOf(run)).toEqual(['work', ...alwaysMarks, 'own-exit']);
    });

    test.each(
      closed.filter(({ others }) => !others),
    )('and what it says beside its command keeps no hooks from running in a handler of the workflow: $name', async (shape) => {
      const base = baseWith(engine, shape, ['exit']);
      const own = `${workflow(engine)}${baseWith(engine, open[0]!, ['exit']).replaceAll('base-', 'own-')}`;
      const run = await runDagu({ 'it.yaml': compiled(inputFor(engine, own, base)) }, { engine, base });
      expect(namesOf(run).filter((name) => name.startsWith('mark-'))).toEqual(alwaysMarks);
    });

    test('or are refused where there is no room for hooks at all', () => {
      const base = baseWith(engine, closed[1]!, ['exit', 'failure']);
      const { diagnostics } = compile(inputFor(engine, workflow(engine), base));
      expect(diagnostics.map(({ code }) => code)).toContain('DW612');
    });
  });

  test('that changed is seen by verify', () => {
    const shape = open[0]!;
    const base = baseWith(engine, shape, ['exit']);
    const input = inputFor(engine, workflow(engine), base);
    const augmented = { ...input, workflow: compile(input).outputs };
    const later = { ...augmented, defaults: { read: () => ({ text: base.replace('base-exit', 'other') }) } };
    expect(verify(later).diagnostics.map(({ code }) => code)).toEqual(['DW707']);
  });

  describe.skipIf(engine.missing).concurrent('of which nothing is known, although it has a handler', () => {
    const line = { type: 'shell', command: 'probe mark' };
    const lines = { type: 'shell', command: 'true\nprobe mark' };
    const shape = (name: string) => open.find((one) => one.name === name)!;

    test.each([
      ['a command of one line', line, ['mark']],
      ['a command of one line', lines, ['base-exit']],
      ['a block', line, ['mark']],
      ['a block', lines, ['mark']],
      ['a list of commands', lines, ['base-exit']],
    ] as const)('%s, may keep hooks from running; the warning says so, and giving it is the way out', async (name, step, ran) => {
      const base = baseWith(engine, shape(name), ['exit']);
      const hooks = { injections: { final: [{ ...step, run: 'always' }] } };
      const { diagnostics, outputs } = compile(inputFor(engine, workflow(engine), undefined, hooks));
      const [warning] = diagnostics.filter(({ code }) => code === 'DW613');
      expect(warning!.message).toMatch(/the hooks, or both no longer run, and no run fails because of it$/);
      expect(warning!.help).toContain('--base-config PATH');
      const unknown = await runDagu({ 'it.yaml': outputs[0]!.text }, { engine, base });
      expect([unknown.status, namesOf(unknown)]).toEqual(['succeeded', ['work', ...ran]]);
      const text = compiled(inputFor(engine, workflow(engine), base, hooks));
      const known = await runDagu({ 'it.yaml': text }, { engine, base });
      expect(namesOf(known)).toEqual(['work', 'mark', 'base-exit']);
    });
  });

  test('of which nothing is known is reported once, and "none" says that there is none', () => {
    const input = inputFor(engine, workflow(engine), undefined);
    const warnings = (one: CompileInput) =>
      compile(one).diagnostics.flatMap(({ code, severity }) => (severity === 'warning' ? [code] : []));
    const second = { path: 'other.yaml', text: workflow(engine) };
    expect(warnings({ ...input, workflow: [...input.workflow, second] })).toEqual(['DW613']);
    expect(warnings({ ...input, options: { ...input.options, baseConfig: 'none' } })).toEqual([]);
  });
});

describe.skipIf(dagu2.missing)(`the type that a base configuration gives in ${dagu2.title}`, () => {
  const untyped = 'steps:\n  - name: one\n    run: probe one\n  - name: two\n    run: probe two\n';
  const step = { step: 'scan', order: 1 };
  const hooks = {
    step_definitions: { scan: { type: 'shell', command: 'probe mark-scan' } },
    injections: { pre_root: [step], post_task: [{ step: 'scan' }] },
  };

  test.each(['chain', 'graph'])('%s', async (type) => {
    const base = `type: ${type}\n`;
    const text = compiled(inputFor(dagu2, untyped, base, hooks));
    const run = await runDagu({ 'it.yaml': text }, { engine: dagu2, base });
    expect(run.status).toBe('succeeded');
    const names = namesOf(run);
    expect(names.filter((name) => name === 'mark-scan')).toHaveLength(3);
    if (type === 'chain') expect(names).toEqual(['mark-scan', 'one', 'mark-scan', 'two', 'mark-scan']);
  });

  test('is not known: a note whose fix writes it', async () => {
    const base = 'type: chain\n';
    const input = inputFor(dagu2, untyped, undefined, hooks);
    const { diagnostics, inputs, outputs } = compile(input);
    await expect(runDagu({ 'it.yaml': outputs[0]!.text }, { engine: dagu2, base })).rejects.toThrow(/chain/);
    const note = diagnostics.find(({ code }) => code === 'DW614')!;
    const workflow = applyEdits(inputs, note.fix!);
    const fixed = compile({ ...input, workflow }).outputs[0]!.text;
    expect(fixed.startsWith('type: graph\n')).toBe(true);
    expect((await runDagu({ 'it.yaml': fixed }, { engine: dagu2, base })).status).toBe('succeeded');
  });

  test('and its variables count where variables count', () => {
    const rule = { type: 'shell', command: 'echo {{worktree_path}}' };
    const input = inputFor(dagu2, untyped, 'env:\n  - ARBORIST_WORKTREE: /srv/tree\n', {
      injections: { pre_root: [rule] },
    });
    expect(compile(input).outputs[0]!.text).toContain('echo /srv/tree');
  });
});

/** A document, and what a base configuration has for it: together they run `terraform destroy`. */
const apart: readonly (readonly [what: string, text: string, base: string, only1?: true])[] = [
  [
    'a type of steps',
    'steps: [{name: a, type: tf}]',
    'step_types: {tf: {type: command, TEMPLATE: {command: terraform destroy}}}',
  ],
  ['an action', 'steps: [{name: a, action: tf}]', 'actions: {tf: {TEMPLATE: {run: terraform destroy}}}'],
  [
    'an action of the file that names one',
    'actions: {b: {TEMPLATE: {action: tf}}}\nsteps: [{name: a, action: b}]',
    'actions: {tf: {TEMPLATE: {run: terraform destroy}}}',
  ],
  [
    'an action in a handler',
    'steps: [{name: a, run: probe a}]\nhandler_on: {exit: {action: tf}}',
    'actions: {tf: {TEMPLATE: {run: terraform destroy}}}',
  ],
  [
    'a harness',
    'steps: [{name: a, action: harness.run, with: {prompt: destroy}}]',
    'harness: {provider: tf}\nharnesses: {tf: {binary: terraform}}',
  ],
  ['a constant', 'steps: [{name: a, run: "true ${consts.X}"}]', 'consts: [{X: "; terraform destroy"}]'],
  ['a parameter', 'params: {Y: a}\nsteps: [{name: a, run: "true ${params.X}"}]', 'params: {X: "; terraform destroy"}'],
  ['a parameter', 'params: {Y: a}\nsteps: [{name: a, command: "true $X"}]', 'params: {X: "; terraform destroy"}', true],
  ['a variable', 'steps: [{name: a, run: "true ${env.X}"}]', 'env: [{X: "; terraform destroy"}]'],
  [
    'a variable of all steps',
    'steps: [{name: a, run: "true ${env.X}"}]',
    'defaults: {env: [{X: "; terraform destroy"}]}',
  ],
];

describe.concurrent('what a base configuration has for steps counts as theirs', () => {
  test.for(apart)('$0', async ([, text, written, only1]) => {
    const engine = only1 ? dagu1 : dagu2;
    const filled = (one: string) =>
      `type: graph\n${one.replace('TEMPLATE', 'input_schema: {type: object}, template')}\n`;
    const base = filled(written);
    const deny = [{ match: { runs: ['terraform destroy*'] }, message: 'not here' }];
    const { diagnostics } = compile(inputFor(engine, filled(text), base, { deny }));
    expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['DW450']);
    if (engine.missing) return;
    const run = await runDagu({ 'it.yaml': filled(text) }, { engine, base, stubs: ['terraform'] });
    expect(namesOf(run)).toContain('terraform destroy');
  });

  test('that go on after a failure', async () => {
    const text = 'type: graph\nsteps:\n  - {name: a, run: probe a exit=1}\n  - {name: b, run: probe b, depends: [a]}\n';
    const base = 'defaults: {continue_on: failed}\n';
    const files = [{ path: 'it.yaml', text }];
    const options = { targetVersion: dagu2.version, defaults: { path: 'base.yaml', text: base } };
    const [open] = format.open(files, options, () => {});
    expect(open!.workflow.dags[0]!.nodes.map(({ failable }) => failable)).toEqual(['yes', 'yes']);
    if (!dagu2.missing)
      expect(namesOf(await runDagu({ 'it.yaml': text }, { engine: dagu2, base }))).toEqual(['a', 'b']);
  });
});
