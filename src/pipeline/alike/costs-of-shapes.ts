import type { PlainWorkflow } from '../../formats/format.js';
import type { HandlerPlan, PlanCosts } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { inOrder } from '../../passes/graph/topology.js';
import { callsModel } from '../../passes/place/costs.js';
import type { ShapePlan } from './shape-plan.js';

/** What the plans of all DAGs cost. A DAG counts wherever it is called; hooks that nothing waits for do not count. */
export function costsOf(
  plain: PlainWorkflow,
  planOf: (dag: number) => ShapePlan | undefined,
  byRule: ReadonlyMap<Rule, number>,
  handlers: readonly HandlerPlan[],
): PlanCosts {
  let modelCalls = 0;
  for (const [rule, count] of byRule) if (callsModel(rule)) modelCalls += count;
  // What runs at the end whatever happened holds the run up as well.
  const atEnd = handlers.filter(({ event }) => event === 'always').flatMap(({ injections }) => injections);
  return { modelCalls, criticalPath: longestAddedPath(plain, planOf) + atEnd.length };
}

function longestAddedPath(
  { names, root, calls }: PlainWorkflow,
  planOf: (dag: number) => ShapePlan | undefined,
): number {
  const called = names.map((): { readonly node: number; readonly target: number }[] => []);
  for (const { dag, node, target } of calls) called[dag]!.push({ node, target });
  const longest = new Int32Array(names.length);
  const orders = new Map<ShapePlan, readonly number[]>();
  const ofLeaves = new Map<ShapePlan, number>();
  for (const dag of inOrder(called.map((own) => own.map(({ target }) => target)))) {
    const plan = planOf(dag)!;
    const isLeaf = called[dag]!.length === 0;
    const known = isLeaf ? ofLeaves.get(plan) : undefined;
    if (known !== undefined) {
      longest[dag] = known;
      continue;
    }
    const before = plan.before();
    const order = orders.get(plan) ?? inOrder(before);
    orders.set(plan, order);
    const weights = new Map(called[dag]!.map(({ node, target }) => [node, longest[target]!]));
    const lengths = new Int32Array(plan.list.length);
    for (const at of order) {
      const number = plan.list[at]!;
      const own = number < 0 ? Number(plan.hooks[-1 - number]!.rule.await) : (weights.get(number) ?? 0);
      lengths[at] = own + before[at]!.reduce((most, need) => Math.max(most, lengths[need]!), 0);
      longest[dag] = Math.max(longest[dag]!, lengths[at]!);
    }
    if (isLeaf) ofLeaves.set(plan, longest[dag]!);
  }
  return longest[root]!;
}
