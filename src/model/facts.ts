import type { Span } from './source.js';

/** What nodes do, apart from what they are called: what a rule can match that no naming can dodge. */
export interface WorkflowFacts {
  dag(dag: number): DagFacts;
  node(dag: number, node: number): NodeFacts;
  /** Text that holds all that a node runs, word for word but for backslashes before quotes, to put most nodes aside quickly; `undefined` where the format knows no such text. */
  source?(dag: number, node: number): string | undefined;
  /** What runs in a DAG beside its nodes: handlers, and commands in its own fields. */
  beside(dag: number): readonly PlaceBeside[];
  /** Those of them that are handlers, without a look at the other fields. */
  handlers(dag: number): readonly PlaceBeside[];
  /** Other files of the same repository that it runs, in the text of each of which rules would look for commands. */
  runsFiles?(): readonly FileRun[];
}

export interface FileRun {
  readonly written: string;
  /** Paths in the repository, of which one is the file. */
  readonly paths: readonly string[];
  readonly span: Span;
}

export interface DagFacts {
  /** By name; a label without a value has an empty one. */
  readonly labels: ReadonlyMap<string, string>;
}

export interface NodeFacts {
  /** Shell texts that it hands to a shell or a program. */
  readonly scripts: readonly string[];
  /** Why it may run commands that are in no script, in words that end the sentence "…, because"; `undefined` where it does not. */
  readonly unread: string | undefined;
  /** Executor, type, action: each word that the engine has for what it is. */
  readonly uses: readonly string[];
  readonly images: readonly string[];
  /** Names of what it calls. */
  readonly calls: readonly string[];
  /** Words of these kinds of which something is computed before or in the run. */
  readonly late?: LateWords | undefined;
  /** Set for it, those of its DAG included. */
  readonly env: ReadonlyMap<string, string>;
  readonly lateEnv?: LateEnvironment | undefined;
  /** Its own, where those of its DAG are not those of all nodes. */
  readonly labels?: DagFacts['labels'];
}

export type LateWords = Readonly<Partial<Record<'uses' | 'images' | 'calls', readonly LateWord[]>>>;

/** A word that is known in part. */
export interface LateWord {
  readonly written: string;
  /** What it begins and ends with; in between there may be anything. */
  readonly begin: string;
  readonly end: string;
}

/** What only the run knows of the variables of a node. */
export interface LateEnvironment {
  /** Those that are set, to what nobody knows before. */
  readonly names: ReadonlySet<string>;
  /** Those of them of which the file says all values that they may have. */
  readonly values?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  /** Why any other one may be set, too, in words that end the sentence "…, because". */
  readonly others: string | undefined;
}

export interface PlaceBeside {
  /** For messages, in the words of the engine. */
  readonly name: string;
  readonly facts: NodeFacts;
  readonly span: Span;
  /** Of a handler: which one it is to the engine, and what else people call it. */
  readonly handler?: HandlerNames | undefined;
  /** Nothing in the file runs it. A workflow that does has the hooks around its call. */
  readonly forOthers?: true;
}

export interface HandlerNames {
  readonly key: string;
  readonly names: readonly string[];
}
