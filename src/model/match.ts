import type { Pattern } from './pattern.js';
import type { Span } from './source.js';

/** What a place must be or do so that a rule is for it: all clauses hold. */
export interface Match {
  readonly clauses: readonly MatchClause[];
  /** Does a step match `runs` whose commands cannot be read for certain, and `cel` where that gives no answer? */
  readonly unsure: 'match' | 'skip';
  readonly span: Span;
}

export type MatchClause =
  /** One of the patterns matches one of the values. */
  | { readonly kind: TextKey; readonly patterns: readonly Pattern[]; readonly span: Span }
  /** Each of the names is set, to a value that one of its patterns matches. */
  | { readonly kind: 'labels' | 'env'; readonly entries: readonly MatchEntry[]; readonly span: Span }
  /** A condition in CEL holds. */
  | { readonly kind: 'cel'; readonly expression: string; readonly span: Span }
  | { readonly kind: 'any'; readonly of: readonly Match[]; readonly span: Span }
  | { readonly kind: 'not'; readonly match: Match; readonly span: Span };

/** Keys with patterns for texts. */
export const textKeys = ['step', 'runs', 'uses', 'image', 'calls', 'dag', 'file'] as const;
export type TextKey = (typeof textKeys)[number];

export interface MatchEntry {
  readonly name: Pattern;
  /** Of the value; empty where any value will do. */
  readonly values: readonly Pattern[];
}

/** How often a rule must match. */
export interface Expect {
  readonly min: number;
  readonly max: number | undefined;
  readonly per: 'run' | 'workflow' | 'dag';
  /** What is required, as the operator wrote it. */
  readonly message: string | undefined;
  readonly span: Span;
}

/** What must not be in a workflow. */
export interface Denial {
  readonly match: Match;
  /** As the operator wrote it. */
  readonly message: string;
  readonly severity: 'error' | 'warning';
  readonly ofPolicy?: true;
  readonly span: Span;
}

/** A step, or what else a DAG runs, that a rule forbids. */
export interface Denied {
  readonly denial: Denial;
  readonly dag: number;
  /** `undefined` for the DAG itself, and for what it runs beside its steps. */
  readonly node: number | undefined;
  /** Its name; `undefined` for the DAG itself. */
  readonly place: string | undefined;
  readonly span: Span;
  /** What is forbidden, as half a sentence: "runs `terraform destroy`". */
  readonly what: string;
  /** The command that is forbidden, where a command is. */
  readonly command: string | undefined;
  /** Why it may be so, where that is not certain. */
  readonly why: string | undefined;
}
