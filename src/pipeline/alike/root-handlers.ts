import type { Recorder } from '../../diagnostics/recorder.js';
import type { PlainWorkflow } from '../../formats/format.js';
import type { HandlerPlan } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import { planHandlers } from '../../passes/place/plan-handlers.js';
import { createRemarks } from '../../passes/place/remarks.js';
import type { PassesForShapes } from './passes-for-shapes.js';
import { type Remark, remarkOf } from './remarks-of-shapes.js';

/** What the root's own handlers are to run, and what is to be said of it. */
export interface RootHandlers {
  readonly plans: readonly HandlerPlan[];
  readonly remarks: readonly Remark[];
}

/**
 * @param rules those that may add to handlers, in the order of their hooks
 * @returns `undefined` where the engine has no handlers, or there is something to report
 */
export function planRootHandlers(
  { open, root }: PlainWorkflow,
  rules: readonly Rule[],
  { bind, view }: Pick<PassesForShapes, 'bind' | 'view'>,
  recorder: Recorder,
): RootHandlers | undefined {
  const { workflow, engine } = open;
  const ofEnd = rules.flatMap((rule) =>
    rule.point === 'final' && rule.run !== 'success' ? [{ rule, dag: root, event: rule.run, task: undefined }] : [],
  );
  if (ofEnd.length === 0) return { plans: [], remarks: [] };
  if (engine.can.handlers !== true) return undefined;
  const remarks = createRemarks(engine.words);
  const plans = planHandlers(ofEnd, { workflow, engine, bind, view }, remarks, recorder.report);
  remarks.tell(recorder.report);
  const found = recorder.taken().map((reported) => remarkOf(reported, workflow.dags[root]!));
  return found.every((one) => one !== undefined) ? { plans, remarks: found } : undefined;
}
