import { type Marks, marksByDag, type NodeMark, type Removal, waiterLabels } from '../../model/mark.js';
import type { Plan } from '../../model/plan.js';
import type { RuleSet } from '../../model/rule.js';
import type { Dag, Fingerprints, NamesIn, Workflow } from '../../model/workflow.js';
import { hookName } from '../rules/name.js';
import { namesToTakeOut } from './names-to-take-out.js';
import { type NeedRef, needsWithout } from './take-out.js';

/** Nodes by DAG. */
export type TakenNodes = ReadonlyMap<number, ReadonlySet<number>>;

/** The nodes that carry a mark. */
export function markedNodes({ nodes }: Marks): TakenNodes {
  return grouped(nodes);
}

/** Nodes without a mark that are called as a hook of these rules would be. */
export function namedLikeHooks(workflow: Workflow, marks: Marks, { rules }: RuleSet, maxNameBytes: number): TakenNodes {
  const names = new Set(rules.map(hookName));
  const isLike = (name: string) =>
    name.startsWith('hook-') &&
    (names.has(name) || names.has(name.replace(/-\d{1,9}$/, '')) || name.length === maxNameBytes);
  const marked = markedNodes(marks);
  return grouped(
    workflow.dags.flatMap((dag) =>
      dag.nodes
        .filter((node) => isLike(node.name) && !marked.get(dag.index)?.has(node.index))
        .map((node) => ({ dag: dag.index, node: node.index })),
    ),
  );
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
      plans.get(dag)?.flatMap((node, at) => (node.kind === 'injected' ? [demanded[dag]!.node(at)] : [])),
    );
    for (const node of nodes) if (prints.has(found[dag]!.node(node))) kept.push({ dag, node });
  }
  return grouped(kept);
}

export function united(first: TakenNodes, second: TakenNodes): TakenNodes {
  const pairs = [...first, ...second].flatMap(([dag, nodes]) => [...nodes].map((node) => ({ dag, node })));
  return grouped(pairs);
}

export function countOf(taken: TakenNodes): number {
  return [...taken.values()].reduce((sum, nodes) => sum + nodes.size, 0);
}

export interface NamedWorkflow {
  readonly workflow: Workflow;
  readonly namesIn: NamesIn;
}

/** What to take out, and what those that waited for it wait for instead. */
export function removalOf(
  { workflow, namesIn }: NamedWorkflow,
  marks: Marks,
  taken: TakenNodes,
  handlers: Plan['handlers'],
): Removal {
  const nodeMarks = marksByDag(marks.nodes);
  return {
    handlers,
    dags: [...taken].map(([index, nodes]) => {
      const ofDag = nodeMarks.get(index) ?? [];
      const dag = workflow.dags[index]!;
      const needs = needsAfter(dag, nodes, ofDag, namesIn);
      const names = namesToTakeOut(dag, nodes, needs, ofDag, namesIn);
      return { dag: index, nodes, needs, cut: cutAgain(dag, nodes, needs, ofDag), names };
    }),
  };
}

/** Nodes that nothing is left for to wait for, and that were cut off before a hook took the place of the empty list. */
function cutAgain(
  dag: Dag,
  taken: ReadonlySet<number>,
  needs: ReadonlyMap<number, readonly string[]>,
  marks: readonly NodeMark[],
): ReadonlySet<number> {
  const cut = new Map(
    marks.flatMap((mark) => (taken.has(mark.node) && mark.cut.size > 0 ? [[mark.node, mark.cut]] : [])),
  );
  if (cut.size === 0) return new Set();
  const labels = waiterLabels(dag.nodes);
  const isCut = (node: number) =>
    dag.nodes[node]!.needs!.some((need) => need.node !== undefined && cut.get(need.node)?.has(labels[node]!));
  return new Set([...needs].flatMap(([node, left]) => (left.length === 0 && isCut(node) ? [node] : [])));
}

function needsAfter(
  dag: Dag,
  taken: ReadonlySet<number>,
  marks: readonly NodeMark[],
  namesIn: NamesIn,
): ReadonlyMap<number, readonly string[]> {
  const instead = new Map(marks.map((mark) => [mark.node, mark.instead]));
  const labels = waiterLabels(dag.nodes);
  const without = needsWithout({
    list: dag.nodes.map(({ entry, needs, engineNeeds }) => ({
      entry,
      needs: needs?.flatMap((need) => need.node ?? []),
      engineNeeds,
    })),
    dangling: (node) => dag.nodes[node]!.needs?.flatMap((need) => (need.node === undefined ? [need.name] : [])) ?? [],
    isTaken: (node) => taken.has(node),
    positional: dag.readings.every(({ sequence }) => sequence !== 'none'),
    instead: (waiter, hook) => instead.get(hook)?.get(labels[waiter]!),
  });
  const madeUp = madeUpNames(dag, taken, namesIn);
  const nameOf = (ref: NeedRef) =>
    typeof ref === 'string' ? ref : (madeUp.get(ref) ?? dag.nodes[ref]!.reference ?? dag.nodes[ref]!.name);
  const needs = new Map<number, readonly string[]>();
  for (const { index } of dag.nodes) {
    const wanted = taken.has(index) ? undefined : without(index);
    if (wanted) needs.set(index, [...new Set(wanted.map(nameOf))]);
  }
  return needs;
}

/** What the engine makes up for nodes without a name or an id once others are gone. */
function madeUpNames(dag: Dag, taken: ReadonlySet<number>, namesIn: NamesIn): ReadonlyMap<number, string> {
  const left = dag.nodes.filter(({ index }) => !taken.has(index));
  if (left.every(({ named }) => named)) return new Map();
  const entries = [...new Set(left.map(({ entry }) => entry))];
  const placeOf = new Map(entries.map((entry, at) => [entry, at]));
  const [names] = namesIn(
    dag.index,
    left.map(({ index, name, named, entry }) => ({
      node: index,
      name: named ? name : undefined,
      entry: placeOf.get(entry)!,
    })),
  );
  return new Map(left.flatMap(({ index, named, id }, at) => (named || id !== undefined ? [] : [[index, names![at]!]])));
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
