import type { Report } from '../../diagnostics/diagnostics.js';
import { createRecorder, type Reported } from '../../diagnostics/recorder.js';
import type { PlainWorkflow } from '../../formats/format.js';
import type { Denial } from '../../model/match.js';
import { isOfTasks, type Rule } from '../../model/rule.js';
import type { Matches, Task } from '../../passes/graph/tasks.js';
import { yes } from '../../passes/match/answer.js';
import { isGateOfCommands } from '../../passes/match/beyond-gates.js';
import type { PlaceMatcher } from '../../passes/match/places.js';
import type { Candidate } from '../../passes/select/candidate.js';
import { countMatches, reportUnsure } from '../../passes/select/count-matches.js';
import { createTaskMatcher, type MatchingRules } from '../../passes/select/match-task.js';
import { findMatchedSteps, type MatchedSteps } from '../../passes/select/matched-steps.js';
import type { RuleMatches } from '../../passes/select/rule-matches.js';
import type { Conditions } from '../../passes/variables/conditions.js';
import { createKnownSteps, type FoundSteps, nothingFound } from './known-steps.js';
import { createMatchNotes } from './match-notes.js';

/** The rules that match a DAG, and those of its steps that they are for, where they are about steps. */
export interface Matching {
  /** Equal where the same rules match, for steps of the same names and ids at the same places. */
  readonly key: string;
  readonly rules: readonly Rule[];
  readonly steps: MatchedSteps;
}

export interface DagMatcher {
  /** Asked of one DAG after another. @returns `undefined` where something in it is forbidden, or runs unguarded */
  matchingOf(dag: number): Matching | undefined;
  readonly ruleMatches: RuleMatches;
  /** By the id of a rule, the first DAG that it matches. */
  readonly firstOf: ReadonlyMap<string, number>;
  /** What is wrong with the conditions of rules that matched a DAG since this was last asked. */
  faults(): readonly Reported[];
  /** Does a condition keep the rule away from all that it matches? */
  isKeptAway(rule: Rule): boolean;
  /** Reports the rules that match more or less often than they expect, those that are kept away, and places that may match. */
  reportMatches(report: Report): void;
}

interface Matchable {
  readonly plain: PlainWorkflow;
  /** In the order of their hooks. */
  readonly rules: readonly Rule[];
  readonly deny: readonly Denial[];
  /** In the order of their DAGs. */
  readonly tasks: readonly Task[];
  taskOf(dag: number): Task | undefined;
  readonly matches: Matches;
  readonly placeMatcher: PlaceMatcher;
  /** Those of rules for tasks are the same in every DAG. */
  readonly conditionsWith: (report: Report) => Conditions;
}

