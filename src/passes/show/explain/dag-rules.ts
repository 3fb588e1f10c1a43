import type { ExplainedDagRule, FailedClause } from '../../../model/explanation.js';
import type { Denial } from '../../../model/match.js';
import { isOfTasks, type Rule } from '../../../model/rule.js';
import type { Span } from '../../../model/source.js';
import type { Evidence } from './evidence.js';
import { failedAt } from './failed-at.js';
import { explainRefusal } from './refusal.js';
import type { ExplainedPlan, InjectedStep } from './step.js';

export interface AskedRules {
  readonly enabled: boolean;
  /** The ids of those that took part in the plan. */
  readonly inForce: ReadonlySet<string>;
  /** Those that are switched off as well. */
  readonly everyRule: readonly Rule[];
  readonly deny: readonly Denial[];
  /** Where a span of the workflow is in the text that came in. */
  readonly toInput: (span: Span) => Span;
}

/** Rules that are for a whole DAG: what they add to the workflow, or why they add nothing. */
export function dagRules(
  { workflow }: Pick<ExplainedPlan, 'workflow'>,
  steps: readonly InjectedStep[],
  asked: AskedRules,
  evidence: Evidence,
): readonly ExplainedDagRule[] {
  const namesOf = new Map<string, string[]>();
  for (const { name, injection } of steps) {
    const known = namesOf.get(injection.rule.id);
    if (known) known.push(name);
    else namesOf.set(injection.rule.id, [name]);
  }
  return asked.everyRule.filter(isOfDag).map((rule) => {
    const hooks = namesOf.get(rule.id) ?? [];
    return { rule, hooks, failed: hooks.length > 0 ? undefined : ruleAtDag(rule, { workflow }, asked, evidence) };
  });
}

/** What keeps such a rule away from a DAG, or from the whole workflow. */
export function ruleAtDag(
  { id, span }: Rule,
  { workflow }: Pick<ExplainedPlan, 'workflow'>,
  { inForce }: AskedRules,
  { refusalsOf }: Evidence,
  dag?: number,
): FailedClause | undefined {
  if (!inForce.has(id)) return switchedOff(span);
  const refusal = refusalsOf(id).find((one) => one.workflow === workflow && (dag === undefined || one.dag === dag));
  return refusal && explainRefusal(refusal);
}

export function switchedOff(span: Span): FailedClause {
  return failedAt('enabled', 'the rule is switched off with `enabled: false`', { span });
}

/** Is it for a whole DAG? */
export function isOfDag(rule: Rule): boolean {
  return !isOfTasks(rule);
}
