import type { Rule } from '../../model/rule.js';
import type { Task } from '../../passes/graph/tasks.js';
import type { Candidate } from '../../passes/select/candidate.js';
import { createRuleMatches, type RuleMatches } from '../../passes/select/rule-matches.js';

/** What rules matched so far, while one DAG after another is asked about. */
export interface MatchNotes {
  note(rule: Rule, dag: number, task: Task | undefined): void;
  /** The same rule may match the place, and why that is not certain. */
  noteUnsure(place: Candidate, why: string): void;
  /** What was noted of a DAG is not noted again: plans may be asked for once more. */
  endDag(dag: number): void;
  /** Is a rule that goes to one place alone to go here, and one that a condition keeps away nowhere? */
  goesTo(rule: Rule, dag: number): boolean;
  readonly ruleMatches: RuleMatches;
  /** By the id of a rule, the first DAG that it matches. */
  readonly firstOf: ReadonlyMap<string, number>;
  /** What rules match of which a number is expected. */
  readonly expected: ReadonlyMap<Rule, readonly Candidate[]>;
  /** What rules match that a condition keeps away. */
  readonly keptFrom: readonly Candidate[];
  readonly unsure: readonly { readonly place: Candidate; readonly why: string }[];
}

/** @param keptAway rules that a condition keeps away from all that they match */
export function createMatchNotes(rules: readonly Rule[], keptAway: ReadonlySet<Rule>): MatchNotes {
  const ruleMatches = createRuleMatches();
  const firstOf = new Map<string, number>();
  const expected = new Map<Rule, Candidate[]>(rules.flatMap((rule) => (rule.expect ? [[rule, []]] : [])));
  const keptFrom: Candidate[] = [];
  const unsure: MatchNotes['unsure'][number][] = [];
  const takenIn = new Map<Rule, number>();
  let ended = -1;
  return {
    note(rule, dag, task) {
      if (dag <= ended) return;
      if (rule.expect) expected.get(rule)!.push({ rule, dag, task });
      if (keptAway.has(rule)) keptFrom.push({ rule, dag, task });
      if (ruleMatches.rules.has(rule)) return;
      ruleMatches.rules.add(rule);
      firstOf.set(rule.id, dag);
    },
    noteUnsure(place, why) {
      if (place.dag > ended) unsure.push({ place, why });
    },
    endDag(dag) {
      ended = Math.max(ended, dag);
    },
    goesTo(rule, dag) {
      if (keptAway.has(rule)) return false;
      if (!rule.once) return true;
      const taken = takenIn.get(rule) ?? dag;
      takenIn.set(rule, taken);
      return taken === dag;
    },
    ruleMatches,
    firstOf,
    expected,
    keptFrom,
    unsure,
  };
}