export function createDagMatcher(matchable: Matchable): DagMatcher {
  const { plain, rules, deny, tasks, taskOf, matches, placeMatcher, conditionsWith } = matchable;
  const { workflow, facts, engine } = plain.open;
  const conditionAt = (conditions: Conditions, { rule, dag, task }: Candidate) =>
    conditions.at(rule, { workflow, dag: workflow.dags[dag]!, task, shell: engine.shell });
  const limited = rules.filter(({ when, environments }) => when || environments);
  const { report, taken } = createRecorder();
  const conditions = limited.length > 0 ? conditionsWith(report) : undefined;
  // A rule that matches nothing may be at fault: nobody asks for its condition.
  const faults = new Map<Rule, readonly Reported[]>();
  const keptAway = new Set(
    limited.filter((rule) => {
      const task = isOfTasks(rule) ? tasks[0] : undefined;
      const verdict = conditionAt(conditions!, { rule, dag: plain.root, task });
      const reported = taken();
      if (reported.length > 0) faults.set(rule, reported);
      return verdict === 'never';
    }),
  );
  const ofRoot = rules.filter((rule) => !isOfTasks(rule));
  const matchTask = createTaskMatcher(rules.filter((rule) => isOfTasks(rule) && !rule.each));
  const ofSteps = rules.filter(({ each }) => each);
  const gates = ofSteps.filter(isGateOfCommands);
  const notes = createMatchNotes(rules, keptAway);
  const { note, noteUnsure, endDag, goesTo, ruleMatches, firstOf, expected, keptFrom } = notes;
  const withoutSteps = new Map<MatchingRules, Matching>();

  const isDenied = (dag: number) => deny.some((denial) => placeMatcher.denied(denial, dag).length > 0);
  const mayRunUnguarded = (dag: number) =>
    facts!.beside(dag).some((one) => gates.some(({ match }) => placeMatcher.beside(match, dag, one).kind !== 'no'));

  const known = createKnownSteps(plain, ofSteps, deny);
  /** `undefined` where something in the DAG is forbidden, or runs unguarded. */
  const foundIn = (dag: number): FoundSteps | undefined => {
    if (ofSteps.length === 0 && deny.length === 0) return nothingFound;
    const earlier = known?.find(dag);
    if (earlier) return earlier;
    const unsure: FoundSteps['unsure'][number][] = [];
    const finding = {
      ...{ workflow, matches, ruleMatches, placeMatcher },
      unsure: ({ rule, task }: Candidate, why: string) => unsure.push({ rule, task: task!, why }),
    };
    const matched = ofSteps.length === 0 ? noSteps : findMatchedSteps(ofSteps, plain.inFull(dag), finding);
    const found = { matched, unsure };
    if ((gates.length > 0 && mayRunUnguarded(dag)) || isDenied(dag)) return undefined;
    known?.keep(dag, found);
    return found;
  };
  const stepsIn = (dag: number): MatchedSteps | undefined => {
    const steps = foundIn(dag);
    if (!steps) return undefined;
    const { matched, unsure } = steps;
    for (const { rule, task, why } of unsure) noteUnsure({ rule, dag, task }, why);
    if (matched.size === 0) return noSteps;
    const found = new Map<Rule, readonly Task[]>();
    for (const [rule, all] of matched) {
      for (const task of all) note(rule, dag, task);
      if (goesTo(rule, dag)) found.set(rule, rule.once ? all.slice(0, 1) : all);
    }
    return found;
  };
  const rulesOf = (dag: number): MatchingRules => {
    const task = taskOf(dag);
    if (dag === plain.root) {
      for (const rule of ofRoot) note(rule, dag, undefined);
      return { key: 'root', rules: ofRoot.filter((rule) => !keptAway.has(rule)) };
    }
    if (!task) return noRules;
    ruleMatches.tasks.add(task.name);
    return matchTask(task.name, ruleMatches.patterns, (rule) => {
      const answer = rule.match ? placeMatcher.at(rule.match, { dag, task }) : yes;
      if (answer.kind === 'no') return false;
      if (answer.kind === 'unsure') noteUnsure({ rule, dag, task }, answer.why);
      note(rule, dag, task);
      return goesTo(rule, dag);
    });
  };

  return {
    matchingOf(dag) {
      const ofDag = rulesOf(dag);
      const steps = stepsIn(dag);
      if (!steps) return undefined;
      endDag(dag);
      if (steps.size > 0)
        return { key: ofDag.key + keyOf(steps, ofSteps), rules: [...ofDag.rules, ...steps.keys()], steps };
      // The same object each time: V8 knows the hash of its key.
      const known = withoutSteps.get(ofDag) ?? { ...ofDag, steps };
      withoutSteps.set(ofDag, known);
      return known;
    },
    ruleMatches,
    firstOf,
    faults() {
      const matched = [...faults.keys()].filter((rule) => ruleMatches.rules.has(rule));
      return matched.flatMap((rule) => {
        const found = faults.get(rule)!;
        faults.delete(rule);
        return found;
      });
    },
    isKeptAway: (rule) => keptAway.has(rule),
    reportMatches(report) {
      for (const [rule, places] of expected) countMatches(rule, places, { workflow, ruleMatches }, report);
      for (const { place, why } of notes.unsure) reportUnsure(place, why, workflow, report);
      if (keptFrom.length === 0) return;
      const reporting = conditionsWith(report);
      for (const place of keptFrom) conditionAt(reporting, place);
      reporting.tell();
    },
  };
}

const noSteps: MatchedSteps = new Map();

const noRules: MatchingRules = { key: 'none', rules: [] };

function keyOf(steps: MatchedSteps, ofSteps: readonly Rule[]): string {
  let key = '';
  // A hook for a step is called after it.
  for (const [rule, all] of steps)
    key += `;${ofSteps.indexOf(rule)}:${JSON.stringify(all.map(({ node, name, id }) => [node!.node, name, id]))}`;
  return key;
}
