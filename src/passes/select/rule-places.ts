import { isExactPattern } from '../../lang/pattern.js';
import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import type { Matches, Task } from '../graph/tasks.js';
import type { ActionView } from '../variables/bind-place.js';
import { actionPlaces } from './action-places.js';
import type { Candidate } from './candidate.js';
import { nameMatched } from './name-matched.js';
import type { RuleMatches } from './rule-matches.js';

export interface PlaceFinding {
  readonly workflow: Workflow;
  readonly matches: Matches;
  readonly view: Pick<ActionView, 'sessionOf'>;
  readonly ruleMatches: RuleMatches;
  /** The nodes that a rule about nodes may be for. */
  readonly nodesFor: (rule: Rule) => readonly Task[];
  /** The tasks that a rule may be for, and those that somebody asks about. */
  readonly tasksFor: (rule: Rule) => readonly Task[];
}

/** Where a rule may go by its point and by the names that it is for. */
export function placesOf(rule: Rule, tasks: readonly Task[], finding: PlaceFinding): readonly Candidate[] {
  const { workflow, matches, view, ruleMatches, tasksFor, nodesFor } = finding;
  if (rule.action) {
    const places = actionPlaces(rule, rule.action, tasks, () => view.sessionOf(workflow));
    if (places) {
      tellOtherStages(rule, places, tasks, finding);
      return places;
    }
  }
  if (isOfTasks(rule)) {
    return (rule.ofNodes || rule.each ? nodesFor(rule) : tasksFor(rule)).flatMap((task) => {
      const place = { rule, dag: task.body ?? task.node!.dag, task };
      const matchedAs = nameMatched(place, workflow, matches, ruleMatches);
      if (matchedAs === undefined) return [];
      if (!rule.ofNodes) return place;
      const shellAs = matchedAs === 'shell' ? rule.ofNodes.shellAs : undefined;
      return { ...place, task: { ...task, matchedAs: shellAs ?? matchedAs } };
    });
  }
  const roots =
    rule.run === 'success' ? workflow.roots.filter((root) => workflow.dags[root]!.nodes.length > 0) : workflow.roots;
  return roots.map((dag) => ({ rule, dag, task: undefined }));
}

/** Finds tasks by their names where all patterns are names, so that as many rules as tasks stay cheap. */
export function taskFinder(
  tasks: readonly Task[],
  { witness }: Pick<RuleMatches, 'witness'>,
): (rule: Rule) => readonly Task[] {
  const byName = new Map<string, number[]>();
  const add = (name: string, position: number) => {
    const called = byName.get(name);
    if (called) called.push(position);
    else byName.set(name, [position]);
  };
  tasks.forEach(({ name, id }, position) => {
    add(name, position);
    if (id !== undefined) add(id, position);
  });
  return (rule) => {
    const asked = witness?.tasksAsked(rule) ?? [];
    if (asked === 'all' || !rule.tasks.every(({ text }) => isExactPattern(text))) return tasks;
    const names = [...rule.tasks.map(({ text }) => text), ...asked];
    const positions = new Set(names.flatMap((name) => byName.get(name) ?? []));
    return [...positions].sort((a, b) => a - b).map((position) => tasks[position]!);
  };
}

/** Tells those who ask why of the tasks that an action is not for. */
function tellOtherStages(
  rule: Rule,
  places: readonly Candidate[],
  tasks: readonly Task[],
  { workflow, view, ruleMatches: { witness } }: PlaceFinding,
): void {
  if (!witness) return;
  const matched = new Set(places.map(({ task }) => task?.name));
  const stages = rule.action?.around === 'stages' ? view.sessionOf(workflow).stages.map(({ name }) => name) : undefined;
  for (const task of tasks) {
    if (matched.has(task.name)) continue;
    const dag = task.body ?? task.node!.dag;
    witness.refused({ clause: 'stages', rule, workflow, dag, task, pattern: undefined, stages });
  }
}
