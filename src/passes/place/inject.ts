import type { Engine } from '../../model/engine.js';
import type { Injection } from '../../model/plan.js';
import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { observes } from '../../steps/observes.js';
import type { Task } from '../graph/tasks.js';
import { statusReport } from '../variables/action-variables.js';
import type { ActionView, Bind } from '../variables/bind-place.js';

/** What the text of a hook is made with. */
export interface Injecting {
  readonly workflow: Workflow;
  readonly engine: Engine;
  readonly bind: Bind;
  readonly view: Pick<ActionView, 'conditionAt'>;
}

/** A rule at its place: the call, its condition, and where its output goes. */
export function inject(
  rule: Rule,
  dag: Dag,
  task: Task | undefined,
  output: string | undefined,
  injecting: Injecting,
): Injection {
  const place = { workflow: injecting.workflow, dag, task, shell: injecting.engine.shell };
  const { conditionAt } = injecting.view;
  const verdict = conditionAt(rule, place);
  const condition = typeof verdict === 'string' ? undefined : verdict;
  const report = statusReport(rule, place, conditionAt);
  return {
    rule,
    task: task?.name,
    call: injecting.bind(rule, place),
    condition,
    output: report?.variable ?? output,
    statusReport: report,
    observes: observes(rule.step),
  };
}
