import { describe, expect, test } from 'vitest';
import type { Sequence } from '../../../src/model/workflow.js';
import { graphsOf } from '../../../src/passes/graph/border.js';
import type { Slot } from '../../../src/passes/graph/slot.js';
import { sequenced } from '../../../src/passes/graph/topology.js';
import { findBreaches } from '../../../src/passes/place/laws.js';
import type { PlannedListNode } from '../../../src/passes/place/planned-list.js';
import { smallDag } from '../small-dag.js';

const roles = { kind: 'tasks', isTask: () => false, setup: [] } as const;

interface Made {
  readonly slot: Slot;
  readonly awaited?: boolean;
  readonly detached?: boolean;
  readonly pastFailure?: boolean;
}

describe('a list that holds', () => {
  test.each<[string, string, Record<string, Made>]>([
    ['a; b <- a', 'a; x <- a; b <- x', { x: { slot: { kind: 'after', node: 0 } } }],
    ['a; b <- a', 'x; a <- x; b <- a', { x: { slot: { kind: 'entry' } } }],
    ['a; b; c <- a b', 'a; b; x <- a b; c <- x', { x: { slot: { kind: 'before', node: 2 } } }],
    ['a; b; c <- a', 'a; b; c <- a; x <- b c', { x: { slot: { kind: 'exit' } } }],
    ['a; b <- a', 'a; x <- a; b <- a', { x: { slot: { kind: 'after', node: 0 }, awaited: false } }],
    ['a; b; c <- a; d <- b', 'a; b; x <- a b; c <- x; d <- x', { x: { slot: { kind: 'middle' } } }],
    [
      'a; b <- a',
      'a; x <- a; y <- x; b <- y a',
      { x: { slot: { kind: 'after', node: 0 } }, y: { slot: { kind: 'after', node: 0 } } },
    ],
  ])('%s as %s', (before, after, hooks) => {
    expect(breaches(before, after, hooks)).toEqual([]);
  });
});

describe('a breach', () => {
  test.each<[string, string, string, Record<string, Made>, string[]]>([
    [
      'of acyclic: hooks that wait for each other',
      'a; b <- a',
      'a <- x; x <- b; b <- a',
      { x: { slot: { kind: 'after', node: 1 } } },
      ['acyclic: steps would wait for each other in a circle: a waits for x waits for b'],
    ],
    [
      'of order kept: a need is gone',
      'a; b <- a',
      'a; x <- a; b',
      { x: { slot: { kind: 'exit' }, awaited: false } },
      ['order kept: `b` would no longer wait for `a`', 'gate holds: `x` would not wait for `b`'],
    ],
    [
      'of no order invented: free nodes are tied through a hook',
      'a; b',
      'a; x <- a; b <- x',
      { x: { slot: { kind: 'after', node: 0 } } },
      ['no order invented: `b` would wait for `a`, which it did not before'],
    ],
    [
      'of no order invented: free nodes are tied directly',
      'a; b',
      'a; b <- a; x <- b',
      { x: { slot: { kind: 'after', node: 1 } } },
      ['no order invented: `b` would wait for `a`, which it did not before'],
    ],
    [
      'of gate holds: a way round the gate',
      'a; b <- a; c <- a',
      'a; x <- a; b <- x; c <- a',
      { x: { slot: { kind: 'after', node: 0 } } },
      ['gate holds: `c` would not wait for `x`'],
    ],
    [
      'of gate holds: a gate that starts too early',
      'a; b; c <- a b',
      'a; b; x <- a; c <- x b',
      { x: { slot: { kind: 'before', node: 2 } } },
      ['gate holds: `x` would not wait for `b`'],
    ],
    [
      'of gate holds: a root that does not wait for what comes before all',
      'a; b',
      'x; a <- x; b',
      { x: { slot: { kind: 'entry' } } },
      ['gate holds: `b` would not wait for `x`'],
    ],
    [
      'of gate holds: the end before a last node has ended',
      'a; b',
      'a; b; x <- b',
      { x: { slot: { kind: 'exit' } } },
      ['gate holds: `x` would not wait for `a`'],
    ],
    [
      'of nobody waits',
      'a; b <- a',
      'a; x <- a; b <- x',
      { x: { slot: { kind: 'after', node: 0 }, awaited: false } },
      ['nobody waits: `b` would wait for `x`'],
    ],
  ])('%s', (_, before, after, hooks, expected) => {
    expect(breaches(before, after, hooks)).toEqual(expected);
  });

  test('is not one where an unawaited hook starts and returns at once', () => {
    const hooks = { x: { slot: { kind: 'after', node: 0 }, awaited: false, detached: true } } as const;
    expect(breaches('a; b', 'a; x; b', hooks, 'adds')).toEqual([]);
    expect(breaches('a; b', 'a; x; b', { x: { ...hooks.x, detached: false } }, 'adds')).toEqual([
      'nobody waits: `b` would wait for `x`',
    ]);
  });

  test('of a chain that was cut is seen', () => {
    expect(breaches('a; b <-; c', 'a; x; b <- x; c', { x: { slot: { kind: 'after', node: 0 } } }, 'adds')).toEqual([
      'no order invented: `b` would wait for `a`, which it did not before',
    ]);
  });
});

test('a gate between two rows of thousands costs no walk for each pair', () => {
  const started = performance.now();
  expect(breaches(...gateBetweenRows(4_000))).toEqual([]);
  expect(performance.now() - started).toBeLessThan(6_000);
});

function gateBetweenRows(count: number) {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const firsts = numbers.map((number) => `a${number}`);
  const before = [...firsts, ...numbers.map((number) => `b${number} <- a${number}`)];
  const after = [...firsts, `x <- ${firsts.join(' ')}`, ...numbers.map((number) => `b${number} <- x`)];
  return [before.join(';'), after.join(';'), { x: { slot: { kind: 'middle' } } }] as const;
}

/** Reads both lists, one of them with hooks by name, and holds the second against the first. */
function breaches(
  before: string,
  after: string,
  hooks: Readonly<Record<string, Made>>,
  sequence: Sequence = 'none',
): readonly string[] {
  const dag = smallDag(before, [sequence]);
  const indexOf = new Map(dag.nodes.map((node) => [node.name, node.index]));
  const made = smallDag(after, [sequence]);
  const list = sequenced(made).map((node, at): PlannedListNode => {
    const { name } = made.nodes[at]!;
    const hook = hooks[name];
    return { ...node, base: hook ? undefined : indexOf.get(name), hook: hook && lawHook(name, hook) };
  });
  const [graph] = graphsOf(dag, roles);
  return findBreaches(dag, graph!.base, list, sequence).map(({ law, why }) => `${law}: ${why}`);
}

function lawHook(name: string, { slot, awaited = true, detached = false, pastFailure = false }: Made) {
  return { name, rule: name, slot, awaited, detached, pastFailure };
}
