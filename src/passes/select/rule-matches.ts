import type { ClauseAtPlace } from '../../model/explanation.js';
import type { Pattern } from '../../model/pattern.js';
import type { Rule } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Workflow } from '../../model/workflow.js';
import type { Hook } from '../graph/slot.js';
import type { Task } from '../graph/tasks.js';
import type { Miss } from '../match/answer.js';
import type { WhyNever } from '../variables/bind-place.js';

/** What rules and patterns match, over all workflows of a run: a rule need not match in each of them. */
export interface RuleMatches {
  readonly rules: Set<Rule>;
  /** What each rule with `expect` matched. */
  readonly counted: Map<Rule, Matched[]>;
  readonly patterns: Set<Pattern>;
  readonly anchors: AnchorUse;
  /** Names of all tasks there are. */
  readonly tasks: Set<string>;
  /** Names of all stages, where a rule asks for them. */
  readonly stages: Set<string>;
  /** Hears of each rule at each place; for those who ask why, as it takes memory for all of them. */
  readonly witness: Witness | undefined;
}

/** Of the rules with `before` or `after`. */
export interface AnchorUse {
  /** Those whose anchor is somewhere. */
  readonly found: Set<Rule>;
  /** Those whose anchor is missing somewhere, although a name like it is there: that name. */
  readonly meant: Map<Rule, string>;
}

/** A task, a step or a DAG that a rule matched. */
export interface Matched {
  readonly name: string;
  readonly span: Span;
}

export interface Witness {
  /** The names of the tasks that it has to hear of where the rule does not match them, or all of them. */
  tasksAsked(rule: Rule): readonly string[] | 'all';
  refused(refusal: Refusal): void;
  placed(hook: Hook, workflow: Workflow): void;
}

/** A place that a rule did not come to, and the first thing that stood in its way. */
export interface Refusal {
  readonly clause: ClauseAtPlace;
  readonly rule: Rule;
  readonly workflow: Workflow;
  readonly dag: number;
  readonly task: Task | undefined;
  /** The pattern that leaves the task out. */
  readonly pattern: Pattern | undefined;
  /** The stages that the rule goes to, where it goes to stages. */
  readonly stages?: readonly string[] | undefined;
  /** Of `match`: what is there in place of what it asks for. */
  readonly miss?: Miss;
  /** Of `when`: what is false. */
  readonly why?: WhyNever | undefined;
}

export function createRuleMatches(witness?: Witness): RuleMatches {
  return {
    rules: new Set(),
    counted: new Map(),
    patterns: new Set(),
    anchors: { found: new Set(), meant: new Map() },
    tasks: new Set(),
    stages: new Set(),
    witness,
  };
}
