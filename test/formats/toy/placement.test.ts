import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CompileInput, type CompileResult, compile } from '../../../src/compile.js';
import { createCollector } from '../../../src/diagnostics/diagnostics.js';
import type { Format, OpenWorkflow } from '../../../src/formats/format.js';
import { formats } from '../../../src/formats/index.js';
import type { Dag, Node } from '../../../src/model/workflow.js';
import { strip } from '../../../src/strip.js';
import { verify } from '../../../src/verify.js';
import { inputOfFixture, readFixture } from '../../compile/fixture.js';
import { toy } from './toy.js';
import { jobName, ordersOf, writeToy } from './write-toy.js';

/** The fixtures of placement whose graph has nothing that only their own engine has, once more in a language of another engine. */
const home = resolve('test/fixtures/formats/dagu');
const original = formats[0]!;
const read = readdirSync(home)
  .sort()
  .map((name) => ({ name, ...inToy(name) }));
const neutral = read.filter((one) => 'here' in one);

test('most of the fixtures that are about places are among them', () => {
  expect(neutral.length).toBeGreaterThanOrEqual(55);
});

describe.each(neutral)('$name', ({ input, here, there }) => {
  test('has the same graph and says the same of places', () => {
    expect(here.ok).toBe(there.ok);
    expect(messages(here)).toEqual(messages(there));
    expect(graphsOf(input.options!.formats![0]!, here)).toEqual(graphsOf(original, there));
  });

  if (!here.ok) return;
  test('changes nothing in a second run, keeps every gate, and gives the jobs back', () => {
    const again = { ...input, workflow: here.outputs };
    expect(compile(again).outputs).toEqual(here.outputs);
    expect(verify(again).ok).toBe(true);
    expect(parse(strip(again).outputs[0]!.text)).toEqual(parse(input.workflow[0]!.text));
  });
});

type InToy =
  | { readonly because: string }
  | { readonly input: CompileInput; readonly here: CompileResult; readonly there: CompileResult };

function inToy(name: string): InToy {
  const fixture = readFixture(join(home, name));
  const input = inputOfFixture(fixture, fixture.input, fixture.hooks);
  const there = compile(input);
  const codes = there.diagnostics.map(({ severity, code }) => ({ severity, code }));
  if (codes.some(({ severity, code }) => severity === 'error' && !code.startsWith('DW4')))
    return { because: 'it is about the text, not the places' };
  if (codes.some(({ code }) => ['DW408', 'DW412', 'DW413'].includes(code)))
    return { because: 'its steps run one after another in the root, which jobs do not' };
  if (/\bmatch:/.test(fixture.hooks.text)) return { because: 'it is about commands, which the jobs here do not have' };
  if (there.workflows.some(({ plan }) => plan.handlers.length > 0)) return { because: 'hooks in handlers' };
  const opened = openAll(original, there.inputs, input.options?.targetVersion);
  if (opened.length !== 1 || fixture.input.length > 1) return { because: 'several files' };
  const { workflow, engine } = opened[0]!;
  const written = writeToy(workflow);
  if ('because' in written) return written;
  const file = { path: workflow.dags[0]!.name, text: written.text };
  const options = { ...input.options, targetVersion: undefined, formats: [withNamesOf(engine)] };
  const inToy = { ...input, workflow: [file], options };
  return { input: inToy, here: compile(inToy), there };
}

/** Names are cut where the engine of the fixture cuts them. */
function withNamesOf({ maxNameBytes }: OpenWorkflow['engine']): Format {
  const open: Format['open'] = (...given) =>
    toy.open(...given).map((one) => ({ ...one, engine: { ...one.engine, maxNameBytes } }));
  return { ...toy, open };
}

function openAll(format: Format, files: CompileInput['workflow'], targetVersion?: string) {
  return format.open(files, { targetVersion, defaults: 'none' }, createCollector().report);
}

function messages({ diagnostics }: CompileResult): readonly string[] {
  return diagnostics.filter(({ code }) => code.startsWith('DW4')).map(({ code, message }) => `${code} ${message}`);
}

/** For each DAG, its nodes in their order, each with all that is before it. */
function graphsOf(format: Format, { outputs, workflows }: CompileResult) {
  const targetVersion = workflows[0]?.workflow.dags[0]?.readings[0]?.name.includes('2.x') ? '2.15' : undefined;
  return openAll(format, outputs, targetVersion).flatMap(({ workflow }) =>
    workflow.dags.map((dag) => ({ name: dag.name, nodes: closureOf(dag) })),
  );
}

function closureOf(dag: Dag) {
  const order = ordersOf(dag)[0]!;
  const before = new Map<number, ReadonlySet<number>>();
  const find = (node: number): ReadonlySet<number> => {
    const found = before.get(node) ?? new Set(order[node]!.flatMap((need) => [need, ...find(need)]));
    before.set(node, found);
    return found;
  };
  // Hooks around a caller are named after it, and a caller is called otherwise here.
  const callers = dag.nodes.filter((node) => node.call && node.name !== node.call.name);
  const nameOf = (node: Node) => {
    const caller = callers.find(({ name }) => node.name.startsWith('hook-') && node.name.endsWith(`-${name}`));
    return caller ? node.name.slice(0, -caller.name.length) + jobName(caller) : jobName(node);
  };
  return dag.nodes.map((node, index) => ({
    name: nameOf(node),
    behind: [...find(index)].map((one) => nameOf(dag.nodes[one]!)).sort(),
  }));
}
