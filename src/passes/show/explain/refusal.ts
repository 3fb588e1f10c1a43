import { nearestName, nearestNames } from '../../../lang/nearest.js';
import type { FailedClause } from '../../../model/explanation.js';
import type { Rule } from '../../../model/rule.js';
import type { Dag } from '../../../model/workflow.js';
import type { Refusal } from '../../select/rule-matches.js';
import { nothingRuns } from '../../select/settle-places.js';
import { failedAt } from './failed-at.js';
import { failedMatch, quoted } from './failed-match.js';
import { falseCondition } from './false-condition.js';

/** Why a rule did not come to a place, in one sentence. */
export function explainRefusal(refusal: Refusal): FailedClause {
  const { clause, rule, workflow, dag, task, pattern, miss, why } = refusal;
  const { name, closed, span } = workflow.dags[dag]!;
  switch (clause) {
    case 'stages':
      return refusedByStage(refusal);
    case 'tasks':
      return refusedByName(rule, task!.name);
    case 'tasks_exclude':
      return failedAt('tasks_exclude', `\`tasks_exclude\`: \`${pattern!.text}\` matches \`${task!.name}\``, {
        span: pattern!.span,
      });
    case 'match':
      return failedMatch(miss!);
    case 'child workflow':
      return failedAt('child workflow', `hooks run ${name} as a child, so no hook goes into it`, { span });
    case 'when':
      return falseCondition(rule, why!);
    case 'once':
      return failedAt('once', 'the rule applies only to the first task that it matches', { span: rule.span });
    case 'closed DAG':
      return failedAt('closed DAG', `nothing can be put into ${name}, because ${closed}`, { span });
    case 'run':
      return failedAt(
        'run',
        `the hook cannot run ${rule.run === 'failure' ? 'after a failure' : 'after every end'} of ${task?.name ?? name} (\`run: ${rule.run}\`), because ${nothingRuns}`,
        { span: rule.span },
      );
    case 'anchor':
      return refusedByAnchor(rule, workflow.dags[dag]!);
  }
}

function refusedByStage({ rule, task, stages }: Refusal): FailedClause {
  const { point, stages: wanted } = rule.action!;
  const { name } = task!;
  if (stages && !stages.includes(name))
    return failedAt('stages', `${point} applies to stages, but ${name} is not a stage`, {
      span: rule.span,
      nearest: nearestNames(name, stages, 3),
    });
  const names = wanted!.map(({ text }) => text).join(', ');
  const meant = names === '' ? 'no stage runs its file' : `its file is for ${names}`;
  return failedAt('stages', `${meant}, and ${name} is no part of that`, { span: wanted![0]?.span ?? rule.span });
}

function refusedByName(rule: Rule, task: string): FailedClause {
  const patterns = rule.tasks.map(({ text }) => text);
  // Who numbers tasks mistypes no number.
  const others = patterns.filter((text) => withoutDigits(text) !== withoutDigits(task));
  const missed = nearestName(task, others);
  const why = `\`tasks\`: wanted ${quoted(patterns)}, found \`${task}\``;
  return failedAt('tasks', missed === undefined ? why : `${why}; \`${missed}\` is nearly that`, {
    span: rule.tasks[0]?.span,
    nearest: nearestNames(task, patterns, 3),
  });
}

function refusedByAnchor(rule: Rule, { name, nodes }: Dag): FailedClause {
  const { pattern, side } = rule.anchor!;
  const nearest = nearestNames(
    pattern.text,
    nodes.map((node) => node.name),
    3,
  );
  const why = `the rule is inserted ${side} \`${pattern.text}\`, but \`${pattern.text}\` was not found in ${name}`;
  return failedAt('anchor', why, { span: pattern.span, nearest });
}

function withoutDigits(text: string): string {
  return text.replace(/\d/g, '');
}
