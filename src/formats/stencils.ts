import type { InjectedNode } from '../model/plan.js';
import type { Rule } from '../model/rule.js';
import type { TextEdit } from '../model/source.js';
import type { PromptFile } from '../model/step.js';
import type { AroundPrint, Dag, DagFingerprint } from '../model/workflow.js';
import type { Stencil } from '../text/stencil.js';

/** A hook as it is written into every DAG of a shape, but for what follows from the name of the DAG and from names of its nodes. */
export interface HookStencil {
  readonly rule: Rule;
  readonly name: string;
  /** In the order in which they are written. */
  readonly fields: readonly FieldStencil[];
  /** It waits for nodes that were there, and not for hooks alone. */
  readonly needsNodes: boolean;
  /** Of a policy: variables of its own in whose place the engine puts what a workflow sets by such a name. */
  readonly ownNames: readonly string[];
  /** What it reads when it runs, beside the workflow. */
  readonly files: readonly PromptFile[];
  /** What the hook says, as a fingerprint has it. */
  readonly content: Stencil;
  /** The words that follow from each of the two names under which it was made: names are between these, or are one of them. */
  readonly madeUnder: readonly [readonly string[], readonly string[]];
}

/** The lines of a hook with its mark, as some documents lay them out. */
export interface HookBlock {
  readonly hook: HookStencil;
  readonly lines: Stencil;
}

export type FieldStencil =
  | { readonly kind: 'text'; readonly lines: readonly Stencil[] }
  /** What it waits for, by names that only each DAG has. */
  | { readonly kind: 'needs' };

/** A hook that was made for a DAG of a name, and the words in it that follow from that name. */
export interface NamedHook {
  readonly node: InjectedNode;
  readonly words: readonly string[];
}

/** The list of every DAG of a shape, with numbers for names. */
export interface ListPlan {
  /** The list as it will be: a node that was there by its position, a hook by its position among the hooks, counted down from -1. */
  readonly list: readonly number[];
  /** By place in the list, what is written that it waits for, in the same numbers; `undefined` where nothing is or nothing changes. */
  readonly needs: readonly (readonly number[] | undefined)[];
  /** By node that was there, what was written that it waits for. */
  readonly written: readonly (readonly number[])[];
  readonly hooks: readonly HookStencil[];
}

/** The text of one DAG with its hooks. */
export interface WrittenDag {
  readonly text: string;
  /** In order of position in the file. */
  readonly edits: readonly TextEdit[];
  /** In the order of the hooks of the plan. */
  readonly hooks: readonly WrittenHook[];
  /** What follows from the name of the DAG, in the order of their holes. */
  readonly words: readonly string[];
}

export interface WrittenHook {
  readonly block: HookBlock;
  /** What it says, as a fingerprint has it. */
  readonly content: string;
  /** In its mark; without marks none is written. */
  readonly digest: string;
  /** What puts the lines of its block into the text. */
  readonly edit: TextEdit;
}

/** The text of one DAG that is like no other, with its hooks. */
export interface WrittenOther extends Pick<WrittenDag, 'text' | 'edits'> {
  /**
   * Reads it anew, for what it says and what it should say.
   * @returns `undefined` where it would be no document of its own any more
   * @throws where it cannot be read: a fault of ours
   */
  readBack(): { readonly dag: Dag; readonly expected: DagFingerprint; readonly found: DagFingerprint } | undefined;
}

/** Why what was written cannot be taken: it is read only in full, or it is not what was planned, which is a fault of ours. */
export type WritingFault = { readonly kind: 'unread' } | { readonly kind: 'other'; readonly what: string };

/** The text of the root with what its own handlers are to run, and what it should say beside that and does. */
export interface WrittenRoot extends Pick<WrittenDag, 'text' | 'edits'> {
  readonly expected: AroundPrint;
  readonly found: AroundPrint;
}
