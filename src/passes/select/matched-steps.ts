import type { Rule } from '../../model/rule.js';
import type { Dag, Workflow } from '../../model/workflow.js';
import { type Matches, nodesAsTasks, type Task } from '../graph/tasks.js';
import { yes } from '../match/answer.js';
import type { PlaceMatcher } from '../match/places.js';
import type { Candidate } from './candidate.js';
import { nameMatched } from './name-matched.js';
import type { RuleMatches } from './rule-matches.js';

/** The steps of one DAG that rules about steps are for. Rules that are for none are left out. */
export type MatchedSteps = ReadonlyMap<Rule, readonly Task[]>;

interface Finding {
  readonly workflow: Workflow;
  readonly matches: Matches;
  readonly ruleMatches: RuleMatches;
  readonly placeMatcher: Pick<PlaceMatcher, 'at'>;
  /** Hears of a step that counts as matched because the rule may be for it, and why that is not certain. */
  readonly unsure: (place: Candidate, why: string) => void;
}

export function findMatchedSteps(rules: readonly Rule[], dag: Dag, finding: Finding): MatchedSteps {
  const { workflow, matches, ruleMatches, placeMatcher, unsure } = finding;
  const steps = nodesAsTasks({ ...workflow, dags: [dag] });
  const found = new Map<Rule, readonly Task[]>();
  for (const rule of rules) {
    const matched = steps.filter((task) => {
      const place = { rule, dag: dag.index, task };
      if (nameMatched(place, workflow, matches, ruleMatches) === undefined) return false;
      const answer = rule.match ? placeMatcher.at(rule.match, place) : yes;
      if (answer.kind === 'unsure') unsure(place, answer.why);
      return answer.kind !== 'no';
    });
    if (matched.length > 0) found.set(rule, matched);
  }
  return found;
}
