import {
  type DagRemoval,
  type EmptyValue,
  type InPlaceOfList,
  type Marks,
  marksByDag,
  type NodeMark,
  type Removal,
  waiterLabels,
} from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { Dag } from '../../model/workflow.js';
import { emptyListMayCut } from '../graph/topology.js';
import { namesTold, namesToTakeOut } from './names-to-take-out.js';
import { needsAfter } from './needs-after.js';
import type { NodesByDag } from './nodes-by-dag.js';
import { type NamedWorkflow, orderOfHooks, readByPosition } from './order-of-hooks.js';

/** What is to be taken out of a workflow, and what hooks without a mark tell all the same. */
export interface TakenHooks {
  readonly taken: NodesByDag;
  /** Names that were written down for hooks without a mark, by DAG. */
  readonly names: ReadonlyMap<number, DagRemoval['names']>;
  /** Nodes that nothing waited for. */
  readonly ends: NodesByDag;
  readonly handlers: Plan['handlers'];
}

/** What to take out, and what those that waited for it wait for instead. */
export function removalOf(
  { workflow, namesIn }: NamedWorkflow,
  marks: Marks,
  { taken, names: likelyNames, ends, handlers }: TakenHooks,
): Removal {
  const nodeMarks = marksByDag(marks.nodes);
  const isByPosition = orderOfHooks({ workflow, namesIn }, marks, taken).kind === 'position';
  return {
    handlers,
    dags: [...taken].map(([index, nodes]) => {
      const ofDag = nodeMarks.get(index) ?? [];
      const dag = isByPosition ? readByPosition(workflow.dags[index]!) : workflow.dags[index]!;
      const told = new Map([...(likelyNames.get(index) ?? []), ...namesTold(dag, nodes, ofDag)]);
      const needsIf = (gone: DagRemoval['names']) =>
        needsAfter({ dag, taken: nodes, marks: ofDag, gone, ends: ends.get(index) ?? new Set() }, namesIn);
      const wanted = needsIf(told);
      const names = namesToTakeOut(dag, nodes, wanted, told, namesIn);
      const needs = names.size === told.size ? wanted : needsIf(names);
      return { dag: index, nodes, needs, ...listsLeft(dag, nodes, needs, ofDag), names };
    }),
  };
}

/** Of nodes that nothing is left for to wait for, those that had a list of needs, empty or without a value, and those that had none. */
function listsLeft(
  dag: Dag,
  taken: ReadonlySet<number>,
  needs: ReadonlyMap<number, readonly string[]>,
  marks: readonly NodeMark[],
): Pick<DagRemoval, 'cut' | 'empty' | 'lone' | 'bare'> {
  const markOf = new Map(marks.flatMap((mark) => (taken.has(mark.node) ? [[mark.node, mark]] : [])));
  const labels = waiterLabels(dag.nodes);
  // Where an empty list may cut a node off, marks report it; elsewhere they are silent about it.
  const isReported = emptyListMayCut(dag);
  const cut = new Set<number>();
  const empty = new Map<number, EmptyValue>();
  const lone = new Map<number, InPlaceOfList>();
  const bare = new Set<number>();
  for (const [node, left] of needs) {
    const label = labels[node]!;
    const told = dag.nodes[node]!.needs!.flatMap((need) => markOf.get(need.node ?? -1) ?? []);
    const before = told.flatMap((mark) => mark.lone.get(label) ?? []).at(-1);
    if (before && (before !== 'name' || left.length === 1)) lone.set(node, before);
    if (left.length > 0) continue;
    const value = told.flatMap((mark) => mark.empty.get(label) ?? []).at(-1);
    if (told.some((mark) => mark.cut.has(label))) cut.add(node);
    else if (value) empty.set(node, value);
    else if (isReported && told.length > 0) bare.add(node);
  }
  return { cut, empty, lone, bare };
}
