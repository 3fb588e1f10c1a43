import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile.js';
import { createCollector } from '../../src/diagnostics/diagnostics.js';
import { dagu } from '../../src/formats/dagu/index.js';
import type { Format, OpenWorkflow } from '../../src/formats/format.js';
import type { Dag, Sequence } from '../../src/model/workflow.js';
import type { Hook } from '../../src/passes/graph/slot.js';
import { inputOf } from '../compile/one-text.js';
import { type PlacementCase, placementCases, showList } from '../passes/place/cases.js';
import { smallDag } from '../passes/small-dag.js';
import { toy } from './toy/toy.js';

interface Language {
  readonly title: string;
  readonly format: Format;
  readonly targetVersion: string | undefined;
  /** The text of a DAG, by what the position in its list means; what is not here, the language cannot say. */
  readonly write: Partial<Readonly<Record<Sequence, (dag: Dag) => string>>>;
}

const languages: readonly Language[] = [
  {
    title: 'Dagu 1.30',
    format: dagu,
    targetVersion: '1.30',
    write: { none: (dag) => daguText('graph', dag), adds: (dag) => daguText('chain', dag) },
  },
  {
    title: 'Dagu 2.14',
    format: dagu,
    targetVersion: '2.14',
    write: { none: (dag) => daguText('graph', dag), only: (dag) => daguText('chain', dag) },
  },
  { title: 'the toy', format: toy, targetVersion: undefined, write: { none: toyText } },
];

describe.each(languages)('the cases of placement in $title', (language) => {
  test.each(placementCases.filter((one) => textOf(language, one) !== undefined))('$title', (one) => {
    expect(placedIn(language, one)).toBe(one.expected);
  });
});

test('each language says what it can: all graphs, and the lists that its engine knows', () => {
  const counts = languages.map((language) => placementCases.filter((one) => textOf(language, one) !== undefined));
  expect(counts.map(({ length }) => length)).toEqual([16, 12, 11]);
});

function textOf({ write }: Language, { list, sequences }: PlacementCase): string | undefined {
  const [sequence, ...others] = sequences;
  return others.length === 0 ? write[sequence!]?.(smallDag(list)) : undefined;
}

/** The list as it is in the text that was written, each hook by the id of its rule. */
function placedIn(language: Language, one: PlacementCase): string {
  const { format, targetVersion } = language;
  const dag = smallDag(one.list);
  const { ok, outputs, diagnostics } = compile(
    inputOf(textOf(language, one)!, rulesOf(dag, one.hooks), { formats: [format], targetVersion }),
  );
  expect({ ok, errors: diagnostics.filter(({ severity }) => severity === 'error') }).toEqual({ ok: true, errors: [] });
  const [opened] = format.open(outputs, { targetVersion, defaults: 'none' }, createCollector().report);
  return shown(opened!);
}

function rulesOf(dag: Dag, hooks: readonly Hook[]): object {
  const injections: Record<string, object[]> = {};
  for (const { rule, slot } of hooks) {
    const [point, more] = pointOf(dag, slot);
    const { id, order, parallel, await: awaited } = rule;
    const entry = { id, type: 'shell', command: `echo ${id}`, order, await: awaited, ...more };
    injections[point] = [...(injections[point] ?? []), parallel === undefined ? entry : { ...entry, parallel }];
  }
  // The steps are the tasks, so that each of them can have hooks beside it.
  return { enabled: true, tasks_are: 'nodes', setup: [], injections };
}

function pointOf(dag: Dag, slot: Hook['slot']): readonly [point: string, more: object] {
  switch (slot.kind) {
    case 'entry':
      return ['pre_root', {}];
    case 'middle':
      return ['post_roots', {}];
    case 'exit':
      return ['final', {}];
    default:
      return [slot.kind === 'before' ? 'pre_task' : 'post_task', { tasks: [dag.nodes[slot.node]!.name] }];
  }
}

function shown({ workflow, marks }: OpenWorkflow): string {
  const { nodes } = workflow.dags[0]!;
  const rules = new Map(marks().nodes.map(({ node, rule }) => [node, rule]));
  const nameOf = (node: number) => rules.get(node) ?? nodes[node]!.name;
  return showList(
    nodes.map(({ index, needs, grouped, entry }) => ({
      name: nameOf(index),
      needs: needs?.map(({ node }) => nameOf(node!)),
      group: grouped ? entry : undefined,
    })),
  );
}

function daguText(type: 'graph' | 'chain', { nodes }: Dag): string {
  const steps = nodes.map(({ name, needs, entry, grouped }) => {
    const depends = needs && { depends: needs.map((need) => need.name) };
    return { entry, grouped, step: { name, command: 'make', ...depends } };
  });
  const entries = new Map<number, object>();
  for (const { entry, grouped, step } of steps) {
    const known = entries.get(entry);
    entries.set(entry, grouped ? [...((known as object[] | undefined) ?? []), step] : step);
  }
  return `type: ${type}\nsteps:\n${[...entries.values()].map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`;
}

function toyText({ nodes }: Dag): string {
  const jobs = nodes.map(({ name, needs }) => {
    const after = needs && { after: needs.map((need) => need.name) };
    return `  ${name}: ${JSON.stringify({ ...after, run: 'make' })}\n`;
  });
  return `engine: toy\njobs:\n${jobs.join('')}`;
}
