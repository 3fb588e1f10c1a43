import type { FactValue } from './facts.js';
import { type CelNode, factAt, functionOf, isLoop, partsOf } from './tree.js';

/**
 * The most work that an expression can be with these facts, in characters that are looked at: more than it will be, and known
 * before it begins, because a workflow may hold texts that were made to take long.
 */
export function costOf(tree: CelNode, facts: readonly FactValue[]): number {
  const sizes = facts.map(sizeOf);
  const items = Math.max(1, longestList(tree), ...sizes.map(({ items }) => items));
  const longest = Math.max(1, ...sizes.map(({ longest }) => longest));
  const all = Math.max(1, ...sizes.map(({ all }) => all));
  return cost(tree, { items, longest, all });
}

interface Size {
  /** Of the longest list. */
  readonly items: number;
  /** Characters of the longest text, and of all texts of a list. */
  readonly longest: number;
  readonly all: number;
}

function cost(node: CelNode, size: Size): number {
  const parts = partsOf(node);
  const own = ownCost(node, parts, size);
  if (!isLoop(node)) return own + sum(parts.map((part) => cost(part, size)));
  const [list, , predicate] = parts;
  return own + cost(list!, size) + size.items * (predicate ? cost(predicate, size) : 0);
}

/** A part is looked at, and what it does with texts and lists goes by their lengths; a text made for it makes `contains` go back at each character. */
function ownCost(node: CelNode, parts: readonly CelNode[], { items, longest, all }: Size): number {
  const name = functionOf(node);
  const text = parts.find(isText);
  if (name === 'contains') return step + longest * (1 + (text ? lengthOf(text) : longest) / 4);
  if (name !== undefined) return step + (factAt(parts[0]!) ? items : longest);
  if (node.op === 'in') return step + items + all;
  if (comparing.has(node.op)) return step + (text ? lengthOf(text) : parts.some(isNumber) ? 1 : all);
  return step;
}

const step = 100;
const comparing = new Set(['==', '!=', '<', '<=', '>', '>=']);

function isText({ op, args }: CelNode): boolean {
  return op === 'value' && typeof args === 'string';
}

function lengthOf({ args }: CelNode): number {
  return (args as string).length;
}

function isNumber({ op, args }: CelNode): boolean {
  return op === 'value' && typeof args !== 'string';
}

function longestList(node: CelNode): number {
  const parts = partsOf(node);
  return Math.max(node.op === 'list' ? parts.length : 0, ...parts.map(longestList));
}

function sizeOf(value: FactValue): Size {
  if (typeof value === 'bigint') return { items: 1, longest: 1, all: 1 };
  const texts = typeof value === 'string' ? [value] : [...value].flat();
  const lengths = texts.map(({ length }) => length);
  return { items: texts.length, longest: lengths.reduce((a, b) => Math.max(a, b), 0), all: sum(lengths) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
