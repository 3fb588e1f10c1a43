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
