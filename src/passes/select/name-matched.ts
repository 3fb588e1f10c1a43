import type { Pattern } from '../../model/pattern.js';
import type { Workflow } from '../../model/workflow.js';
import type { Matches, Task } from '../graph/tasks.js';
import type { Candidate } from './candidate.js';
import type { RuleMatches } from './rule-matches.js';

/** The name of a task that a rule matches, or for rules about nodes its kind; `undefined` where it matches no name. */
export function nameMatched(
  place: Candidate & { readonly task: Task },
  workflow: Workflow,
  matches: Matches,
  { patterns, witness }: Pick<RuleMatches, 'patterns' | 'witness'>,
): string | undefined {
  const { name, id, kinds = [] } = place.task;
  const names = id === undefined ? [name] : [name, id];
  if (place.rule.ofNodes) names.push(...kinds);
  const wanted = firstMatching(place.rule.tasks, names, matches, patterns);
  if (!wanted) {
    witness?.refused({ clause: 'tasks', ...place, workflow, pattern: undefined });
    return undefined;
  }
  const unwanted = firstMatching(place.rule.tasksExclude, names, matches, patterns);
  if (unwanted) witness?.refused({ clause: 'tasks_exclude', ...place, workflow, pattern: unwanted });
  return unwanted === undefined ? names.find((one) => matches(wanted, one)) : undefined;
}

/** @param all takes every pattern that means one of the names */
function firstMatching(
  some: readonly Pattern[],
  names: readonly string[],
  matches: Matches,
  all: Set<Pattern>,
): Pattern | undefined {
  let first: Pattern | undefined;
  for (const pattern of some) {
    if (!matchesAny(pattern, names, matches)) continue;
    all.add(pattern);
    first ??= pattern;
  }
  return first;
}

function matchesAny(pattern: Pattern, names: readonly string[], matches: Matches): boolean {
  for (const name of names) if (matches(pattern, name)) return true;
  return false;
}
