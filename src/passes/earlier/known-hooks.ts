import type { Engine } from '../../model/engine.js';
import {
  type DagRemoval,
  type EmptyValue,
  hookPrefix,
  type Marks,
  marksByDag,
  type NodeMark,
  type Removal,
  waiterLabels,
} from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { RuleSet } from '../../model/rule.js';
import type { Dag, Fingerprints, Workflow } from '../../model/workflow.js';
import { emptyListMayCut } from '../graph/topology.js';
import { legalSigns, namesOfRule } from '../rules/hook-name.js';
import { namesTold, namesToTakeOut } from './names-to-take-out.js';
import { needsAfter } from './needs-after.js';
import { type NamedWorkflow, orderOfHooks, readByPosition } from './order-of-hooks.js';

/** Nodes by DAG. */
export type TakenNodes = ReadonlyMap<number, ReadonlySet<number>>;

/** The nodes that carry a mark. */
export function markedNodes({ nodes }: Marks): TakenNodes {
  return grouped(nodes);
}

/** Nodes without a mark that are called as a hook of these rules would be. A name that the engine makes up is no hook's. */
export function namedLikeHooks(workflow: Workflow, engine: Engine, marks: Marks, { rules }: RuleSet): TakenNodes {
  const beginnings = [...new Set(rules.flatMap(namesOfRule).map((name) => legalSigns(name, engine)))];
  const isLike = (name: string) => {
    if (!name.startsWith(hookPrefix)) return false;
    const uncut = withoutHash(name);
    return beginnings.some((one) => name === one || name.startsWith(`${one}-`) || (uncut && one.startsWith(uncut)));
  };
  const marked = markedNodes(marks);
  return grouped(
    workflow.dags.flatMap((dag) =>
      dag.nodes
        .filter((node) => node.named && isLike(node.name) && !node.isOwn && !marked.get(dag.index)?.has(node.index))
        .map((node) => ({ dag: dag.index, node: node.index })),
    ),
  );
}

/** What is left of a name that was cut; `undefined` for one that was not. */
function withoutHash(name: string): string | undefined {
  return /^(.+)-[0-9a-f]{8}$/.exec(name)?.[1];
}

/**
 * Of nodes that may be hooks, those that say what the plan for the workflow without them puts into the same DAG.
 * @param found what the text says with them
 * @param demanded what it would say by that plan
 */
export function demandedNodes(
  candidates: TakenNodes,
  found: Fingerprints,
  plan: Plan,
  demanded: Fingerprints,
): TakenNodes {
  const kept: { dag: number; node: number }[] = [];
  const plans = new Map(plan.dags.map(({ dag, nodes }) => [dag, nodes]));
  for (const [dag, nodes] of candidates) {
    const prints = new Set(
      plans.get(dag)?.flatMap((node, at) => (node.kind === 'injected' ? [demanded.at(dag)!.node(at)] : [])),
    );
    for (const node of nodes) if (prints.has(found.at(dag)!.node(node))) kept.push({ dag, node });
  }
  return grouped(kept);
}

/**
 * Of nodes that may be hooks, those that are left where one has the very name of a hook of the plan but says something else: it is
 * none, and others may say what they do because of it.
 */
export function withoutRefuted(likely: TakenNodes, demanded: TakenNodes, { dags }: Workflow, plan: Plan): TakenNodes {
  const names = new Map(
    plan.dags.map(({ dag, nodes }) => [
      dag,
      new Set(nodes.flatMap((node) => (node.kind === 'injected' ? [node.name] : []))),
    ]),
  );
  return grouped(
    [...likely].flatMap(([dag, nodes]) =>
      [...nodes].flatMap((node) => {
        const isRefuted = names.get(dag)?.has(dags[dag]!.nodes[node]!.name) && !demanded.get(dag)?.has(node);
        return isRefuted ? [] : [{ dag, node }];
      }),
    ),
  );
}

export function united(first: TakenNodes, second: TakenNodes): TakenNodes {
  const pairs = [...first, ...second].flatMap(([dag, nodes]) => [...nodes].map((node) => ({ dag, node })));
  return grouped(pairs);
}

export function sameNodes(first: TakenNodes, second: TakenNodes): boolean {
  return countOf(first) === countOf(second) && countOf(united(first, second)) === countOf(first);
}

export function countOf(taken: TakenNodes): number {
  return [...taken.values()].reduce((sum, nodes) => sum + nodes.size, 0);
}

/** What is to be taken out of a workflow, and what hooks without a mark tell all the same. */
export interface TakenHooks {
  readonly taken: TakenNodes;
  /** Names that were written down for hooks without a mark, by DAG. */
  readonly names: ReadonlyMap<number, DagRemoval['names']>;
  /** Nodes that nothing waited for. */
  readonly ends: TakenNodes;
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
): Pick<DagRemoval, 'cut' | 'empty' | 'bare'> {
  const markOf = new Map(marks.flatMap((mark) => (taken.has(mark.node) ? [[mark.node, mark]] : [])));
  const labels = waiterLabels(dag.nodes);
  // Where an empty list may cut a node off, marks report it; elsewhere they are silent about it.
  const isReported = emptyListMayCut(dag);
  const cut = new Set<number>();
  const empty = new Map<number, EmptyValue>();
  const bare = new Set<number>();
  for (const [node, left] of needs) {
    if (left.length > 0) continue;
    const label = labels[node]!;
    const told = dag.nodes[node]!.needs!.flatMap((need) => markOf.get(need.node ?? -1) ?? []);
    const value = told.flatMap((mark) => mark.empty.get(label) ?? []).at(-1);
    if (told.some((mark) => mark.cut.has(label))) cut.add(node);
    else if (value) empty.set(node, value);
    else if (isReported && told.length > 0) bare.add(node);
  }
  return { cut, empty, bare };
}

function grouped(pairs: readonly { readonly dag: number; readonly node: number }[]): TakenNodes {
  const groups = new Map<number, Set<number>>();
  for (const { dag, node } of pairs) {
    const group = groups.get(dag);
    if (group) group.add(node);
    else groups.set(dag, new Set([node]));
  }
  return groups;
}
