import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CompileResult, compile } from '../../src/compile.js';
import { gateOf } from '../../src/model/picture.js';
import { predecessorsOf, sequenced, writtenReading } from '../../src/passes/graph/topology.js';
import { seed } from '../seed.js';

/** A workflow apart from any language: its tasks, each behind some of those before it. */
type Tasks = readonly (readonly number[])[];

const nameOf = (task: number) => `t${task}`;
const needsOf = (needs: readonly number[], key: string, indent: string) =>
  needs.length === 0 ? '' : `${indent}${key}: [${needs.map(nameOf).join(', ')}]\n`;

/** The same tasks in each language, as a person would write them. */
const languages: Readonly<Record<string, (tasks: Tasks) => string>> = {
  dagu: (tasks) =>
    [
      `name: main\ntype: graph\nsteps:\n${tasks.map((needs, task) => `  - name: call-${task}\n    call: ${nameOf(task)}\n${needs.length === 0 ? '' : `    depends: [${needs.map((need) => `call-${need}`).join(', ')}]\n`}`).join('')}`,
      ...tasks.map(
        (_, task) => `name: ${nameOf(task)}\ntype: graph\nsteps:\n  - name: work\n    command: make ${task}\n`,
      ),
    ].join('---\n'),
  'github-actions': (tasks) =>
    `on: push\njobs:\n${tasks.map((needs, task) => `  ${nameOf(task)}:\n    runs-on: ubuntu-latest\n${needsOf(needs, 'needs', '    ')}    steps:\n      - run: make ${task}\n`).join('')}`,
  argo: (tasks) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Workflow\nmetadata: {name: main}\nspec:\n  entrypoint: main\n  templates:\n    - name: main\n      dag:\n        tasks:\n${tasks.map((needs, task) => `          - name: ${nameOf(task)}\n            template: work\n${needsOf(needs, 'dependencies', '            ')}`).join('')}    - name: work\n      container: {image: alpine, command: [make]}\n`,
  'gitlab-ci': (tasks) =>
    tasks
      .map(
        (needs, task) =>
          `${nameOf(task)}:\n  needs: [${needs.map(nameOf).join(', ')}]\n  script:\n    - make ${task}\n`,
      )
      .join(''),
};

const rules = {
  pre_root: [{ id: 'begin', type: 'shell', command: './begin' }],
  post_roots: [{ id: 'ready', type: 'shell', command: './ready' }],
  pre_task: [
    { id: 'enter', type: 'shell', command: './enter' },
    { id: 'ask', type: 'shell', command: './ask', order: 1, on_failure: 'continue', tasks: ['*[13579]'] },
  ],
  post_task: [{ id: 'leave', type: 'shell', command: './leave', tasks: ['*[02468]'] }],
  final: [{ id: 'end', type: 'shell', command: './end' }],
} as const;

type Point = keyof typeof rules;

function compiled(language: string, tasks: Tasks, points: readonly Point[]): CompileResult {
  const injections = Object.fromEntries(
    points.map((point) => [point, rules[point].map((rule) => ({ ...rule, optional: true }))]),
  );
  return compile({
    workflow: [{ path: 'workflow.yaml', text: languages[language]!(tasks) }],
    configuration: [
      { path: 'hooks.json', text: JSON.stringify({ hooks: { enabled: true, injections } }), layer: 'project' },
    ],
    prompts: { read: (directory, name) => ({ kind: 'missing', path: `${directory}/${name}`, known: [] }) },
    options: language === 'dagu' ? { targetVersion: '2.14' } : {},
  });
}

/**
 * What is compared, read from the text that was written. The nodes are the tasks and the hooks, each hook with its rule, its task and what it is
 * to others. What a language puts into the body of a task (hooks as steps of a job or of a sub-DAG, or as lines of its commands) is in
 * series there: behind the one before it, and between what is before and behind the task. The edges are those that no others make
 * needless (the transitive reduction), because some languages keep a need beside the hook that came between and others replace it.
 */
function graph(result: CompileResult): { readonly nodes: readonly string[]; readonly edges: readonly string[] } {
  const pairs = order(result).map((pair) => pair.split(' < ') as [string, string]);
  const behind = new Map<string, Set<string>>();
  for (const [from, to] of pairs) behind.set(from, (behind.get(from) ?? new Set()).add(to));
  const isNeedless = (from: string, to: string) =>
    [...behind.get(from)!].some((between) => behind.get(between)?.has(to) === true);
  const kinds = result.workflows.flatMap(({ plan }) =>
    plan.dags.flatMap(({ nodes }) =>
      nodes.flatMap((node) => {
        if (node.kind === 'kept') return [];
        const { rule, task } = node.injection;
        return [`${task === undefined ? rule.id : `${rule.id} ${task}`} is ${gateOf(node.injection)}`];
      }),
    ),
  );
  return {
    nodes: [...new Set(pairs.flat()), ...kinds].sort(),
    edges: pairs.flatMap(([from, to]) => (isNeedless(from, to) ? [] : [`${from} -> ${to}`])),
  };
}

/** Every pair of tasks and hooks of which one ends before the other begins. */
function order({ workflows }: CompileResult): readonly string[] {
  const [{ plan, after } = undefined!] = workflows;
  const labels = new Map<string, string>();
  for (const { dag, nodes } of plan.dags)
    for (const node of nodes) {
      if (node.kind === 'kept') continue;
      const { rule, task } = node.injection;
      labels.set(`${dag} ${node.name}`, task === undefined ? rule.id : `${rule.id} ${task}`);
    }
  const edges = new Map<string, string[]>();
  const begins: string[] = [];
  const edge = (from: string, to: string) => edges.set(from, [...(edges.get(from) ?? []), to]);
  const addDag = (index: number, around: string) => {
    const dag = after!.dags[index]!;
    const before = predecessorsOf(sequenced(dag), writtenReading(dag).sequence);
    for (const node of dag.nodes) {
      const own = labels.get(`${index} ${node.name}`) ?? (around === '' ? node.name : around);
      const body = node.call?.dag;
      const key = body === undefined ? own : `around ${after!.dags[body]!.name}`;
      const [begin, end] = [`${key} begins`, `${key} ends`];
      if (body === undefined) begins.push(key);
      else addDag(body, after!.dags[body]!.name);
      edge(begin, end);
      for (const need of before[node.index]!) edge(`${keyOf(index, need, around)} ends`, begin);
      if (around !== '') {
        edge(`around ${around} begins`, begin);
        edge(end, `around ${around} ends`);
      }
    }
  };
  const keyOf = (index: number, at: number, around: string): string => {
    const node = after!.dags[index]!.nodes[at]!;
    if (node.call?.dag !== undefined) return `around ${after!.dags[node.call.dag]!.name}`;
    return labels.get(`${index} ${node.name}`) ?? (around === '' ? node.name : around);
  };
  addDag(after!.roots[0]!, '');
  return begins
    .flatMap((from) => {
      const found = new Set([`${from} ends`]);
      for (const at of found) for (const next of edges.get(at) ?? []) found.add(next);
      return begins.flatMap((to) => (found.has(`${to} begins`) ? `${from} < ${to}` : []));
    })
    .sort();
}

const tasks = fc
  .array(fc.array(fc.nat(5), { maxLength: 3 }), { minLength: 1, maxLength: 6 })
  .map((list): Tasks => list.map((needs, at) => [...new Set(needs.filter((need) => need < at))]));

describe('the same tasks and the same rules have the same graph in every language', () => {
  test.each(Object.keys(languages))('%s, by an example', (language) => {
    expect(order(compiled(language, [[], [0]], ['pre_root', 'pre_task', 'post_task', 'final']))).toEqual(
      expect.arrayContaining(['begin < enter t0', 'enter t0 < t0', 't0 < leave t0', 'leave t0 < enter t1', 't1 < end']),
    );
    expect(order(compiled(language, [[], []], ['pre_task']))).toEqual([
      'ask t1 < t1',
      'enter t0 < t0',
      'enter t1 < ask t1',
      'enter t1 < t1',
    ]);
  });

  test.each(Object.keys(languages))('%s, all of it where two tasks are between two others', (language) => {
    const all = compiled(language, [[], [0], [0], [1, 2]], Object.keys(rules) as Point[]);
    expect(graph(all)).toMatchInlineSnapshot(`
      {
        "edges": [
          "ask t1 -> t1",
          "ask t3 -> t3",
          "begin -> enter t0",
          "enter t0 -> t0",
          "enter t1 -> ask t1",
          "enter t2 -> t2",
          "enter t3 -> ask t3",
          "leave t0 -> ready",
          "leave t2 -> enter t3",
          "ready -> enter t1",
          "ready -> enter t2",
          "t0 -> leave t0",
          "t1 -> enter t3",
          "t2 -> leave t2",
          "t3 -> end",
        ],
        "nodes": [
          "ask t1",
          "ask t1 is awaited",
          "ask t3",
          "ask t3 is awaited",
          "begin",
          "begin is gate",
          "end",
          "end is gate",
          "enter t0",
          "enter t0 is gate",
          "enter t1",
          "enter t1 is gate",
          "enter t2",
          "enter t2 is gate",
          "enter t3",
          "enter t3 is gate",
          "leave t0",
          "leave t0 is gate",
          "leave t2",
          "leave t2 is gate",
          "ready",
          "ready is gate",
          "t0",
          "t1",
          "t2",
          "t3",
        ],
      }
    `);
  });

  const others = Object.keys(languages).filter((language) => language !== 'dagu');

  test.each(others)('%s as Dagu', (language) => {
    fc.assert(
      fc.property(tasks, fc.subarray(Object.keys(rules) as Point[], { minLength: 1 }), (abstract, points) => {
        const [dagu, other] = ['dagu', language].map((one) => compiled(one, abstract, points));
        for (const { ok, diagnostics } of [dagu!, other!]) {
          const errors = diagnostics.filter(({ severity }) => severity === 'error');
          expect([ok, errors.map(({ code, message }) => `${code} ${message}`)]).toEqual([true, []]);
        }
        const [asDagu, asOther] = [graph(dagu!), graph(other!)];
        expect(asOther).toEqual(asDagu);
        // Hooks are not left out of the comparison.
        expect(asDagu.edges.some((edge) => /begin|ready|enter|leave|end/.test(edge)) || abstract.length === 1).toBe(
          true,
        );
      }),
      { seed, numRuns: 40 },
    );
  });
});
