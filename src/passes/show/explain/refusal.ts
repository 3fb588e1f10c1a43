import { nearestName, nearestNames } from '../../../lang/nearest.js';
import type { FailedClause } from '../../../model/explanation.js';
import type { Refusal } from '../../select/rule-matches.js';
import { nothingRuns } from '../../select/settle-places.js';
import { failedAt } from './failed-at.js';
import { failedMatch, quoted } from './failed-match.js';
import { falseCondition } from './false-condition.js';

/** Why a rule did not come to a place, in one sentence. */
export function explainRefusal({
  clause: name,
  rule,
  workflow,
  dag,
  task,
  pattern,
  stages,
  answer,
  why,
}: Refusal): FailedClause {
  const { name: dagName, closed, nodes } = workflow.dags[dag]!;
  switch (name) {
    case 'stages': {
      const { point, stages: wanted } = rule.action!;
      if (stages && !stages.includes(task!.name))
        return failedAt('stages', `${point} applies to stages, but ${task!.name} is not a stage`, {
          span: rule.span,
          nearest: nearestNames(task!.name, stages, 3),
        });
      const names = wanted!.map(({ text }) => text).join(', ');
      const meant = names === '' ? 'no stage runs its file' : `its file is for ${names}`;
      return failedAt('stages', `${meant}, and ${task!.name} is no part of that`, {
        span: wanted![0]?.span ?? rule.span,
      });
    }
    case 'tasks': {
      const patterns = rule.tasks.map(({ text }) => text);
      // Who numbers tasks mistypes no number.
      const others = patterns.filter((text) => withoutDigits(text) !== withoutDigits(task!.name));
      const missed = nearestName(task!.name, others);
      const why = `\`tasks\`: wanted ${quoted(patterns)}, found \`${task!.name}\``;
      return failedAt('tasks', missed === undefined ? why : `${why}; \`${missed}\` is nearly that`, {
        span: rule.tasks[0]?.span,
        nearest: nearestNames(task!.name, patterns, 3),
      });
    }
    case 'tasks_exclude':
      return failedAt('tasks_exclude', `\`tasks_exclude\`: \`${pattern!.text}\` matches \`${task!.name}\``, {
        span: pattern!.span,
      });
    case 'match':
      if (answer?.kind !== 'no') throw new Error(`the match of ${rule.id} holds`);
      return failedMatch(answer);
    case 'child workflow':
      return failedAt('child workflow', `hooks run ${dagName} as a child, so no hook goes into it`, {
        span: workflow.dags[dag]!.span,
      });
    case 'when':
      return falseCondition(rule, why!);
    case 'once':
      return failedAt('once', 'the rule applies only to the first task that it matches', { span: rule.span });
    case 'closed DAG':
      return failedAt('closed DAG', `nothing can be put into ${dagName}, because ${closed}`, {
        span: workflow.dags[dag]!.span,
      });
    case 'run':
      return failedAt(
        'run',
        `the hook cannot run ${rule.run === 'failure' ? 'after a failure' : 'after every end'} of ${task?.name ?? dagName} (\`run: ${rule.run}\`), because ${nothingRuns}`,
        { span: rule.span },
      );
    case 'anchor': {
      const { pattern: anchor, side } = rule.anchor!;
      const nearest = nearestNames(
        anchor.text,
        nodes.map((node) => node.name),
        3,
      );
      return failedAt(
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

function withoutDigits(text: string): string {
  return text.replace(/\d/g, '');
}
