import { nearestNames } from '../../../lang/nearest.js';
import type { Explanation, FailedClause, Question } from '../../../model/explanation.js';
import type { Rule } from '../../../model/rule.js';
import type { Refusal } from '../../select/rule-matches.js';
import type { Evidence } from './evidence.js';
import { type ExplainedPlan, injectedSteps } from './step.js';

export interface AskedMeeting {
  readonly question: Extract<Question, { kind: 'meeting' }>;
  /** Are hooks enabled at all? */
  readonly enabled: boolean;
  /** Those that took part in the plan. */
  readonly rules: readonly Rule[];
  /** Those that are switched off as well. */
  readonly everyRule: readonly Rule[];
  readonly taskNames: readonly string[];
}

/** Why a rule matches a task, or the first clause that keeps it away. */
export function explainMeeting(asked: AskedMeeting, plans: readonly ExplainedPlan[], evidence: Evidence): Explanation {
  const { task, rule: id } = asked.question;
  const rule = asked.everyRule.find((one) => one.id === id);
  const steps = plans
    .flatMap(injectedSteps)
    .filter(({ injection }) => injection.rule.id === id && injection.task === task)
    .map(({ dag, name }) => ({ dag: dag.name, name }));
  const failed = beforePlan(asked, rule) ?? (steps.length > 0 ? undefined : inPlan(asked, evidence));
  return { kind: 'meeting', task, rule: id, ruleSpan: rule?.span, steps: failed ? [] : steps, failed };
}

function beforePlan(asked: AskedMeeting, rule: Rule | undefined) {
  const { question, taskNames } = asked;
  const { task, rule: id } = question;
  const idle = idleRule(id, asked, rule);
  if (idle || !rule) return idle;
  if (rule.point !== 'pre_task' && rule.point !== 'post_task')
    return clause('point', `rules of ${rule.point} belong to a whole DAG and match no task`, { span: rule.span });
  if (!taskNames.includes(task))
    return clause('task', `there is no task ${task}`, { nearest: nearestNames(task, taskNames, 3) });
  return undefined;
}

/** Why a rule matches nothing, whatever the workflow is. */
export function idleRule(
  id: string,
  { enabled, rules, everyRule }: Pick<AskedMeeting, 'enabled' | 'rules' | 'everyRule'>,
  rule: Rule | undefined,
): FailedClause | undefined {
  if (!rule) {
    const nearest = nearestNames(
      id,
      everyRule.map((one) => one.id),
      3,
    );
    return clause('rule', `there is no rule ${id}`, { nearest });
  }
  if (!enabled) return clause('hooks.enabled', 'hooks are not enabled, so no rule matches anything');
  if (!rules.some((one) => one.id === id))
    return clause('enabled', `the rule ${id} is switched off with \`enabled: false\``, { span: rule.span });
  return undefined;
}

function inPlan({ question }: AskedMeeting, evidence: Evidence): FailedClause {
  const refusal = evidence.refusals.find(({ rule, task }) => rule.id === question.rule && task?.name === question.task);
  if (!refusal) throw new Error(`the rule ${question.rule} neither matches ${question.task} nor is kept from it`);
  return explainRefusal(refusal);
}

export function explainRefusal({
  clause: name,
  rule,
  workflow,
  dag,
  task,
  pattern,
  stages,
  answer,
}: Refusal): FailedClause {
  const { name: dagName, closed, nodes } = workflow.dags[dag]!;
  switch (name) {
    case 'stages': {
      const { point, stages: wanted } = rule.action!;
      if (stages && !stages.includes(task!.name))
        return clause('stages', `${point} applies to stages, but ${task!.name} is not a stage`, {
          span: rule.span,
          nearest: nearestNames(task!.name, stages, 3),
        });
      const names = wanted!.map(({ text }) => text).join(', ');
      const meant = names === '' ? 'no stage runs its file' : `its file is for ${names}`;
      return clause('stages', `${meant}, and ${task!.name} is no part of that`, {
        span: wanted![0]?.span ?? rule.span,
      });
    }
    case 'tasks': {
      const patterns = rule.tasks.map(({ text }) => text);
      const nearest = nearestNames(task!.name, patterns, 3);
      return clause('tasks', `none of the patterns of \`tasks\` means ${task!.name}`, {
        span: rule.tasks[0]?.span,
        nearest,
      });
    }
    case 'tasks_exclude':
      return clause('tasks_exclude', `\`${pattern!.text}\` of \`tasks_exclude\` means ${task!.name}`, {
        span: pattern!.span,
      });
    case 'match':
      return explainedMatch(answer, rule);
    case 'child workflow':
      return clause('child workflow', `hooks run ${dagName} as a child, so no hook goes into it`, {
        span: workflow.dags[dag]!.span,
      });
    case 'when':
      return rule.environments && !rule.when
        ? clause('environments', `it is for ${rule.environments.value.join(', ')}`, { span: rule.environments.span })
        : clause('when', `its condition is false for ${task?.name ?? dagName}`, { span: rule.span });
    case 'once':
      return clause('once', 'the rule applies only to the first task that it matches', { span: rule.span });
    case 'closed DAG':
      return clause('closed DAG', `nothing can be put into ${dagName}, because ${closed}`, {
        span: workflow.dags[dag]!.span,
      });
    case 'anchor': {
      const { pattern: anchor, side } = rule.anchor!;
      const nearest = nearestNames(
        anchor.text,
        nodes.map((node) => node.name),
        3,
      );
      return clause(
        'anchor',
        `the rule is inserted ${side} \`${anchor.text}\`, but \`${anchor.text}\` was not found in ${dagName}`,
        {
          span: anchor.span,
          nearest,
        },
      );
    }
  }
}

/** The key that does not hold, and what the step has in its place. */
function explainedMatch(answer: Refusal['answer'], rule: Rule): FailedClause {
  if (answer?.kind !== 'no') throw new Error(`the match of ${rule.id} holds`);
  const { clause: failed, seen } = answer;
  const shown =
    seen.length === 0
      ? 'nothing'
      : seen
          .slice(0, 10)
          .map((text) => `\`${text}\``)
          .join(', ');
  const patterns = 'patterns' in failed ? failed.patterns.map(({ text }) => text) : [];
  return clause('match', `\`${failed.kind}\` of \`match\` does not hold: found ${shown}`, {
    span: failed.span,
    nearest: patterns[0] === undefined ? [] : nearestNames(patterns[0], seen, 3),
  });
}

function clause(
  name: FailedClause['clause'],
  why: string,
  { span, nearest = [] }: { span?: FailedClause['span']; nearest?: readonly string[] } = {},
): FailedClause {
  return { clause: name, why, span, nearest };
}
