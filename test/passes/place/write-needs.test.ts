import { describe, expect, test } from 'vitest';
import { entryNumbers } from '../../../src/passes/place/entry-numbers.js';
import type { PlacedNode, Ref } from '../../../src/passes/place/place.js';
import { needsToWrite } from '../../../src/passes/place/write-needs.js';
import { smallDag, smallHook } from '../small-dag.js';

const x = smallHook('x', { kind: 'exit' });
const node = (index: number, ...needs: Ref[]): PlacedNode => ({ kind: 'base', node: index, needs });
const hook = (...needs: Ref[]): PlacedNode => ({ kind: 'hook', hook: x, needs, joins: undefined });

describe('where only what is written counts', () => {
  test('a node whose needs stay is not touched, whatever their order', () => {
    const dag = smallDag('a; b; c <- b a');
    expect(needsToWrite(dag, [node(0), node(1), node(2, 0, 1)])).toEqual([undefined, undefined, undefined]);
  });

  test('a node that waits for a hook gets it written', () => {
    const dag = smallDag('a; b <- a');
    expect(needsToWrite(dag, [node(0), hook(0), node(1, x)])).toEqual([undefined, [0], [x]]);
  });

  test('what the engine adds by itself is not written', () => {
    const base = smallDag('a; b');
    const dag = { ...base, nodes: base.nodes.map((one) => (one.index === 1 ? { ...one, engineNeeds: [0] } : one)) };
    expect(needsToWrite(dag, [node(0), node(1, 0)])).toEqual([undefined, undefined]);
    expect(needsToWrite(dag, [node(0), hook(0), node(1, 0, x)])).toEqual([undefined, [0], [x]]);
  });

  test('a hook that waits for nothing says nothing', () => {
    expect(needsToWrite(smallDag('a'), [hook(), node(0, x)])).toEqual([undefined, [x]]);
  });
});

describe('where position adds needs', () => {
  const chain = (line: string) => smallDag(line, ['adds']);

  test('what position says is not written', () => {
    expect(needsToWrite(chain('a; b; c'), [node(0), hook(0), node(1, x), node(2, 1)])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('a need further up is said by position, too', () => {
    expect(needsToWrite(chain('a; b; c'), [node(0), node(1, 0), node(2, 1), hook(0)])[3]).toBeUndefined();
  });

  test('a need beyond a cut is written', () => {
    expect(needsToWrite(chain('a; b <-'), [node(0), node(1), hook(0, 1)])[2]).toEqual([0]);
  });

  test('an empty list that cuts the chain stays', () => {
    expect(needsToWrite(chain('a; b <-; c'), [node(0), hook(0), node(1), node(2, 1)])[2]).toBeUndefined();
  });

  test('within a nested list nothing is said by position', () => {
    const dag = chain('a; [b, c]; d');
    const joined: PlacedNode = { kind: 'hook', hook: x, needs: [1], joins: 1 };
    expect(needsToWrite(dag, [node(0), node(1, 0), joined, node(2, 0), node(3, x, 2)])[2]).toEqual([1]);
  });
});

test('where position is all there is, nothing is written', () => {
  const dag = smallDag('a; b', ['only']);
  expect(needsToWrite(dag, [node(0), hook(0), node(1, x)])).toEqual([undefined, undefined, undefined]);
});

test('a hook has an entry of its own unless it joins a nested list', () => {
  const dag = smallDag('a; [b, c]; d');
  const placed = [
    { kind: 'base', node: 0 },
    { kind: 'hook', joins: undefined },
    { kind: 'base', node: 1 },
    { kind: 'hook', joins: 1 },
    { kind: 'base', node: 2 },
    { kind: 'base', node: 3 },
    { kind: 'hook', joins: undefined },
    { kind: 'hook', joins: undefined },
  ] as const;
  expect(entryNumbers(dag, placed)).toEqual([0, 1, 2, 2, 2, 3, 4, 5]);
});
