import type { HandlerPlan, Unwritten } from './plan.js';
import type { Span } from './source.js';

/** What the names of all added nodes begin with. */
export const hookPrefix = 'hook-';

/** What a workflow says about the hooks that an earlier run put into it. */
export interface Marks {
  readonly nodes: readonly NodeMark[];
  readonly handlers: readonly HandlerMark[];
  /** Marks that are above something which is no hook. */
  readonly stray: readonly StrayMark[];
  /** DAGs with handlers that may hold hooks without a mark. */
  readonly openHandlers: readonly number[];
}

export interface NodeMark {
  /** Id of the rule. */
  readonly rule: string;
  readonly dag: number;
  readonly node: number;
  readonly span: Span;
  /** Does the block say what it said when it was written? */
  readonly intact: boolean;
  /** Needs of nodes in whose place they now need the hook, by `waiterLabel`; only those that its own needs do not tell. */
  readonly instead: ReadonlyMap<string, readonly string[]>;
  /** Those nodes among them of which the needs were an empty list, written to cut them off from what is before them. */
  readonly cut: ReadonlySet<string>;
  /** Those that had no list of their own, because their stage said what they waited for, or a list that they take over. */
  readonly unwritten: ReadonlyMap<string, Unwritten>;
  /** Those of which the list of needs had no value. */
  readonly empty: ReadonlyMap<string, EmptyValue>;
  /** Those that had something else in place of a list. */
  readonly lone: ReadonlyMap<string, InPlaceOfList>;
  /** Names that were written at steps without one, so that the hook could wait for them. */
  readonly named: GivenNames;
}

/** What a step was before its name was written down: a mapping, one with an empty `name`, or a mere command. */
export type Nameless = 'no name' | 'command' | EmptyName;

export interface EmptyName {
  /** `undefined` where nothing tells. */
  readonly empty: EmptyValue | undefined;
}

/** How a value that says nothing was spelled. */
export interface EmptyValue {
  /** `null`, `""` or the like, or nothing at all. */
  readonly text: string;
  /** Is there a colon behind the key? */
  readonly colon: boolean;
}

/** Is it a list with nothing in it, and not a missing value? */
export function isEmptyList({ text }: EmptyValue): boolean {
  return text.startsWith('[');
}

/** One name, or an alias of what is written elsewhere. */
export type InPlaceOfList = 'name' | { readonly alias: string };

type GivenNames = ReadonlyMap<string, Nameless>;

/** Hooks in a handler: the whole handler, or what is in front of a command that was there before. */
export interface HandlerMark {
  /** Ids of rules. */
  readonly rules: readonly string[];
  readonly dag: number;
  /** As the engine calls it. */
  readonly handler: string;
  readonly span: Span;
  readonly intact: boolean;
}

export interface StrayMark {
  readonly rule: string;
  readonly span: Span;
}

/** Everything of ours that is to be taken out of a workflow. */
export interface Removal {
  readonly dags: readonly DagRemoval[];
  /** What the rules demand in handlers: by it, hooks are known that carry no mark. */
  readonly handlers: readonly HandlerPlan[];
}

export interface DagRemoval {
  readonly dag: number;
  /** Indexes into `Dag.nodes`. */
  readonly nodes: ReadonlySet<number>;
  /** Written needs, as they will be, of nodes that stay. */
  readonly needs: ReadonlyMap<number, readonly string[]>;
  /** Nodes among them that keep a written list although it is empty. */
  readonly cut: ReadonlySet<number>;
  /** Nodes among them that keep the list without a value. */
  readonly empty: ReadonlyMap<number, EmptyValue>;
  /** Nodes among them that had something else in place of a list. */
  readonly lone: ReadonlyMap<number, InPlaceOfList>;
  /** Nodes among them that had no list, as marks show. */
  readonly bare: ReadonlySet<number>;
  /** Nodes that lose the name that was written at them, and what they are again. */
  readonly names: ReadonlyMap<number, Nameless>;
}

/** What a mark calls those that wait for its hook: a written name, or else how many nodes without one are before. */
export function waiterLabels(nodes: readonly { readonly name: string; readonly named: boolean }[]): readonly string[] {
  let unnamed = 0;
  return nodes.map((node) => (node.named ? node.name : `#${++unnamed}`));
}

/** Marks by the DAG that they are in. */
export function marksByDag(marks: readonly NodeMark[]): ReadonlyMap<number, readonly NodeMark[]> {
  const groups = new Map<number, NodeMark[]>();
  for (const mark of marks) {
    const group = groups.get(mark.dag);
    if (group) group.push(mark);
    else groups.set(mark.dag, [mark]);
  }
  return groups;
}
