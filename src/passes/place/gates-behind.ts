import { gateOf } from '../../model/picture.js';
import type { DagPlan, Plan } from '../../model/plan.js';
import { isOfTasks, type Rule } from '../../model/rule.js';

/** For each DAG, the rules whose gates are behind the work of its task; a hook for one step is about what waits for that step. */
export function gatesBehindTasks({ dags }: Plan): ReadonlyMap<number, readonly Rule[]> {
  return new Map(dags.map((one) => [one.dag, gatesBehind(one)]));
}

function gatesBehind({ nodes }: DagPlan): readonly Rule[] {
  const rules = nodes.flatMap((node) =>
    node.kind === 'injected' && gateOf(node.injection) === 'gate' ? [node.injection.rule] : [],
  );
  return [...new Set(rules)].filter((rule) => rule.point === 'post_task' && isOfTasks(rule) && !rule.each);
}
