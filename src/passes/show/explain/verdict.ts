import { nearestNames } from '../../../lang/nearest.js';
import type { Explanation, FailedClause, Question } from '../../../model/explanation.js';
import type { Rule } from '../../../model/rule.js';
import { isOfDag } from './dag-rules.js';
import type { Evidence } from './evidence.js';
import { failedAt } from './failed-at.js';
import { explainRefusal } from './refusal.js';
import { type ExplainedPlan, injectedSteps } from './step.js';

export interface AskedVerdict {
  readonly question: Extract<Question, { kind: 'verdict' }>;
  /** Are hooks enabled at all? */
  readonly enabled: boolean;
  /** The ids of those that took part in the plan. */
  readonly inForce: ReadonlySet<string>;
  /** Those that are switched off as well. */
  readonly everyRule: readonly Rule[];
  readonly taskNames: readonly string[];
}

/** Why a rule matches a task, or the first clause that keeps it away. */
export function explainVerdict(asked: AskedVerdict, plans: readonly ExplainedPlan[], evidence: Evidence): Explanation {
  const { task, rule: id } = asked.question;
  const rule = asked.everyRule.find((one) => one.id === id);
  const steps = plans
    .flatMap(injectedSteps)
    .filter(({ injection }) => injection.rule.id === id && injection.task === task)
    .map(({ dag, name }) => ({ dag: dag.name, name }));
  const failed = beforePlan(asked, rule) ?? (steps.length > 0 ? undefined : inPlan(asked, evidence));
  return { kind: 'verdict', task, rule: id, ruleSpan: rule?.span, steps: failed ? [] : steps, failed };
}

function beforePlan(asked: AskedVerdict, rule: Rule | undefined) {
  const { question, taskNames } = asked;
  const { task, rule: id } = question;
  const idle = idleRule(id, asked, rule);
  if (idle || !rule) return idle;
  if (isOfDag(rule))
    return failedAt('point', `rules of ${rule.point} belong to a whole DAG and match no task`, { span: rule.span });
  if (!taskNames.includes(task))
    return failedAt('task', `there is no task ${task}`, { nearest: nearestNames(task, taskNames, 3) });
  return undefined;
}

/** Why a rule matches nothing, whatever the workflow is. */
export function idleRule(
  id: string,
  { enabled, inForce, everyRule }: Pick<AskedVerdict, 'enabled' | 'inForce' | 'everyRule'>,
  rule: Rule | undefined,
): FailedClause | undefined {
  if (!rule) {
    const nearest = nearestNames(
      id,
      everyRule.map((one) => one.id),
      3,
    );
    return failedAt('rule', `there is no rule ${id}`, { nearest });
  }
  if (!enabled) return failedAt('hooks.enabled', 'hooks are not enabled, so no rule matches anything');
  if (!inForce.has(id))
    return failedAt('enabled', `the rule ${id} is switched off with \`enabled: false\``, { span: rule.span });
  return undefined;
}

function inPlan({ question }: AskedVerdict, evidence: Evidence): FailedClause {
  const refusal = evidence.refusalsOf(question.rule).find(({ task }) => task?.name === question.task);
  if (!refusal) throw new Error(`the rule ${question.rule} neither matches ${question.task} nor is kept from it`);
  return explainRefusal(refusal);
}
