import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PictureDag, PictureEdge } from '../../../src/model/picture.js';
import type { Injection } from '../../../src/model/plan.js';
import { drawnOrder } from '../../../src/render/graph/drawn-order.js';
import { foldByRule } from '../../../src/render/graph/fold-by-rule.js';

/** Nodes by name; `rule` where one is added, `task` where it is for a node. */
interface Node {
  readonly name: string;
  readonly rule?: string;
  readonly task?: string;
}

function dagOf(nodes: readonly Node[], arrows: readonly (readonly [from: number, to: number])[]): PictureDag {
  return {
    name: 'flow',
    file: 'flow.yaml',
    isRoot: true,
    reading: undefined,
    nodes: nodes.map(({ name, rule, task }) => ({
      name,
      type: 'command',
      call: undefined,
      span: undefined,
      hook: rule === undefined ? undefined : { rule, injection: { task } as Injection, forecast: undefined },
    })),
    edges: arrows.map(([from, to]): PictureEdge => ({ from, to, change: 'kept' })),
    handlers: [],
    denied: [],
  };
}

describe('folding by task and rule', () => {
  test('puts tasks with hooks of the same rules together, and leaves one that is alone as it is', () => {
    const services = ['a', 'b', 'c', 'd'];
    const nodes: readonly Node[] = [
      { name: 'begin' },
      ...services.map((one) => ({ name: `test-${one}` })),
      ...services.map((one) => ({ name: `hook-${one}`, rule: 'coverage', task: `test-${one}` })),
      { name: 'deploy' },
      { name: 'hook-deploy', rule: 'review', task: 'deploy' },
    ];
    const arrows = services.flatMap((_, at) => [
      [0, 1 + at] as const,
      [1 + at, 5 + at] as const,
      [5 + at, 10] as const,
    ]);
    const fold = foldByRule(dagOf(nodes, [...arrows, [10, 9]]), [])!;
    expect(fold.blocks.map(({ members }) => members)).toEqual([[0], [1, 2, 3, 4, 5, 6, 7, 8], [9], [10]]);
    expect(fold.blocks.map(({ hooks }) => hooks.map(({ rule }) => rule))).toEqual([[], ['coverage'], [], ['review']]);
    expect(fold.edges.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 3],
      [3, 2],
    ]);
  });

  const dags = fc.integer({ min: 4, max: 40 }).chain((count) =>
    fc
      .record({
        pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 60 }),
        hooks: fc.array(fc.tuple(fc.nat(count - 1), fc.constantFrom('x', 'y'), fc.nat(count - 1)), { maxLength: 12 }),
      })
      .map(({ pairs, hooks }) => {
        const nodes: Node[] = Array.from({ length: count }, (_, at) => ({ name: `n${at}` }));
        for (const [at, rule, task] of hooks) nodes[at] = { name: `hook-${at}`, rule, task: `n${task}` };
        return dagOf(
          nodes,
          pairs.filter(([a, b]) => a < b),
        );
      }),
  );

  test('has each step in one block, and no blocks that wait for each other in a circle', () => {
    let folded = 0;
    fc.assert(
      fc.property(dags, (dag) => {
        const fold = foldByRule(dag, []);
        if (!fold) return;
        folded += 1;
        const members = fold.blocks.flatMap((block) => block.members);
        expect([...members].sort((a, b) => a - b)).toEqual([...dag.nodes.keys()]);
        expect(drawnOrder(fold.blocks.length, fold.edges)).toHaveLength(fold.blocks.length);
        const blockOf = new Map(fold.blocks.flatMap((block, at) => block.members.map((one) => [one, at] as const)));
        const between = new Set(fold.edges.map(({ from, to }) => `${from} ${to}`));
        for (const { from, to } of dag.edges) {
          const [a, b] = [blockOf.get(from)!, blockOf.get(to)!];
          expect(a === b || between.has(`${a} ${b}`)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
    expect(folded).toBeGreaterThan(200);
  });
});
