import { expect, test } from 'vitest';
import { graphsOf, writtenGraph } from '../../../src/passes/graph/border.js';
import type { NodeRoles } from '../../../src/passes/graph/node-roles.js';
import { type PlacedNode, placeHooks, type Ref } from '../../../src/passes/place/place.js';
import { rowsBySlot } from '../../../src/passes/place/rows.js';
import { needsToWrite } from '../../../src/passes/place/write-needs.js';
import { smallDag } from '../small-dag.js';
import { type PlacementCase, placementCases, showList } from './cases.js';

const noTasks: NodeRoles = { kind: 'tasks', isTask: () => false, setup: [] };

test.each(placementCases)('where position means $sequences: $title', (one) => {
  expect(place(one)).toBe(one.expected);
});

/** What is not changed stays as it was written. */
function place({ list, hooks, sequences }: PlacementCase): string {
  const dag = smallDag(list, sequences);
  const placed = placeHooks(dag, writtenGraph(dag, graphsOf(dag, noTasks)), rowsBySlot(hooks));
  const written = needsToWrite(dag, placed);
  const nameOf = (ref: Ref) => (typeof ref === 'number' ? dag.nodes[ref]!.name : ref.rule.id);
  const own = (node: PlacedNode) =>
    node.kind === 'base' ? dag.nodes[node.node]!.needs?.map((need) => need.name) : undefined;
  const homeOf = (node: PlacedNode) =>
    node.kind === 'base' ? dag.nodes[node.node]! : node.joins === undefined ? undefined : dag.nodes[node.joins]!;
  return showList(
    placed.map((node, index) => {
      const home = homeOf(node);
      return {
        name: nameOf(node.kind === 'base' ? node.node : node.hook),
        needs: written[index]?.map(nameOf) ?? own(node),
        group: home?.grouped ? home.entry : undefined,
      };
    }),
  );
}
