import type { Report } from '../../diagnostics/diagnostics.js';
import type { DagPlan } from '../../model/plan.js';
import { isOfTasks } from '../../model/rule.js';
import type { Dag } from '../../model/workflow.js';
import type { ArgoPlace } from './argo-workflow.js';
import { callsItself } from './calls.js';

/** Reports hooks of a whole run in a template that calls itself: each round of it is one more beginning and end. */
export function checkRounds({ document, template, entry }: ArgoPlace, dag: Dag, plan: DagPlan, report: Report): void {
  if (entry) return;
  const rules = plan.nodes.flatMap((node) =>
    node.kind === 'injected' && !isOfTasks(node.injection.rule) ? [node.injection.rule.id] : [],
  );
  if (rules.length === 0 || !callsItself(document, template)) return;
  report('DW641', { dag: dag.name, rules: [...new Set(rules)] }, { span: dag.span });
}
