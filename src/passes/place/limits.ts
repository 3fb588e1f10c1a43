import type { Report } from '../../diagnostics/diagnostics.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { largestFirst, reportTooMany } from '../select/added-steps.js';
import type { AddedCosts } from './costs.js';

/** Reports each limit that a plan goes beyond; most that do were stopped before they were planned. */
export function checkLimits(
  { added, longestPath }: AddedCosts,
  workflow: Workflow,
  rules: RuleSet,
  report: Report,
): void {
  const counts = new Map<Rule, number>();
  for (const rule of added) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  reportTooMany(counts, workflow, rules, report);
  const { maxAddedCriticalPath: limit } = rules;
  if (limit === undefined) return;
  const { length, shares } = longestPath();
  const at = { span: workflow.dags[workflow.roots[0] ?? 0]?.span };
  if (length > limit) report('DW422', { added: length, limit, shares: largestFirst(shares) }, at);
}
