import type { NoValueHere } from '../../model/rule.js';
import type { Span } from '../../model/source.js';
import type { Part, Word } from '../../model/step.js';

/** What comes from outside of the workflow and the rules. */
export interface VariableOptions {
  /** From `--var`. A name that is not built in means `vars.NAME`. */
  readonly variables?: ReadonlyMap<string, string> | undefined;
  /** What `env.NAME` reads. */
  readonly environment?: ReadonlyMap<string, string> | undefined;
  /** Seconds since 1970, at most 8.64e12. */
  readonly sourceDateEpoch?: number | undefined;
}

/** A value and where it comes from, for those who ask why. */
export interface Variable {
  readonly value: Word;
  readonly source: VariableSource;
  /** A setting of the root that would count, were it known before the run; this DAG does not see it then. */
  readonly hidden?: { readonly dag: string; readonly name: string } | undefined;
}

export type VariableSource =
  | { readonly kind: 'option' | 'vars' | 'parameter' | 'environment' | 'place' }
  | { readonly kind: 'context'; readonly span: Span }
  /** The `env` of a DAG of the workflow. */
  | { readonly kind: 'workflow'; readonly dag: string; readonly name: string }
  /** `derived`: the step works it out again when it runs. */
  | { readonly kind: 'default'; readonly derived: boolean };

/** `name` is the one without a value: it may be in a template of `hooks.context`, whose place is `within`. */
export type Lookup =
  | ({ readonly ok: true } & Variable)
  | {
      readonly ok: false;
      readonly name: string;
      readonly why: NoValue;
      readonly nearest?: string | undefined;
      readonly within?: Span;
    }
  /** A variable that a rule brings with it; `points` are those where it has a value. */
  | {
      readonly ok: false;
      readonly name: string;
      readonly why: 'not-here';
      readonly here: NoValueHere & { readonly point: string; readonly mayBeStated: boolean };
      readonly within?: Span;
    };

/** `secret`: it has one, which must not be written down. */
export type NoValue = 'no-task' | 'unknown' | 'unset' | 'circular' | 'secret';

/** The variables of one place. */
export type VariableTable = (name: string) => Lookup;

/** Parts in a row as one value: neighbouring literal ones become one. */
export function joinText(parts: readonly Part[]): Word {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      out[out.length - 1] = { kind: 'text', text: last.text + part.text };
    else out.push(part);
  }
  return out;
}
