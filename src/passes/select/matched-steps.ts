import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { type Matches, nodesAsTasks, type Task } from '../graph/tasks.js';
import type { PlaceMatcher } from '../match/places.js';
import { nameMatched } from './name-matched.js';
import type { RuleMatches } from './rule-matches.js';

/** The steps of one DAG that rules about steps are for. Rules that are for none are left out. */
export type MatchedSteps = ReadonlyMap<Rule, readonly Task[]>;

interface Finding {
  readonly workflow: Workflow;
  readonly matches: Matches;
  readonly ruleMatches: RuleMatches;
  readonly placeMatcher: Pick<PlaceMatcher, 'at'>;
}

/** @returns `undefined` where it is not certain of a step, which has to be reported */
export function findMatchedSteps(rules: readonly Rule[], dag: Dag, finding: Finding): MatchedSteps | undefined {
  const { workflow, matches, ruleMatches, placeMatcher } = finding;
  const steps = nodesAsTasks({ ...workflow, dags: [dag] });
  const found = new Map<Rule, readonly Task[]>();
  let isSure = true;
  for (const rule of rules) {
    const matched = steps.filter((task) => {
      if (nameMatched({ rule, dag: dag.index, task }, workflow, matches, ruleMatches) === undefined) return false;
      const answer = rule.match ? placeMatcher.at(rule.match, { dag: dag.index, task }).kind : 'yes';
      isSure &&= answer !== 'unsure';
      return answer !== 'no';
    });
    if (matched.length > 0) found.set(rule, matched);
  }
  return isSure ? found : undefined;
}
