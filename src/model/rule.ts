import type { EngineSetting } from './engine-setting.js';
import type { Denial, Expect, Match } from './match.js';
import type { Pattern } from './pattern.js';
import type { Span } from './source.js';
import type { Policy, StepDefinition } from './step.js';

export const hookPoints = ['pre_root', 'post_roots', 'pre_task', 'post_task', 'final'] as const;
export type HookPoint = (typeof hookPoints)[number];

/**
 * What an engine's own handler runs at the end of a run for, in the order in which the handlers run: it failed, it was stopped,
 * it is over whatever happened.
 */
export const handlerEvents = ['failure', 'abort', 'always'] as const;
export type HandlerEvent = (typeof handlerEvents)[number];

/** Where versions of an engine are written; `undefined` for one that is not in a file. */
export interface VersionPlaces {
  readonly targetVersion?: Span | undefined;
  readonly assumeVersion?: Span | undefined;
}

/** What all layers come to: rules with their steps looked up, and settings with their defaults filled in. */
export interface RuleSet {
  readonly enabled: boolean;
  readonly rules: readonly Rule[];
  /** What must not be in a workflow. */
  readonly deny: readonly Denial[];
  readonly tasksAre: 'auto' | 'bodies' | 'nodes' | 'both';
  /** Patterns; empty means all. */
  readonly taskIds: readonly Pattern[];
  /** Patterns that name setup nodes where tasks are nodes. */
  readonly setup: readonly Pattern[];
  /** Patterns that name the step of a called DAG with which its task is done; where it has none, it is done with all its steps. */
  readonly taskEnds: readonly Pattern[];
  /** Patterns that name the steps that take the workspace away; `undefined` for those that do so by convention. */
  readonly teardown: readonly Pattern[] | undefined;
  readonly prompts: 'inline' | 'file';
  /** The command that injected steps call, as shell text. */
  readonly runtime: string;
  /** Values for `{{vars.NAME}}`. */
  readonly vars: ReadonlyMap<string, string>;
  /** Templates for the built-in variables, by name. */
  readonly context: ReadonlyMap<string, Template>;
  /** What rules of a policy use instead of `runtime` and `context`. */
  readonly ofPolicy?: Pick<RuleSet, 'runtime' | 'context'> | undefined;
  readonly maxAddedSteps: number | undefined;
  /** Most steps of one workflow that may ask a language model. */
  readonly maxLlmCalls: number | undefined;
  /** Most steps of one workflow that may send something to somebody. */
  readonly maxWebhooks: number | undefined;
  /** Most added steps of one workflow that may run one after another. */
  readonly maxAddedCriticalPath: number | undefined;
  /** The engine version that every workflow is for. */
  readonly targetVersion: string | undefined;
  /** The engine version of workflows that do not show theirs. */
  readonly assumeVersion: string | undefined;
  /** Where the configuration writes them. */
  readonly versionsAt?: VersionPlaces | undefined;
  /** A file with what the operator's configuration of the engine adds to every workflow, or `none`. */
  readonly baseConfig: string | undefined;
  /** What only one engine's format reads, by engine and key: `argo.runtime_image`. */
  readonly engines: ReadonlyMap<string, EngineSetting>;
  /** A format's name; `undefined` where the text of the workflow decides. */
  readonly format: string | undefined;
  /** Write the comment that marks a block as ours. */
  readonly marks: boolean;
  /** Names of the stages of a run, in their order; `undefined` where the workflow tells. */
  readonly stages: readonly StageName[] | undefined;
}

/** One entry of `injections`, with its step looked up and its layers merged. */
export interface Rule {
  /** Unique and independent of the order of rules; written or derived from content. */
  readonly id: string;
  /** What its hooks are called after: legal in a name, and as unique as the id. */
  readonly label: string;
  readonly point: HookPoint;
  readonly step: StepDefinition;
  readonly tasks: readonly Pattern[];
  readonly tasksExclude: readonly Pattern[];
  readonly anchor: Anchor | undefined;
  /** Where and when the step runs; `undefined` means always. */
  readonly when: ConditionText | undefined;
  readonly order: number;
  /** 0 is the global layer; a later layer has a larger number. */
  readonly layer: number;
  /** Position in its list, which decides last. */
  readonly position: number;
  readonly parallel: string | undefined;
  readonly await: boolean;
  readonly policy: Policy;
  /** After which end of the run, for `final`, or of the task, for `post_task`; `success` elsewhere. */
  readonly run: 'success' | HandlerEvent;
  /** The environments that it is for; `undefined` for all. */
  readonly environments: { readonly value: readonly string[]; readonly span: Span } | undefined;
  readonly optional: boolean;
  /** Inject at the first place that matches and nowhere else. */
  readonly once: boolean;
  /** `pre_task` and `post_task` mean every node of every DAG, by its name or its kind. */
  readonly ofNodes?: OfNodes;
  /** `pre_task` and `post_task` mean every node of every DAG. */
  readonly each?: 'step';
  /** What a place must be or do besides. */
  readonly match?: Match;
  readonly expect?: Expect;
  /** What it is besides where it comes from a list of actions. */
  readonly action: ListedAction | undefined;
  readonly span: Span;
}

