import { describe, expect, test } from 'vitest';
import type { Rule } from '../../../src/model/rule.js';
import type { Sequence } from '../../../src/model/workflow.js';
import { graphsOf, type NodeRoles, writtenGraph } from '../../../src/passes/graph/border.js';
import type { Hook, Slot } from '../../../src/passes/graph/slot.js';
import { type PlacedNode, placeHooks, type Ref } from '../../../src/passes/place/place.js';
import { stagesBySlot } from '../../../src/passes/place/stages.js';
import { needsToWrite } from '../../../src/passes/place/write-needs.js';
import { smallDag, smallHook } from '../small-dag.js';

const noTasks: NodeRoles = { kind: 'tasks', isTask: () => false, setup: [] };
const at = (kind: 'before' | 'after', node: number): Slot => ({ kind, node });
const hook = (name: string, slot: Slot, more?: Partial<Rule>) => smallHook(name, slot, more);

describe('in a graph', () => {
  test.each<[string, string, Hook[], string]>([
    ['after a node', 'a; b <- a; c <- a', [hook('x', at('after', 0))], 'a; x <- a; b <- x; c <- x'],
    ['before a node', 'a; b; c <- a b', [hook('x', at('before', 2))], 'a; b; x <- a b; c <- x'],
    ['after the last node', 'a', [hook('x', at('after', 0))], 'a; x <- a'],
    [
      'after a node and before the next one',
      'a; b <- a',
      [hook('x', at('after', 0)), hook('y', at('before', 1))],
      'a; x <- a; y <- x; b <- y',
    ],
    ['before all', 'a; b; c <- a', [hook('x', { kind: 'entry' })], 'x; a <- x; b <- x; c <- a'],
    ['after all', 'a; b; c <- a', [hook('x', { kind: 'exit' })], 'a; b; c <- a; x <- b c'],
    [
      'in the middle, holding back',
      'a; b; c <- a; d <- b',
      [hook('x', { kind: 'middle' })],
      'a; b; x <- a b; c <- x; d <- x',
    ],
    ['unawaited after a node', 'a; b <- a', [hook('x', at('after', 0), { await: false })], 'a; x <- a; b <- a'],
    [
      'an awaited one behind an unawaited one',
      'a; b <- a',
      [hook('x', at('after', 0), { await: false }), hook('y', at('after', 0), { order: 1 })],
      'a; x <- a; y <- a; b <- y',
    ],
    [
      'side by side, then one behind',
      'a; b <- a',
      [
        hook('x', at('after', 0), { parallel: 'g' }),
        hook('y', at('after', 0), { parallel: 'g' }),
        hook('z', at('after', 0), { order: 1 }),
      ],
      'a; x <- a; y <- a; z <- x y; b <- z',
    ],
  ])('%s', (_, list, hooks, expected) => {
    expect(place(list, hooks, ['none'])).toBe(expected);
  });

  test('after the end, where hooks are behind last nodes', () => {
    const hooks = [hook('x', at('after', 1)), hook('y', { kind: 'exit' })];
    expect(place('a; b', hooks, ['none'])).toBe('a; b; x <- b; y <- a x');
  });
});

describe('in a chain that adds', () => {
  test.each<[string, string, Hook[], string]>([
    ['position says it all', 'a; b; c', [hook('x', at('after', 0)), hook('y', at('before', 2))], 'a; x; b; y; c'],
    ['a written need goes to the hook', 'a; b <- a; c <- a', [hook('x', at('after', 0))], 'a; x; b <- x; c <- x'],
    ['what position does not say is written', 'a; b; c <-', [hook('x', { kind: 'exit' })], 'a; b; c <-; x <- b'],
    ['in a nested list', 'a; [b, c]; d', [hook('x', at('after', 1))], 'a; [b, x <- b, c]; d'],
    ['before one of a nested list', 'a; [b, c]; d', [hook('x', at('before', 2))], 'a; [b, x, c <- x]; d'],
  ])('%s', (_, list, hooks, expected) => {
    expect(place(list, hooks, ['adds'])).toBe(expected);
  });
});

test('where a list may be a graph or a chain, needs are written and the place is that of the chain', () => {
  const hooks = [hook('x', { kind: 'entry' }), hook('y', at('after', 0))];
  expect(place('a; b <- a', hooks, ['adds', 'none'])).toBe('x; a <- x; y <- a; b <- y');
});

test('where position is all there is, nothing is written', () => {
  const hooks = [hook('x', { kind: 'entry' }), hook('y', at('after', 0)), hook('z', { kind: 'exit' })];
  expect(place('a; b', hooks, ['only'])).toBe('x; a; y; b; z');
});

/** The list with the needs that its text must state; what is not changed stays as it was written. */
function place(list: string, hooks: readonly Hook[], sequences: readonly Sequence[]): string {
  const dag = smallDag(list, sequences);
  const placed = placeHooks(dag, writtenGraph(dag, graphsOf(dag, noTasks)), stagesBySlot(hooks));
  const written = needsToWrite(dag, placed);
  const name = (ref: Ref) => (typeof ref === 'number' ? dag.nodes[ref]!.name : ref.rule.id);
  const own = (node: PlacedNode) =>
    node.kind === 'base' ? dag.nodes[node.node]!.needs?.map((need) => need.name) : undefined;
  const entryOf = (node: PlacedNode) =>
    node.kind === 'base' ? dag.nodes[node.node]! : node.joins === undefined ? undefined : dag.nodes[node.joins]!;
  const parts: string[][] = [];
  let last: number | undefined;
  placed.forEach((node, index) => {
    const needs = written[index]?.map(name) ?? own(node);
    const self = node.kind === 'base' ? name(node.node) : name(node.hook);
    const text = needs === undefined ? self : `${self} <- ${needs.join(' ')}`.trim();
    const home = entryOf(node);
    const group = home?.grouped ? home.entry : undefined;
    if (group !== undefined && group === last) parts.at(-1)!.push(text);
    else parts.push(group === undefined ? [text] : ['', text]);
    last = group;
  });
  return parts.map((part) => (part[0] === '' ? `[${part.slice(1).join(', ')}]` : part[0])).join('; ');
}
