import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Arrow } from '../../../src/render/graph/drawn-order.js';
import { drawLanes, type LaneLine } from '../../../src/render/graph/lanes.js';

const graphs = fc.integer({ min: 1, max: 14 }).chain((count) =>
  fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { selector: String, maxLength: 40 }).map((pairs) => ({
    count,
    arrows: pairs.flatMap(([a, b]): readonly Arrow[] => (a < b ? [{ from: a, to: b }] : [])),
  })),
);

test('the one who follows the lines finds every arrow and no other', () => {
  fc.assert(
    fc.property(graphs, fc.integer({ min: 1, max: 12 }), ({ count, arrows }, most) => {
      const lines = drawLanes(count, arrows, most);
      expect(read(lines)).toEqual(arrows.map(({ from, to }) => `${from} ${to}`).sort());
      expect(lines.flatMap(({ node }) => node?.index ?? []).sort()).toEqual([...Array(count).keys()].sort());
    }),
    { numRuns: 3000 },
  );
});

/** Reads a drawing as a person does: down the lanes, and along the lines beside and below each node. */
function read(lines: readonly LaneLine[]): readonly string[] {
  const found: string[] = [];
  let lanes = new Map<number, Set<number>>();
  let last: { readonly node: number; readonly column: number; readonly direct: boolean } | undefined;
  for (const { lanes: text, node } of lines) {
    const at = (column: number) => text[column * 2] ?? ' ';
    const width = Math.ceil(text.length / 2) + 1;
    const below = new Map<number, Set<number>>();
    if (node) {
      const begins = last?.direct && last.column !== node.column && '│├┤┼╰╯┴'.includes(at(last.column));
      if (begins && !lanes.has(last!.column)) lanes.set(last!.column, new Set([last!.node]));
      const met = along(text, node.column);
      const fromAbove =
        lanes.get(node.column) ?? (met.length === 0 && last?.column === node.column && last.direct ? [last.node] : []);
      const needs = new Set([...fromAbove, ...met.flatMap((column) => [...(lanes.get(column) ?? [])]), ...node.unseen]);
      for (const need of needs) found.push(`${need} ${node.index}`);
      for (let column = 0; column < width; column++) {
        if (column !== node.column && '│├┤┼'.includes(at(column))) below.set(column, new Set(lanes.get(column)));
      }
      last = { node: node.index, column: node.column, direct: true };
    } else {
      const met = '├┤┼╰╯┴'.includes(at(last!.column)) ? along(text, last!.column) : [];
      for (let column = 0; column < width; column++) {
        if ('│├┤┼┬╮╭'.includes(at(column))) below.set(column, new Set(lanes.get(column)));
      }
      const own = at(last!.column);
      if ('│├┤┼'.includes(own) && last!.direct && !lanes.has(last!.column))
        below.set(last!.column, new Set([last!.node]));
      for (const column of met) below.get(column)!.add(last!.node);
      last = { ...last!, direct: false };
    }
    lanes = below;
  }
  return found.sort();
}

/** The columns that the line through a column matches; a lane that keeps its own line is only crossed. */
function along(text: string, column: number): readonly number[] {
  const met: number[] = [];
  for (const step of [-1, 1]) {
    for (let at = column; text[at * 2 + step] === '─'; ) {
      at += step;
      const sign = text[at * 2];
      if (sign !== '│' && sign !== '─') met.push(at);
    }
  }
  return met;
}
