import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Workflow } from '../../model/workflow.js';
import { type Matches, nodesAsTasks, type Task } from '../graph/tasks.js';
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
  /** The nodes that a rule about nodes may be for: all, unless this says otherwise. */
  readonly nodesFor?: ((rule: Rule) => readonly Task[]) | undefined;
}

/** Where a rule may go by its point and by the names that it is for. */
export function placesOf(rule: Rule, tasks: readonly Task[], finding: PlaceFinding): readonly Candidate[] {
  const { workflow, matches, view, ruleMatches, nodesFor = () => nodesAsTasks(workflow) } = finding;
  if (rule.action) {
    const places = actionPlaces(rule, rule.action, tasks, () => view.sessionOf(workflow));
    if (places) {
      tellOtherStages(rule, places, tasks, finding);
      return places;
    }
  }
  if (isOfTasks(rule)) {
    return (rule.ofNodes || rule.each ? nodesFor(rule) : tasks).flatMap((task) => {
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