/** Is it for tasks, or for steps of them? */
export function isOfTasks({ point }: Pick<Rule, 'point'>): boolean {
  return point === 'pre_task' || point === 'post_task';
}

/** Does its step run behind a task that failed, too? Nothing waits for it. */
export function isOfTaskEnd({ point, run }: Pick<Rule, 'point' | 'run'>): boolean {
  return point === 'post_task' && run !== 'success';
}

/** Does its failure count for nothing? What runs behind a task that failed is awaited by nobody, and says itself whether it may fail. */
export function mayFail(rule: Pick<Rule, 'policy' | 'await' | 'point' | 'run'>): boolean {
  return rule.policy.onFailure === 'continue' || (!rule.await && !isOfTaskEnd(rule));
}

/** What a rule is besides that is about nodes. */
export interface OfNodes {
  /** What a node that it matches as `shell` is called for its hook: the tool that runs shell commands. */
  readonly shellAs: string | undefined;
}

/** What an entry of a list of actions is: they run one after another, and may ask how those before them ended. */
export interface ListedAction extends ActionKind {
  /** The key of its list, for names and messages. */
  readonly point: string;
  /** The stages that it is for; `undefined` for all. */
  readonly stages: readonly StageName[] | undefined;
  /** The actions of its list that run before it, the nearest first. */
  readonly earlier: readonly Rule[];
  readonly watched: Watched;
}

/** What all actions of one list have in common. */
export interface ActionKind {
  /** What they run around: the run, each of its tasks, or each of its stages. */
  readonly around: 'run' | 'tasks' | 'stages';
  /** Left out with a note where nobody knows how to write the handler that they belong into. */
  readonly dispensable: boolean;
  /** Variables that their texts, as `${NAME}`, and their conditions can use beside those that every rule has. */
  readonly variables: ReadonlyMap<string, RuleVariable>;
}

/** What later actions of a list ask for: how an action ended, and what it gave. */
export interface Watched {
  readonly status: boolean;
  readonly output: boolean;
}

/** A stage by its exact name. */
export interface StageName {
  readonly text: string;
  readonly span: Span;
}

export interface Anchor {
  readonly side: 'after' | 'before';
  /** Exact name, id or glob of a node, or the name of an injected one. */
  readonly pattern: Pattern;
  readonly onMissing: 'default' | 'skip' | 'error';
  /** The rule itself says so. */
  readonly isMissingStated?: boolean;
}

/** A condition in the language of `when`, found to be sound. */
export interface ConditionText {
  readonly text: string;
  readonly span: Span;
}

/** Text with `{{variables}}`, and where it was written. */
interface Template {
  readonly text: string;
  readonly span: Span;
}

/** A variable that a rule brings with it, beside those that every rule has. */
export interface RuleVariable {
  readonly origin: VariableOrigin;
  /** A step that leaves what it prints in a variable of that name gives it its value. */
  readonly mayBePrinted: boolean;
  /** Somebody who knows better may state it, with `--var` or in the `env` of the workflow. */
  readonly mayBeStated: boolean;
}

/** Where the value of a variable comes from, where neither a setting nor the environment of the workflow states it. */
export type VariableOrigin =
  /** The name of the workflow that the run started with. */
  | { readonly from: 'run name' }
  /** How many tasks there are. */
  | { readonly from: 'task count' }
  /** Which task of the run it is, from 1; of a stage, its last one. */
  | { readonly from: 'task position'; readonly otherwise: NoValueHere }
  /** The stage of the task, or the one behind it; empty without one. */
  | { readonly from: 'stage' | 'next stage' }
  /** What the stage printed into a variable, where the place can see that; empty where it has no such variable. */
  | { readonly from: 'stage output'; readonly otherwise: NoValueHere }
  /** Paths of the files that changed, one a line. */
  | { readonly from: 'changed files' }
  /** What went wrong, in a handler of the engine for a failed run. */
  | { readonly from: 'failure' }
  /** How the action before this one ended. */
  | { readonly from: 'earlier status' }
  /** What the nearest action of a type before this one gave. */
  | { readonly from: 'earlier output'; readonly type: string }
  /** A variable that every rule has. */
  | { readonly from: 'built-in variable'; readonly name: string }
  | ({ readonly from: 'nothing' } & NoValueHere);

/** Why a variable has no value, and at which points it has one. */
export interface NoValueHere {
  readonly reason: string;
  readonly points: readonly string[];
}
