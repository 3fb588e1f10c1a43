import { injectionsByDag, type Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { asksModel } from '../../steps/asks-model.js';
import { calledFirst } from '../graph/call-graph.js';
import { inOrder, predecessorsAsWritten } from '../graph/topology.js';
import type { PlannedListNode } from './planned-list.js';

/** What a plan adds, as far as it costs time or money: limits are held against it, and a preview shows it. */
export interface AddedCosts {
  /** The rule of each added step. */
  readonly added: readonly Rule[];
  /** Of those, the rules whose steps call a model. */
  readonly asking: readonly Rule[];
  /** Computed when it is wanted: every DAG is walked for it. */
  readonly longestPath: () => AddedPath;
}

/** @param listOf the planned list of a DAG; `undefined` where the DAG stays as it is */
export function costsOf(
  workflow: Workflow,
  plan: Plan,
  listOf: (dag: number) => readonly PlannedListNode[] | undefined,
): AddedCosts {
  const added = injectionsByDag(plan).flatMap(({ injections }) => injections.map(({ rule }) => rule));
  let path: AddedPath | undefined;
  return {
    added,
    asking: added.filter(callsModel),
    longestPath: () => {
      path ??= longestAddedPath(workflow, plan, listOf);
      return path;
    },
  };
}

/** Do the steps of a rule call a model? */
export function callsModel({ step }: Rule): boolean {
  return asksModel(step);
}

/** How many steps each rule adds to a way through a DAG, and all of them together. */
interface AddedPath {
  readonly length: number;
  readonly shares: ReadonlyMap<string, number>;
}

/**
 * The way through a root DAG on which most added steps run one after another: a run is held up by that many. A DAG counts
 * wherever it is called; steps that nothing waits for do not count.
 * @param listOf the planned list of a DAG; `undefined` where the DAG stays as it is
 */
function longestAddedPath(
  workflow: Workflow,
  plan: Plan,
  listOf: (dag: number) => readonly PlannedListNode[] | undefined,
): AddedPath {
  const paths = new Map<number, AddedPath>();
  for (const dag of calledFirst(workflow)) paths.set(dag, heaviestPath(workflow.dags[dag]!, listOf(dag), paths));
  const ways = workflow.roots.map((root) => sumOf([paths.get(root)!, ...handlersOf(plan, root)]));
  return ways.reduce((longest, way) => (way.length > longest.length ? way : longest), nothing);
}

const nothing: AddedPath = { length: 0, shares: new Map() };

function heaviestPath(
  dag: Dag,
  list: readonly PlannedListNode[] | undefined,
  paths: ReadonlyMap<number, AddedPath>,
): AddedPath {
  const needs = predecessorsAsWritten(dag, list);
  const addedAt = (at: number): AddedPath => {
    const node = list?.[at];
    if (node?.hook) return node.hook.awaited ? oneOf(node.hook.rule) : nothing;
    const called = dag.nodes[node ? node.base! : at]!.call?.dag;
    return (called !== undefined && paths.get(called)) || nothing;
  };
  const lengths = needs.map(() => 0);
  const before: (number | undefined)[] = needs.map(() => undefined);
  let last: number | undefined;
  for (const at of inOrder(needs)) {
    for (const need of needs[at]!) {
      if (before[at] === undefined || lengths[need]! > lengths[before[at]!]!) before[at] = need;
    }
    lengths[at] = addedAt(at).length + (before[at] === undefined ? 0 : lengths[before[at]!]!);
    if (last === undefined || lengths[at]! > lengths[last]!) last = at;
  }
  const way: AddedPath[] = [];
  for (let at = last; at !== undefined; at = before[at]) way.push(addedAt(at));
  return sumOf(way);
}

function oneOf(rule: string): AddedPath {
  return { length: 1, shares: new Map([[rule, 1]]) };
}

function sumOf(paths: readonly AddedPath[]): AddedPath {
  const shares = new Map<string, number>();
  for (const path of paths) for (const [rule, count] of path.shares) shares.set(rule, (shares.get(rule) ?? 0) + count);
  return { length: paths.reduce((sum, path) => sum + path.length, 0), shares };
}

/** What runs at the end whatever happened holds the run up as well. */
function handlersOf(plan: Plan, root: number): readonly AddedPath[] {
  return plan.handlers.flatMap(({ dag, event, injections }) =>
    dag === root && event === 'always' ? injections.map(({ injection }) => oneOf(injection.rule.id)) : [],
  );
}
