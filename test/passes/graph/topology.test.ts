import { describe, expect, test } from 'vitest';
import type { Sequence } from '../../../src/model/workflow.js';
import {
  type Edges,
  findCycle,
  leadsTo,
  predecessorsOf,
  reachable,
  sequenced,
  successorsOf,
} from '../../../src/passes/graph/topology.js';
import { cpuTime } from '../../text/cpu-time.js';
import { smallDag } from '../small-dag.js';

describe('predecessorsOf', () => {
  const list = 'a; b <- a; c; [d, e]; f <- a; g <-; h';

  test.each<[Sequence, string]>([
    ['none', 'a; b <- a; c; d; e; f <- a; g; h'],
    ['adds', 'a; b <- a; c <- b; d <- c; e <- c; f <- a d e; g; h <- g'],
    ['only', 'a; b <- a; c <- b; d <- c; e <- c; f <- d e; g <- f; h <- g'],
  ])('reads a list where position means %s', (sequence, expected) => {
    expect(printed(list, sequence)).toBe(expected);
  });

  test('adds what the engine adds by itself', () => {
    const nodes = sequenced(smallDag('a; b; c <- b')).map((node, index) =>
      index === 2 ? { ...node, engineNeeds: [0, 1] } : node,
    );
    expect(predecessorsOf(nodes, 'none')).toEqual([[], [], [0, 1]]);
  });
});

describe('findCycle', () => {
  test.each([
    ['a; b <- a; c <- a b', undefined],
    ['a <- a', ['a']],
    ['x; a <- c x; b <- a; c <- b; y <- c', ['a', 'c', 'b']],
    ['a <- b; b <- a; c <- d; d <- c', ['a', 'b']],
  ])('finds the first circle of %s, and nothing beside it', (list, expected) => {
    const dag = smallDag(list);
    expect(findCycle(predecessorsOf(sequenced(dag), 'none'))?.map((node) => dag.nodes[node]!.name)).toEqual(expected);
  });

  test('takes a circle of 50,000 nodes without a stack', () => {
    const count = 50_000;
    const ring = Array.from({ length: count }, (_, node) => [(node + 1) % count]);
    expect(findCycle(ring)).toHaveLength(count);
  });
});

test('reachable passes only through what it may pass', () => {
  const successors = successorsOf(predecessorsOf(sequenced(smallDag('a; b <- a; c <- b; d <- c')), 'none'));
  expect([...reachable(0, successors, (node) => node < 2)]).toEqual([1, 2]);
  expect([...reachable(0, successors, () => true)]).toEqual([1, 2, 3]);
});

describe('leadsTo', () => {
  const predecessors = predecessorsOf(sequenced(smallDag('a; b <- a; c <- b; d; e <- c d')), 'none');
  const graph = { predecessors, successors: successorsOf(predecessors) };

  test.each([
    [0, 1, true],
    [0, 4, true],
    [3, 4, true],
    [1, 0, false],
    [0, 3, false],
    [3, 2, false],
  ])('from %i to %i: %s', (from, to, expected) => {
    expect(leadsTo(from, to, graph)).toBe(expected);
  });

  test('answers like a walk from one end on every pair', () => {
    for (const from of predecessors.keys()) {
      const reached = reachable(from, graph.successors, () => true);
      for (const to of predecessors.keys()) if (to !== from) expect(leadsTo(from, to, graph)).toBe(reached.has(to));
    }
  });
});

function printed(list: string, sequence: Sequence): string {
  const dag = smallDag(list);
  return predecessorsOf(sequenced(dag), sequence)
    .map((needs, node) => {
      const names = needs.map((need) => dag.nodes[need]!.name);
      return [dag.nodes[node]!.name, ...(names.length > 0 ? ['<-', ...names] : [])].join(' ');
    })
    .join('; ');
}

test('jobs in thousands of stages wait for all earlier ones, which are listed in little time', () => {
  const nodes = Array.from({ length: 4000 }, (_, at) => ({ entry: at, needs: undefined, engineNeeds: [], stage: at }));
  let predecessors: Edges = [];
  expect(cpuTime(() => (predecessors = predecessorsOf(nodes, 'stages')))).toBeLessThan(1500);
  expect(predecessors.map(({ length }) => length)).toEqual(nodes.map(({ stage }) => stage));
});
