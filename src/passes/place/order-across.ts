import type { Report } from '../../diagnostics/diagnostics.js';
import type { InjectedNode, Plan } from '../../model/plan.js';
import { isOfTaskEnd, isOfTasks, type Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';

/**
 * Reports hooks of one task that run in another order than their rules say: one is beside the task, such as an approval where only jobs can
 * wait for a person, and the other one among the steps in it, so that the place of each decides.
 */
export function reportOrderAcross(workflow: Workflow, plan: Plan, report: Report): void {
  const planned = new Map(plan.dags.map(({ dag, nodes }) => [dag, nodes.filter((node) => node.kind === 'injected')]));
  const found = new Map<string, { readonly first: Rule; readonly second: Rule; readonly tasks: Set<string> }>();
  for (const [dag, hooks] of planned) {
    for (const outer of hooks) {
      const node = outer.about === undefined ? undefined : workflow.dags[dag]!.nodes[outer.about]!;
      const body = node?.call?.dag;
      if (body === undefined || !hasOwnPlace(outer)) continue;
      for (const inner of planned.get(body) ?? []) {
        const pair = hasOwnPlace(inner) ? outOfOrder(outer.injection.rule, inner.injection.rule) : undefined;
        if (!pair) continue;
        const key = `${pair.first.id} ${pair.second.id}`;
        const known = found.get(key) ?? { ...pair, tasks: new Set() };
        known.tasks.add(node!.name);
        found.set(key, known);
      }
    }
  }
  for (const { first, second, tasks } of found.values()) {
    const args = {
      first: first.id,
      second: second.id,
      tasks: [...tasks],
      side: first.point === 'pre_task' ? 'before' : 'after',
    } as const;
    report('DW647', args, { span: second.span, related: { message: 'the other rule', span: first.span } });
  }
}

/** Is it where its point says, and not beside something that its rule names? */
function hasOwnPlace({ injection: { rule } }: InjectedNode): boolean {
  return isOfTasks(rule) && rule.anchor === undefined && !rule.each;
}

function outOfOrder(outer: Rule, inner: Rule): { readonly first: Rule; readonly second: Rule } | undefined {
  if (outer.point !== inner.point || isOfTaskEnd(outer) !== isOfTaskEnd(inner)) return undefined;
  const [first, second] = outer.point === 'pre_task' ? [outer, inner] : [inner, outer];
  return first.order > second.order ? { first, second } : undefined;
}
