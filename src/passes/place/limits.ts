import type { Report } from '../../diagnostics/diagnostics.js';
import type { Rule, RuleSet } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import type { AddedCosts } from './costs.js';

/** Reports each limit that a plan goes beyond, with the sum and what each rule adds to it. */
export function checkLimits(
  { added, asking, sending, longestPath }: AddedCosts,
  workflow: Workflow,
  rules: RuleSet,
  report: Report,
): void {
  // A reader of annotations looks for it in the workflow that is too large.
  const at = { span: workflow.dags[workflow.roots[0] ?? 0]?.span };
  const { maxAddedSteps, maxLlmCalls, maxWebhooks, maxAddedCriticalPath } = rules;
  if (maxAddedSteps !== undefined && added.length > maxAddedSteps)
    report('DW415', { added: added.length, limit: maxAddedSteps, shares: sharesOf(added) }, at);
  if (maxLlmCalls !== undefined && asking.length > maxLlmCalls)
    report('DW417', { asking: asking.length, limit: maxLlmCalls, shares: sharesOf(asking) }, at);
  if (maxWebhooks !== undefined && sending.length > maxWebhooks)
    report('DW433', { sending: sending.length, limit: maxWebhooks, shares: sharesOf(sending) }, at);
  if (maxAddedCriticalPath === undefined) return;
  const path = longestPath();
  if (path.length > maxAddedCriticalPath)
    report('DW422', { added: path.length, limit: maxAddedCriticalPath, shares: largestFirst(path.shares) }, at);
}

function sharesOf(rules: readonly Rule[]): readonly Share[] {
  const counts = new Map<string, number>();
  for (const { id } of rules) counts.set(id, (counts.get(id) ?? 0) + 1);
  return largestFirst(counts);
}

interface Share {
  readonly rule: string;
  readonly count: number;
}

/** The rule that adds most comes first. */
function largestFirst(counts: ReadonlyMap<string, number>): readonly Share[] {
  const shares = [...counts].map(([rule, count]) => ({ rule, count }));
  return shares.sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}
