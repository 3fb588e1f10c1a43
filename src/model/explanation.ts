import type { Denial } from './match.js';
import type { HandlerEvent, Rule } from './rule.js';
import type { Span } from './source.js';

/** What somebody asks about a workflow and its rules. */
export type Question =
  /** Why is this step there, or what happens to it? */
  | { readonly kind: 'step'; readonly name: string; readonly task: string | undefined }
  /** What does every rule do to this task? */
  | { readonly kind: 'task'; readonly name: string }
  /** Why did this rule match that task, or why not? */
  | { readonly kind: 'verdict'; readonly task: string; readonly rule: string }
  /** What did this rule match, and why not the rest? */
  | { readonly kind: 'rule'; readonly rule: string }
  /** What can templates say for each task? */
  | { readonly kind: 'variables' };

export type Explanation =
  | {
      readonly kind: 'step';
      readonly name: string;
      readonly steps: readonly ExplainedStep[];
      /** Where the workflow itself has a step or task of that name. */
      readonly places: readonly ExplainedTask[];
      /** Names of hooks, steps and tasks that are most like it, without one. */
      readonly nearest: readonly string[];
    }
  | {
      readonly kind: 'task';
      readonly name: string;
      readonly places: readonly ExplainedTask[];
      /** Names of tasks that are most like it, without one. */
      readonly nearest: readonly string[];
    }
  | ExplainedVerdict
  | ExplainedRule
  | { readonly kind: 'variables'; readonly places: readonly ExplainedPlace[] };

/** A task, step or handler of the workflow with all that the rules do to it. */
export interface ExplainedTask {
  readonly what: 'task' | 'step' | 'handler';
  readonly name: string;
  readonly dag: string;
  readonly span: Span;
  /** The workflow has no such handler: rules add it. */
  readonly isAdded: boolean;
  /** What rules for tasks do to a step is around or inside of that task. */
  readonly ofTask: { readonly how: 'is part of' | 'runs'; readonly task: string } | undefined;
  /** Does a configuration enable hooks? If not, this is what they would do. */
  readonly enabled: boolean;
  /** In the order in which they are in the list. */
  readonly hooks: readonly ExplainedStep[];
  /** Hooks of its task or its DAG, with only hooks between them and the step. */
  readonly before: readonly ExplainedStep[];
  readonly behind: readonly ExplainedStep[];
  readonly refused: readonly { readonly rule: Rule; readonly failed: FailedClause }[];
  readonly denials: readonly ExplainedDenial[];
  /** Rules that are for a whole DAG, with the names of their hooks in this workflow, or why there is no hook. */
  readonly ofDag: readonly ExplainedDagRule[];
}

export interface ExplainedDagRule {
  readonly rule: Rule;
  readonly hooks: readonly string[];
  readonly failed: FailedClause | undefined;
}

export interface ExplainedDenial {
  readonly denial: Denial;
  /** What it forbids, as half a sentence. */
  readonly what: string;
  /** The key that keeps it away; `undefined` where it forbids the step. */
  readonly failed: FailedClause | undefined;
  /** The command that is forbidden, where a command is. */
  readonly command: string | undefined;
  /** Why it may be so, where that is not certain. */
  readonly why: string | undefined;
}

/** One injected step. */
export interface ExplainedStep {
  readonly name: string;
  readonly dag: string;
  readonly file: string;
  readonly rule: Rule;
  readonly task: string | undefined;
  readonly place: StepPlace;
  /** Names of the steps that it waits for directly, and of those that wait for it. */
  readonly waitsFor: readonly string[];
  readonly waitedForBy: readonly string[];
  /** A condition that only the run can decide. */
  readonly when: string | undefined;
  /** Whatever it finds does not make it fail. */
  readonly observes: boolean;
  /** Those that its templates use. */
  readonly variables: readonly ExplainedVariable[];
}

export type StepPlace =
  /** In the engine's own handler. */
  | { readonly kind: 'handler'; readonly event: HandlerEvent }
  | { readonly kind: 'entry' | 'middle' | 'exit'; readonly anchor: AnchorUse }
  /** Next to a step or to another hook. */
  | { readonly kind: 'before' | 'after'; readonly of: string; readonly anchor: AnchorUse };

/** `missing`: the rule names an anchor that is not there, so the point's own place was taken. */
export type AnchorUse = 'none' | 'found' | 'missing';

export interface ExplainedVerdict {
  readonly kind: 'verdict';
  readonly task: string;
  readonly rule: string;
  /** Where the rule is written; `undefined` if no rule has that name. */
  readonly ruleSpan: Span | undefined;
  /** The steps that came of it; empty where a clause failed. */
  readonly steps: readonly { readonly dag: string; readonly name: string }[];
  readonly failed: FailedClause | undefined;
}

export interface ExplainedRule {
  readonly kind: 'rule';
  readonly rule: string;
  readonly ruleSpan: Span | undefined;
  /** What keeps the rule from matching anything. */
  readonly failed: FailedClause | undefined;
  /** `place` is a task, a step or a DAG. */
  readonly matched: readonly { readonly place: string; readonly dag: string; readonly name: string }[];
  readonly refused: readonly { readonly place: string; readonly failed: FailedClause }[];
}

/** The first thing that stood between a rule and a task. */
export interface FailedClause {
  readonly clause: ClauseName;
  /** One sentence. */
  readonly why: string;
  readonly span: Span | undefined;
  /** The three names that come nearest to what was looked for; what they are depends on the clause. */
  readonly nearest: readonly string[];
}

/** What is asked of a rule and a task before it is asked whether they match. */
type ClauseName = 'rule' | 'hooks.enabled' | 'enabled' | 'point' | 'task' | 'environments' | ClauseAtPlace;

/** What may keep a rule from a place. */
export type ClauseAtPlace =
  | 'stages'
  | 'tasks'
  | 'tasks_exclude'
  | 'match'
  | 'child workflow'
  | 'when'
  | 'once'
  | 'closed DAG'
  | 'run'
  | 'anchor';

/** The variables of one task, or of a root DAG; with a point, those of its actions of that list, as the last of them sees them. */
export interface ExplainedPlace {
  readonly point: string | undefined;
  readonly task: string | undefined;
  readonly dag: string;
  readonly variables: readonly ExplainedVariable[];
}

export interface ExplainedVariable {
  readonly name: string;
  /** As it is in a text: `{{task_id}}`, or `${STAGE}` in a list of actions. */
  readonly written: string;
  /** As text; what is known at run time only as the shell text that yields it. `undefined` where it has no value. */
  readonly value: string | undefined;
  /** Where the value comes from, or why it has no value, in words. */
  readonly source: string;
  readonly span: Span | undefined;
}
