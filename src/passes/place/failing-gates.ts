import { roleOf } from '../../model/picture.js';
import type { Plan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';

/** For each DAG that has gates, the rules of those whose failure makes it fail: its own, and those of DAGs behind whose failure it does. */
export function failingGates({ dags }: Workflow, plan: Plan): ReadonlyMap<number, ReadonlySet<Rule>> {
  const found = new Map<number, Set<Rule>>();
  for (const { dag, nodes } of plan.dags) {
    const rules = nodes.flatMap((node) =>
      node.kind === 'injected' && roleOf(node.injection) === 'gate' ? [node.injection.rule] : [],
    );
    if (rules.length > 0) found.set(dag, new Set(rules));
  }
  if (found.size === 0) return found;
  const callers = callersThatFail(dags);
  const open = new Set(found.keys());
  for (const dag of open) {
    open.delete(dag);
    for (const caller of callers.get(dag) ?? []) {
      const known = found.get(caller) ?? new Set();
      const before = known.size;
      for (const rule of found.get(dag)!) known.add(rule);
      if (known.size === before) continue;
      found.set(caller, known);
      open.add(caller);
    }
  }
  return found;
}

/** Where a format says what becomes of the caller. */
function callersThatFail(dags: Workflow['dags']): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const { index, nodes } of dags) {
    for (const { call } of nodes) {
      if (call?.dag === undefined || !call.afterFailure || call.afterFailure.whyWell !== undefined) continue;
      const callers = found.get(call.dag);
      if (callers) callers.push(index);
      else found.set(call.dag, [index]);
    }
  }
  return found;
}
