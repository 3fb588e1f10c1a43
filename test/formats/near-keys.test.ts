import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compileWithFixes } from '../../src/cli/run-compile.js';
import { type CompileInput, compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { keysOf } from '../../src/formats/dagu/keys.js';
import { corpusFiles, corpusMissing, folders, schemaOfDagu2 } from '../corpus/files.js';
import { validateDagu } from '../engine/dagu.js';
import { dagu1, dagu2, dagus } from '../engine/engines.js';
import { testWith } from '../engine/in-each-dagu.js';

const here = 'test/fixtures/formats/dagu/base-warning-near-keys';
const near = readFileSync(`${here}/input.yaml`, 'utf8');
const rules = readFileSync(`${here}/hooks.yaml`, 'utf8');

function inputOf(text: string, targetVersion?: string): CompileInput {
  return {
    workflow: [{ path: 'flow.yaml', text }],
    configuration: [{ path: 'hooks.yaml', text: rules, layer: 'project' }],
    prompts: { read: (_, path) => ({ kind: 'missing', path, known: [] }) },
    options: { targetVersion },
  };
}

function keysReported(text: string, targetVersion?: string): readonly string[] {
  return compile(inputOf(text, targetVersion)).diagnostics.flatMap(({ code, message }) =>
    code === 'DW228' ? message : [],
  );
}

describe('a key that no engine reads', () => {
  for (const engine of dagus) {
    testWith(engine, 'is put right by --fix, and the engine accepts what comes of it', async () => {
      const unfixed = /.*requires:.*\n|.*queue:.*\n/g;
      const result = compileWithFixes(inputOf(near.replace(unfixed, ''), engine.version), createCollector().report);
      expect(result.diagnostics.map(({ code, span }) => [code, span?.start])).toEqual([['DW228', expect.any(Number)]]);
      const [left] = result.diagnostics;
      const { text } = result.outputs[0]!;
      expect(left!.message).toContain('`needs`');
      const file = join(mkdtempSync(join(tmpdir(), 'dagweave-keys-')), 'flow.yaml');
      writeFileSync(file, text.replace(/ {4}needs:.*\n/, '').replace(/ {4}dependencies: \["scripts.*\n/, ''));
      expect(await validateDagu(file, file.slice(0, -'flow.yaml'.length), engine)).toBe('');
    });
  }

  for (const [engine, folder] of [
    [dagu1, 'base-warning-near-keys-inside-1'],
    [dagu2, 'base-warning-near-keys-inside'],
  ] as const) {
    testWith(engine, 'is put right by --fix in handlers, loops and policies as well', async () => {
      const text = readFileSync(`test/fixtures/formats/dagu/${folder}/input.yaml`, 'utf8');
      const result = compileWithFixes(inputOf(text, engine.version), createCollector().report);
      expect(result.diagnostics.filter(({ code }) => code === 'DW228')).toEqual([]);
      const file = join(mkdtempSync(join(tmpdir(), 'dagweave-keys-')), 'flow.yaml');
      writeFileSync(file, result.outputs[0]!.text);
      expect(await validateDagu(file, dirname(file), engine)).toBe('');
    });
  }

  test('is found once where an alias makes a mapping a part of itself', () => {
    const text =
      'type: graph\nsteps:\n  - name: a\n    foreach: &loop\n      items: [x]\n      as: y\n      steps:\n        - {cmd: x, foreach: *loop}\n';
    expect(keysReported(text, '2.15').filter((one) => one.includes('`cmd`'))).toHaveLength(1);
  });

  test.each(['1.30', '2.15'] as const)('is not found in what %s reads inside', (version) => {
    const dialect = version === '1.30' ? 'v1' : 'v2';
    for (const [holder, of] of [
      ['continue_on', 'continueOn'],
      ['retry_policy', 'retries'],
      ['repeat_policy', 'repetition'],
      ['preconditions', 'condition'],
      ['parallel', 'parallel'],
      ['foreach', 'foreach'],
    ] as const) {
      const fields = [...keysOf(of, dialect)].map((key) => `${key}: x`).join(', ');
      expect(keysReported(`type: graph\nsteps:\n  - name: a\n    ${holder}: {${fields}}\n`, version)).toEqual([]);
    }
  });

  test('orders nothing until it is put right', () => {
    const text = 'type: graph\nsteps:\n  - {name: a, command: x}\n  - {name: b, command: x, dependsOn: [a]}\n';
    const needs = (result: ReturnType<typeof compile>) =>
      result.workflows[0]!.workflow.dags[0]!.nodes[1]!.needs?.length;
    expect(needs(compile(inputOf(text)))).toBeUndefined();
    expect(needs(compileWithFixes(inputOf(text), createCollector().report))).toBe(1);
  });

  describe.each([
    ['nmae', 'name'],
    ['Nmae', 'name'],
    ['title', 'name'],
    ['step_name', 'name'],
    ['cmd', 'command'],
    ['comand', 'command'],
    ['depends_on', 'depends'],
    ['dependsOn', 'depends'],
    ['DependsOn', 'depends'],
    ['depends-on', 'depends'],
    ['needs', 'depends'],
    ['requires', 'depends'],
    ['runAfter', 'depends'],
  ])('%s for %s', (written, meant) => {
    const key = (one: string) => (one === meant ? written : one);
    const quoted = (one: string) => JSON.stringify(key(one));
    const steps = (line: (name: string, needs: string) => string) =>
      [line('step1', ''), line('step2', 'step1'), line('step3', '')].join('');
    test.each([
      [
        'block',
        `type: graph\nsteps:\n${steps(
          (name, needs) =>
            `  - ${key('name')}: ${name}\n    ${key('command')}: make\n${needs && `    ${key('depends')}:\n      - ${needs}\n`}`,
        )}`,
      ],
      [
        'flow',
        `{type: graph, steps: [${steps(
          (name, needs) =>
            `{${key('name')}: ${name}, ${key('command')}: make${needs && `, ${key('depends')}: [${needs}]`}}, `,
        )}]}\n`,
      ],
      [
        'JSON',
        `{"type": "graph", "steps": [${steps(
          (name, needs) =>
            `{${quoted('name')}: "${name}", ${quoted('command')}: "make"${needs && `, ${quoted('depends')}: ["${needs}"]`}},`,
        ).slice(0, -1)}]}`,
      ],
    ])('is put right in %s style, and no need is turned to another step', (_, text) => {
      const before = compile(inputOf(text, '1.30'));
      const after = compileWithFixes(inputOf(text, '1.30'), createCollector().report);
      expect(before.diagnostics.filter(({ code }) => code === 'DW228').length).toBeGreaterThan(0);
      expect(after.diagnostics.filter(({ code }) => code !== 'DW613')).toEqual([]);
      const { nodes } = after.workflows[0]!.workflow.dags[0]!;
      expect(nodes.map(({ name, command, needs }) => [name, command, needs?.map((need) => need.name)])).toEqual([
        ['step1', 'make', undefined],
        ['step2', 'make', ['step1']],
        ['step3', 'make', undefined],
      ]);
    });
  });

  test('is named where another step depends on the name in it', () => {
    const text = 'type: graph\nsteps:\n  - {nmae: step1, command: x}\n  - {name: step2, command: x, depends: step1}\n';
    const [, found] = compile(inputOf(`${text}  - {name: step3, command: x}\n`)).diagnostics;
    expect(found).toMatchObject({
      code: 'DW207',
      message: '`step2` depends on `step1`, but no step has this name: one has it under `nmae`; did you mean `name`?',
      help: 'Write `name` instead of `nmae`; `apply --fix` does it for you.',
      related: { span: { start: text.indexOf('nmae') } },
      fix: undefined,
    });
  });

  test.each(['1.30', '2.15'])('is not found in what %s reads', (version) => {
    const dialect = version === '1.30' ? 'v1' : 'v2';
    for (const key of [...keysOf('step', dialect)].filter((one) => one !== 'name'))
      expect(keysReported(`type: graph\nsteps:\n  - name: a\n    ${key}: x\n`, version)).toEqual([]);
    for (const key of [...keysOf('document', dialect)].filter((one) => one !== 'type' && one !== 'steps'))
      expect(keysReported(`type: graph\n${key}: x\nsteps:\n  - name: a\n    run: x\n`, version)).toEqual([]);
  });
});

describe.skipIf(corpusMissing)('of the real files', () => {
  const all = () =>
    folders.flatMap((folder) =>
      corpusFiles(folder).flatMap((file) => folder.targets.map((target) => ({ ...file, target }))),
    );

  test('none has a key that is taken for another', () => {
    const files = all();
    const found = files.flatMap(({ name, text, target }) => keysReported(text, target).map((one) => `${name}: ${one}`));
    expect(files.length).toBeGreaterThan(250);
    expect(found).toEqual([]);
  });

  test('each gets a warning for each of its needs that is called `depends_on`', () => {
    const key = /^( *(?:- )?)depends:/gm;
    const counts = all().map(({ text, target }) => {
      const renamed = text.replace(key, '$1depends_on:');
      return [keysReported(renamed, target).length > 0, renamed !== text] as const;
    });
    expect(counts.filter(([, differs]) => differs).length).toBeGreaterThan(100);
    expect(counts.filter(([reported, differs]) => reported !== differs).length).toBeLessThan(3);
  });

  test('the keys of 2.x are those of its schema', () => {
    interface Schema {
      readonly properties: object;
      readonly definitions: { readonly step: { readonly properties: object } };
    }
    const { properties, definitions } = schemaOfDagu2() as Schema;
    expect(Object.keys(properties).filter((key) => !keysOf('document', 'v2').has(key))).toEqual([]);
    // The engine itself refuses `tools` of a step.
    expect(Object.keys(definitions.step.properties).filter((key) => !keysOf('step', 'v2').has(key))).toEqual(['tools']);
  });
});
