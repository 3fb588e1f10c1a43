import type { Report } from '../diagnostics/diagnostics.js';
import type { OpenWorkflow } from '../formats/format.js';
import type { HandlerPlan, Plan } from '../model/plan.js';

/** A workflow and what its own handlers are to run. */
export type PlannedHandlers = Pick<OpenWorkflow, 'workflow' | 'handlerPlaces'> & {
  readonly plan: Pick<Plan, 'handlers'>;
};

/** The handlers that were there before and are to run hooks as well. */
export function sharedHandlers({ plan, handlerPlaces }: PlannedHandlers): readonly HandlerPlan[] {
  if (plan.handlers.length === 0) return [];
  const shared = new Set(handlerPlaces(plan.handlers).flatMap((place) => (place.shared ? place.injections : [])));
  return plan.handlers.filter(({ injections }) => injections.some(({ injection }) => shared.has(injection)));
}

/** Once for a run: it says the same of each workflow. */
export function reportReplacedHandlers(planned: readonly PlannedHandlers[], report: Report): void {
  for (const { workflow, plan, handlerPlaces } of planned) {
    if (plan.handlers.length === 0) continue;
    const place = handlerPlaces(plan.handlers).find(({ mayReplace }) => mayReplace);
    if (!place) continue;
    const rules = place.injections.map(({ rule }) => rule);
    const { name } = workflow.dags[place.dag]!;
    report('DW613', { handler: place.handler, dag: name, rules: rules.map(({ id }) => id) }, { span: rules[0]!.span });
    return;
  }
}
