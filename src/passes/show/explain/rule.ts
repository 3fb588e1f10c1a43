import type { ExplainedRule, Question } from '../../../model/explanation.js';
import type { Evidence } from './evidence.js';
import { explainRefusal } from './refusal.js';
import { type ExplainedPlan, injectedSteps } from './step.js';
import { type AskedVerdict, idleRule } from './verdict.js';

type AskedRule = Pick<AskedVerdict, 'enabled' | 'inForce' | 'everyRule'>;

/** What a rule matches, and the first clause that keeps it from each of the other places. */
export function explainRule(
  { rule: id }: Extract<Question, { kind: 'rule' }>,
  asked: AskedRule,
  plans: readonly ExplainedPlan[],
  evidence: Evidence,
): ExplainedRule {
  const rule = asked.everyRule.find((one) => one.id === id);
  const failed = idleRule(id, asked, rule);
  const told = { kind: 'rule', rule: id, ruleSpan: rule?.span, failed } as const;
  if (failed) return { ...told, matched: [], refused: [] };
  const matched = plans
    .flatMap(injectedSteps)
    .filter(({ injection }) => injection.rule.id === id)
    .map(({ dag, name, injection }) => ({ place: injection.task ?? dag.name, dag: dag.name, name }));
  const refused = evidence.refusalsOf(id).map((refusal) => ({
    place: refusal.task?.name ?? refusal.workflow.dags[refusal.dag]!.name,
    failed: explainRefusal(refusal),
  }));
  return { ...told, matched, refused };
}
