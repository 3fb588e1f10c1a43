import type { Rule } from '../../../src/model/rule.js';
import type { Sequence } from '../../../src/model/workflow.js';
import type { Hook, Slot } from '../../../src/passes/graph/slot.js';
import { smallHook } from '../small-dag.js';

/** Where hooks go, in the words of no engine. */
export interface PlacementCase {
  readonly title: string;
  /** What the position in the list means, in each way in which the engine may read it. */
  readonly sequences: readonly Sequence[];
  /** As `smallDag` takes it. */
  readonly list: string;
  readonly hooks: readonly Hook[];
  /** The list with the needs that its text must state. */
  readonly expected: string;
}

const at = (kind: 'before' | 'after', node: number): Slot => ({ kind, node });
const hook = (name: string, slot: Slot, more?: Partial<Rule>) => smallHook(name, slot, more);
const [entry, middle, exit] = [{ kind: 'entry' }, { kind: 'middle' }, { kind: 'exit' }] as const;

const each =
  (...sequences: readonly Sequence[]) =>
  (title: string, list: string, hooks: readonly Hook[], expected: string): PlacementCase => ({
    title,
    sequences,
    list,
    hooks,
    expected,
  });
const inGraph = each('none');
const inChain = each('adds');

export const placementCases: readonly PlacementCase[] = [
  inGraph('after a node', 'a; b <- a; c <- a', [hook('x', at('after', 0))], 'a; x <- a; b <- x; c <- x'),
  inGraph('before a node', 'a; b; c <- a b', [hook('x', at('before', 2))], 'a; b; x <- a b; c <- x'),
  inGraph('after the last node', 'a', [hook('x', at('after', 0))], 'a; x <- a'),
  inGraph(
    'after a node and before the next one',
    'a; b <- a',
    [hook('x', at('after', 0)), hook('y', at('before', 1))],
    'a; x <- a; y <- x; b <- y',
  ),
  inGraph('before all', 'a; b; c <- a', [hook('x', entry)], 'x; a <- x; b <- x; c <- a'),
  inGraph('after all', 'a; b; c <- a', [hook('x', exit)], 'a; b; c <- a; x <- b c'),
  inGraph('in the middle, holding back', 'a; b; c <- a; d <- b', [hook('x', middle)], 'a; b; x <- a b; c <- x; d <- x'),
  inGraph('unawaited after a node', 'a; b <- a', [hook('x', at('after', 0), { await: false })], 'a; x <- a; b <- a'),
  inGraph(
    'an awaited one behind an unawaited one',
    'a; b <- a',
    [hook('x', at('after', 0), { await: false }), hook('y', at('after', 0), { order: 1 })],
    'a; x <- a; y <- a; b <- y',
  ),
  inGraph(
    'side by side, then one behind',
    'a; b <- a',
    [
      hook('x', at('after', 0), { parallel: 'g' }),
      hook('y', at('after', 0), { parallel: 'g' }),
      hook('z', at('after', 0), { order: 1 }),
    ],
    'a; x <- a; y <- a; z <- x y; b <- z',
  ),
  inGraph(
    'after the end, where hooks are behind last nodes',
    'a; b',
    [hook('x', at('after', 1)), hook('y', exit)],
    'a; b; x <- b; y <- a x',
  ),
  inChain('position says it all', 'a; b; c', [hook('x', at('after', 0)), hook('y', at('before', 2))], 'a; x; b; y; c'),
  inChain('a written need goes to the hook', 'a; b <- a; c <- a', [hook('x', at('after', 0))], 'a; x; b <- x; c <- x'),
  inChain('what position does not say is written', 'a; b; c <-', [hook('x', exit)], 'a; b; c <-; x <- b'),
  inChain('in a nested list', 'a; [b, c]; d', [hook('x', at('after', 1))], 'a; [b, x <- b, c]; d'),
  inChain('before one of a nested list', 'a; [b, c]; d', [hook('x', at('before', 2))], 'a; [b, x, c <- x]; d'),
  each('adds', 'none')(
    'where a list may be a graph or a chain, needs are written and the place is that of the chain',
    'a; b <- a',
    [hook('x', entry), hook('y', at('after', 0))],
    'x; a <- x; y <- a; b <- y',
  ),
  each('only')(
    'where position is all there is, nothing is written',
    'a; b',
    [hook('x', entry), hook('y', at('after', 0)), hook('z', exit)],
    'x; a; y; b; z',
  ),
];

/** A node of a list, hooks among them. */
export interface ShownNode {
  readonly name: string;
  /** `undefined` where nothing is written. */
  readonly needs: readonly string[] | undefined;
  /** The nested list that it is in. */
  readonly group: number | undefined;
}

/** A list as cases write it. */
export function showList(nodes: readonly ShownNode[]): string {
  const parts: string[][] = [];
  let last: number | undefined;
  for (const { name, needs, group } of nodes) {
    const text = needs === undefined ? name : `${name} <- ${needs.join(' ')}`.trim();
    if (group !== undefined && group === last) parts.at(-1)!.push(text);
    else parts.push(group === undefined ? [text] : ['', text]);
    last = group;
  }
  return parts.map((part) => (part[0] === '' ? `[${part.slice(1).join(', ')}]` : part[0])).join('; ');
}
